import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from './client.ts';

/** A person, a program with an API key, or the server itself. */
interface Actor {
  readonly kind: string;
  readonly name: string;
  /** The address it was asked from. */
  readonly from?: string;
}

/** What something was done to. */
export interface AuditObject {
  readonly type: string;
  /** `clientid` or `username`, where names are unique only within those; `all` for everybody. */
  readonly scope?: string;
  /** Absent for all of a type, for some of it (`count` says how many) and for what exists once. */
  readonly id?: string;
  readonly count?: number;
}

export interface AuditEntry {
  readonly id: number;
  /** RFC 3339. */
  readonly at: string;
  readonly who: Actor;
  readonly verb: string;
  readonly object: AuditObject;
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
