import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from './client.ts';

export interface AuditEntry {
  /** RFC 3339. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface AuditPage {
  readonly data: readonly AuditEntry[];
  readonly meta: { readonly page: number; readonly hasnext: boolean; readonly count: number };
}

const PAGE = 50;

/** Who changed what and when, newest first; more pages on demand. */
export function useAudit(enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['audit'],
    enabled,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('/sluice/audit', { query: { page: pageParam, limit: PAGE }, signal }),
    getNextPageParam: (last) => (last.meta.hasnext ? last.meta.page + 1 : undefined),
  });
}
