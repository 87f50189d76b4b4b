import type { ErrorCode, Failure } from '@sluice/contract';

/** What a route gives back. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON; left out for an empty body. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  /** Sent piece by piece, instead of `body`; ended when the client leaves. */
  readonly stream?: AsyncIterable<string>;
  /** Of `text` and `stream`; JSON unless given. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function json(body: unknown, status = 200, headers?: Answer['headers']): Answer {
  return { status, body, ...(headers !== undefined && { headers }) };
}

/** JSON that is already text: integers keep all their digits. */
export function jsonText(text: string): Answer {
  return { status: 200, text };
}

export function plainText(text: string, type = 'text/plain; charset=utf-8'): Answer {
  return { status: 200, text, type };
}

export const NO_CONTENT: Answer = { status: 204 };

/** The status that goes with each code. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  ALREADY_EXISTS: 400,
  API_KEY_NOT_ALLOW: 401,
  AUTHORIZATION_HEADER_ERROR: 401,
  BAD_API_KEY_OR_SECRET: 401,
  BAD_REQUEST: 400,
  BAD_TOKEN: 401,
  BAD_USERNAME_OR_PWD: 401,
  CLIENTID_NOT_FOUND: 404,
  CONFLICT: 409,
  INTERNAL_ERROR: 500,
  INVALID_PARAMETER: 400,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  NOT_IMPLEMENTED: 501,
  NOT_MATCH: 412,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
  RULE_NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
  TEST_FAILED: 400,
  TOKEN_TIME_OUT: 401,
  TOPIC_NOT_FOUND: 404,
  UNAUTHORIZED_ROLE: 403,
  UNSUPPORTED_MEDIA_TYPE: 415,
  USER_NOT_FOUND: 404,
};

/**
 * A failure on the wire: `{code, message}` and what else the failure carries (`rules`, `diagnostics` …). As in EMQX
 * the message of a validation error is itself JSON, with `kind`, `reason` and `path`; ours adds a sentence.
 */
export function failed(failure: Failure, headers?: Answer['headers']): Answer {
  const { faults, ...data } = failure.data ?? {};
  const body = { code: failure.code, message: wireMessage(failure, faults), ...data };
  return json(body, STATUS[failure.code], headers);
}

interface WireFault {
  readonly path: readonly (string | number)[];
  readonly reason: string;
  readonly [key: string]: unknown;
}

function wireMessage(failure: Failure, faults: unknown): string {
  if (!Array.isArray(faults) || faults.length === 0) return failure.message;
  const entries = (faults as WireFault[]).map(({ path, ...fault }) => ({
    ...fault,
    path: ['root', ...path].join('.'),
  }));
  const [first] = entries;
  return JSON.stringify({
    kind: 'validation_error',
    ...first,
    message: failure.message,
    ...(entries.length > 1 && { errors: entries }),
  });
}
