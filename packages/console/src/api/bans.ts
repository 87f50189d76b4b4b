import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import type { Page } from './paged.ts';
import { useChange } from './use-change.ts';

/** What a ban is about, of those that the console makes; a backend may know more. */
export const BAN_KINDS = ['clientid', 'username', 'peerhost', 'peerhost_net'] as const;
export type BanKind = (typeof BAN_KINDS)[number];

export interface Ban {
  readonly as: string;
  readonly who: string;
  /** Who made it. */
  readonly by?: string;
  readonly reason?: string;
  /** RFC 3339. */
  readonly at?: string;
  /** RFC 3339, or `infinity`. */
  readonly until?: string;
}

export const BANS_PER_PAGE = 100;
/** Who is banned is no client any more. */
const TOUCHED = ['bans', 'mqtt'];

export function useBans(page: number) {
  return useQuery({
    queryKey: ['bans', page],
    queryFn: ({ signal }) => request<Page<Ban>>('/banned', { query: { page, limit: BANS_PER_PAGE }, signal }),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  });
}

export interface NewBan {
  readonly as: BanKind;
  readonly who: string;
  readonly reason: string;
  /** RFC 3339; absent: until it is lifted. */
  readonly until: string | undefined;
}

export function useCreateBan() {
  return useChange(
    TOUCHED,
    ({ reason, until, ...ban }: NewBan) =>
      request<Ban>('/banned', {
        method: 'POST',
        body: { ...ban, ...(reason === '' ? {} : { reason }), until: until ?? 'infinity' },
      }),
    { quiet: true },
  );
}

export function useLiftBan() {
  return useChange(TOUCHED, ({ as, who }: Ban) => request<void>(pathOf('banned', as, who), { method: 'DELETE' }));
}
