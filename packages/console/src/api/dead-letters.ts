import type { JsonObject } from '@sluice/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from './client.ts';
import { useFeature } from './features.ts';
import { LIVE_MS } from './live.ts';

/** A request that will not be sent any more. */
export interface DeadLetter {
  readonly id: string;
  readonly action: string;
  readonly reason: 'rejected' | 'expired' | 'queue_full' | string;
  /** Unix times in ms: when it was given up, and when the message came in. */
  readonly at: number;
  readonly receivedAt: number;
  readonly attempts: number;
  /** In the words of its type. */
  readonly request: JsonObject;
  readonly message?: string;
  readonly raw?: string;
  /** Stable name of why, and what the sentence mentions. */
  readonly code?: string;
  readonly data?: JsonObject;
}

/** More than anyone looks at; the newest. */
const LIMIT = 1_000;
const KEY = 'dead-letters';

/** `isWanted`: sources have none. */
export function useDeadLetters(action: string, isWanted = true) {
  const isOffered = useFeature('dead_letters') === true && isWanted;
  return useQuery({
    queryKey: [KEY, action],
    queryFn: ({ signal }) =>
      request<readonly DeadLetter[]>('/sluice/dead_letters', { query: { action, limit: LIMIT }, signal }),
    enabled: isOffered,
    refetchInterval: LIVE_MS,
  });
}

function useChange(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => request<{ count: number }>(path, { method: 'POST', body: { ids } }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [KEY] }), client.invalidateQueries({ queryKey: ['actions'] })]),
  });
}

export function useResendDeadLetters() {
  return useChange('/sluice/dead_letters/resend');
}

export function useDeleteDeadLetters() {
  return useChange('/sluice/dead_letters/delete');
}
