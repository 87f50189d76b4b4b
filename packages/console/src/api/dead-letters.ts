import type { JsonObject } from '@sluice/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  /** Where it came from: '' or absent for a message without a topic. */
  readonly rule?: string;
  readonly topic?: string;
  /** The beginning of the body, on one line. */
  readonly preview?: string;
  /** In the words of its type. */
  readonly request: JsonObject;
  readonly message?: string;
  readonly raw?: string;
  /** Stable name of why, and what the sentence mentions. */
  readonly code?: string;
  readonly data?: JsonObject;
}

export interface DeadLetterPage {
  /** Newest first. */
  readonly letters: readonly DeadLetter[];
  /** How many there are in all. */
  readonly count: number;
  readonly hasNext: boolean;
}

export interface DeadLetterFilter {
  readonly action?: string | undefined;
  readonly reason?: string | undefined;
}

/** Letters of one page. */
export const LETTERS_A_PAGE = 100;
const KEY = 'dead-letters';

interface Answer {
  readonly data: readonly DeadLetter[];
  readonly meta: { readonly count: number; readonly hasnext: boolean };
}

async function readPage(
  { action, reason }: DeadLetterFilter,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<DeadLetterPage> {
  const { data, meta } = await request<Answer>('/sluice/dead_letters', {
    query: { action, reason, page, limit },
    ...(signal === undefined ? {} : { signal }),
  });
  return { letters: data, count: meta.count, hasNext: meta.hasnext };
}

/** One page of the letters of an action, or of all. `isWanted`: sources have none. */
export function useDeadLetters(filter: DeadLetterFilter, page = 1, isWanted = true, limit = LETTERS_A_PAGE) {
  const isOffered = useFeature('dead_letters') === true && isWanted;
  return useQuery({
    queryKey: [KEY, filter.action, filter.reason, page, limit],
    queryFn: ({ signal }) => readPage(filter, page, limit, signal),
    enabled: isOffered,
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

interface Reason {
  readonly message?: string;
  readonly raw?: string;
  readonly code?: string;
  readonly data?: JsonObject;
}

/** What became of a letter that was sent again; `kept`: it could not be sent, and is a dead letter still (or gone). */
export interface ResentLetter extends Reason {
  readonly id: string;
  readonly state: 'delivered' | 'waiting' | 'rejected' | 'dropped' | 'kept';
}

interface Resent {
  readonly count: number;
  readonly failed?: readonly ({ readonly id: string } & Reason)[];
  readonly sent?: readonly ResentLetter[];
}

export interface LettersDone {
  readonly count: number;
  /** Of a re-send: one for each letter that something is known about. */
  readonly letters: readonly ResentLetter[];
}

function useChange(run: (ids: readonly string[]) => Promise<LettersDone>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: [KEY] }), client.invalidateQueries({ queryKey: ['actions'] })]),
  });
}

/** How long a re-send waits for what becomes of the letters, in ms: of many only a moment, because many calls follow. */
const WAIT_MS = 2_500;
const WAIT_MANY_MS = 500;

export function useResendDeadLetters() {
  return useChange(async (ids) => {
    const wait_ms = ids.length < BATCH ? WAIT_MS : WAIT_MANY_MS;
    const body = { ids, wait_ms };
    const {
      count,
      failed = [],
      sent = [],
    } = await request<Resent>('/sluice/dead_letters/resend', {
      method: 'POST',
      body,
    });
    return { count, letters: [...sent, ...failed.map((one) => ({ ...one, state: 'kept' as const }))] };
  });
}

export function useDeleteDeadLetters() {
  return useChange(async (ids) => {
    const { count } = await request<{ count: number }>('/sluice/dead_letters/delete', {
      method: 'POST',
      body: { ids },
    });
    return { count, letters: [] };
  });
}

/** Letters that one call changes. */
export const BATCH = 500;

/** Ids of the letters of a filter, newest first, in pages of as many as one call changes. */
export async function letterIds(
  filter: DeadLetterFilter,
  page: number,
): Promise<{ readonly ids: readonly string[]; readonly hasNext: boolean }> {
  const { letters, hasNext } = await readPage(filter, page, BATCH);
  return { ids: letters.map((letter) => letter.id), hasNext };
}
