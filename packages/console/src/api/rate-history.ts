import { useQuery } from '@tanstack/react-query';
import { request } from './client.ts';
import { useFeature } from './features.ts';

/** Events a second over the last hour, by counter: one value for each interval that ends at a time. */
export interface RateHistory {
  /** Unix ms, oldest first. */
  readonly times: readonly number[];
  /** `null`: the object was not there yet. */
  readonly rates: Readonly<Record<string, readonly (number | null)[]>>;
}

const EVERY_MS = 10_000;

/** What the backend remembers; `undefined` until it has come, and where it remembers nothing. */
export function useRateHistory(kind: 'rule' | 'action' | 'source', id: string): RateHistory | undefined {
  const isOffered = useFeature('history') === true;
  return useQuery({
    queryKey: ['history', kind, id],
    queryFn: ({ signal }) => request<RateHistory>('/sluice/history', { query: { kind, id }, signal }),
    enabled: isOffered,
    refetchInterval: EVERY_MS,
  }).data;
}
