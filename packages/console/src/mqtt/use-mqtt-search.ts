import { useNavigate, useSearch } from '@tanstack/react-router';

export interface MqttSearch {
  /** From 1. */
  readonly page: number;
  /** What is searched for; what that is depends on the list. */
  readonly q: string | undefined;
  readonly state: string | undefined;
  /** Another search or filter starts at the first page again. */
  readonly change: (next: Readonly<Record<string, string | undefined>>) => void;
  readonly toPage: (page: number) => void;
}

/** Search, filter and page of the list that is open; all of them in the address. */
export function useMqttSearch(): MqttSearch {
  const search = useSearch({ from: '/frame/mqtt' });
  const navigate = useNavigate();
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, ...next }), replace: true });
  return {
    page: Math.max(1, Number(search.page) || 1),
    q: search.q,
    state: search.state,
    change,
    toPage: (page) => change({ page: page > 1 ? String(page) : undefined }),
  };
}
