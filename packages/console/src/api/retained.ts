import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import type { Page } from './paged.ts';
import { useChange } from './use-change.ts';

/** A message that new subscribers of its topic get at once. */
export interface RetainedMessage {
  readonly topic: string;
  readonly qos: number;
  /** RFC 3339. */
  readonly publish_at?: string;
  /** RFC 3339; absent: stays. */
  readonly expire_at?: string;
  readonly from_clientid?: string;
  readonly from_username?: string;
  /** Base64; absent in lists, and for payloads that are too large to show. */
  readonly payload?: string;
}

export const RETAINED_PER_PAGE = 100;
const TOUCHED = ['retained'];

export function useRetained({ page, filter }: { readonly page: number; readonly filter: string | undefined }) {
  return useQuery({
    queryKey: ['retained', page, filter],
    queryFn: ({ signal }) =>
      request<Page<RetainedMessage>>('/mqtt/retainer/messages', {
        query: { page, limit: RETAINED_PER_PAGE, topic: filter },
        signal,
      }),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  });
}

export function useRetainedMessage(topic: string) {
  return useQuery({
    queryKey: ['retained', 'one', topic],
    queryFn: ({ signal }) => request<RetainedMessage>(pathOf('mqtt', 'retainer', 'message', topic), { signal }),
  });
}

export function useDeleteRetained() {
  return useChange(
    TOUCHED,
    (topic: string) => request<void>(pathOf('mqtt', 'retainer', 'message', topic), { method: 'DELETE' }),
    { quiet: true },
  );
}

export interface NewMessage {
  readonly topic: string;
  readonly payload: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
}

/** `subscribed`: somebody got it at once. */
export function usePublish() {
  return useChange(
    TOUCHED,
    async (message: NewMessage): Promise<{ readonly subscribed: boolean }> => {
      const answer = await request<{ readonly id?: string }>('/publish', { method: 'POST', body: message });
      return { subscribed: answer?.id !== undefined };
    },
    { quiet: true },
  );
}
