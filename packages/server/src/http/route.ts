import type { ErrorCode } from '@sluice/contract';
import type { z } from 'zod';
import type { Actor } from '../session/actor.ts';
import type { Role } from '../session/role.ts';
import type { Answer } from './answer.ts';

/** Who may use a route: everybody, every role, administrators, or (`self`) every role for its own account. */
type Access = 'public' | 'read' | 'write' | 'self';

/** Who is asking. */
export interface Caller {
  readonly actor: Actor;
  readonly role: Role;
  /** Absent for API keys. */
  readonly username?: string;
  readonly token?: string;
}

export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, for routes that must not lose the spelling of numbers. */
  readonly bodyText: string;
  /** `undefined` on public routes. */
  readonly caller: Caller | undefined;
  /** Who asks and from where, for the audit log; nobody with a name on public routes. */
  readonly actor: Actor;
  /** Who asks, as limits count it: see `clientOf`. */
  readonly ip: string;
  /** Value of `If-Match`, if sent. */
  readonly ifMatch: string | undefined;
}

/** One row of the table of routes: what the OpenAPI document says is what is checked. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/v5`, with `:name` parameters. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly errors: readonly ErrorCode[];
  /** API keys may not touch users, keys and sessions. */
  readonly apiKeys: boolean;
  /** Largest body in bytes, where it is not that of all. */
  readonly bodyLimit?: number;
  /** `application/JSON` is refused here, as in EMQX. */
  readonly exactContentType: boolean;
  handle(call: Call<unknown, unknown, unknown>): Promise<Answer> | Answer;
}

interface RouteInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>
  extends Pick<Route, 'method' | 'path' | 'tag' | 'summary'> {
  readonly access?: Access;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly errors?: readonly ErrorCode[];
  readonly apiKeys?: boolean;
  readonly exactContentType?: boolean;
  readonly bodyLimit?: number;
  handle(call: Call<z.infer<P>, z.infer<Q>, z.infer<B>>): Promise<Answer> | Answer;
}

/** Reading is for every role, everything else for administrators, unless `access` says otherwise. */
export function route<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(input: RouteInput<P, Q, B>): Route {
  return {
    access: input.method === 'GET' ? 'read' : 'write',
    errors: [],
    apiKeys: true,
    exactContentType: false,
    ...input,
    handle: (call) => input.handle(call as Call<z.infer<P>, z.infer<Q>, z.infer<B>>),
  };
}
