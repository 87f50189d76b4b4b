/** Error codes on the wire; the same as EMQX 5.8 where both know the situation (decision 21). */
export type ErrorCode =
  | 'ALREADY_EXISTS'
  | 'API_KEY_NOT_ALLOW'
  | 'AUTHORIZATION_HEADER_ERROR'
  | 'BAD_API_KEY_OR_SECRET'
  | 'BAD_REQUEST'
  | 'BAD_TOKEN'
  | 'BAD_USERNAME_OR_PWD'
  | 'CONFLICT'
  | 'INTERNAL_ERROR'
  | 'INVALID_PARAMETER'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'NOT_IMPLEMENTED'
  | 'NOT_MATCH'
  | 'PRECONDITION_FAILED'
  | 'RATE_LIMITED'
  | 'RULE_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'TEST_FAILED'
  | 'TOKEN_TIME_OUT'
  | 'TOPIC_NOT_FOUND'
  | 'CLIENTID_NOT_FOUND'
  | 'UNAUTHORIZED_ROLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'USER_NOT_FOUND';

/**
 * An expected failure, as a value. `message` is a sentence for a person that says what to do;
 * `path` is where in the input it is (an array of keys); `raw` is the text of the underlying system, for "Details".
 */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly raw?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: F };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<F>(error: F): { readonly ok: false; readonly error: F } {
  return { ok: false, error };
}
