/** What a call of the stand-in gets. */
export interface Request {
  readonly method: string;
  /** Below `/api/v5`, decoded, split at the slashes. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly type?: string;
}

export const EMPTY: Reply = { status: 204 };

export function give(body: unknown, status = 200): Reply {
  return { status, body };
}

export function refuse(status: number, code: string, message: string, data: object = {}): Reply {
  return { status, body: { code, message, ...data } };
}

/** The broker's form of a validation error: JSON within the text. */
export function invalid(fault: object): Reply {
  return refuse(400, 'BAD_REQUEST', JSON.stringify({ ...fault, kind: 'validation_error' }));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One page in the broker's form. */
export function page(rows: readonly unknown[], query: URLSearchParams, counted = true): Reply {
  const [at, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 100)];
  if (Number.isNaN(at) || Number.isNaN(limit)) return refuse(500, 'INTERNAL_ERROR', 'error, badarg, []');
  if (at < 1 || limit < 1) return refuse(400, 'BAD_REQUEST', 'page_limit_invalid');
  const start = (at - 1) * limit;
  const meta = { ...(counted && { count: rows.length }), hasnext: start + limit < rows.length, limit, page: at };
  return give({ data: rows.slice(start, start + limit), meta });
}
