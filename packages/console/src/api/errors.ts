/** What went wrong with a request, as the error catalogue of specification §8 tells the cases apart. */
export type ApiErrorKind =
  /** The backend answered with an error. */
  | 'refused'
  /** No answer at all. */
  | 'network'
  /** No answer within the time limit. */
  | 'timeout'
  /** Given up by the console itself: shown nowhere. */
  | 'cancelled';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  /** The whole body: some errors carry more, such as the rules that use an action. */
  readonly body: unknown;

  constructor(kind: ApiErrorKind, status: number, code: string, message: string, body?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What is wrong with one value that was sent, as a validation error names it. */
export interface ApiFault {
  /** Keys of the body; empty when the body as a whole is meant. */
  readonly path: readonly string[];
  /** Stable name such as `required_field`; a sentence where the backend has no name for it. */
  readonly reason: string;
  /** What would be right, or a sentence of the backend's. */
  readonly expected?: string;
  readonly message?: string;
  readonly value?: unknown;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  // EMQX: `{"expected":"boolean()"}`
  return isObject(value) && typeof value.expected === 'string' ? value.expected : undefined;
}

function faultOf(detail: unknown): ApiFault | undefined {
  if (!isObject(detail) || detail.kind === undefined) return undefined;
  const reason = typeof detail.reason === 'string' ? detail.reason : 'wrong_type';
  const expected = textOf(detail.expected) ?? (isObject(detail.reason) ? textOf(detail.reason) : undefined);
  const keys = typeof detail.path === 'string' ? detail.path.split('.') : [];
  const path = keys[0] === 'root' ? keys.slice(1) : keys;
  return {
    // Of a name EMQX says only in words that it is one.
    path: path.length === 0 && /\bname\b/i.test(reason) ? ['name'] : path,
    reason,
    ...(expected === undefined ? {} : { expected }),
    ...(typeof detail.message === 'string' ? { message: detail.message } : {}),
    ...('value' in detail ? { value: detail.value } : {}),
  };
}

/** The single values that an error answer finds fault with; none for errors of other kinds. */
export function faultsOf(error: ApiError): readonly ApiFault[] {
  const { body } = error;
  if (error.status !== 400 || !isObject(body)) return [];
  if (error.code === 'ALREADY_EXISTS') return [{ path: ['name'], reason: 'already_exists', message: error.message }];
  let detail = body.message;
  if (typeof detail === 'string' && detail.startsWith('{')) {
    try {
      detail = JSON.parse(detail);
    } catch {
      return [];
    }
  }
  if (!isObject(detail) || detail.kind !== 'validation_error') return [];
  const single = (entry: unknown) => faultOf(isObject(entry) ? { kind: 'validation_error', ...entry } : entry);
  const faults = Array.isArray(detail.errors) ? detail.errors.map(single) : [faultOf(detail)];
  return faults.filter((fault) => fault !== undefined);
}

/** The message of a validation error is JSON itself, as in EMQX. Sluice puts a sentence for people into it. */
function sentenceOf(message: string): string {
  if (!message.startsWith('{')) return message;
  try {
    const detail: unknown = JSON.parse(message);
    return isObject(detail) && typeof detail.message === 'string' ? detail.message : message;
  } catch {
    return message;
  }
}

/** Reads an error answer: JSON with `code` and `message` (text or object), other JSON, plain text, or nothing. */
export function errorOfAnswer(status: number, text: string): ApiError {
  if (text.trim() === '') return new ApiError('refused', status, '', 'Network error');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new ApiError('refused', status, '', text, text);
  }
  if (!isObject(body)) return new ApiError('refused', status, '', text, body);
  const code = typeof body.code === 'string' ? body.code : '';
  const { message } = body;
  if (typeof message === 'string') return new ApiError('refused', status, code, sentenceOf(message), body);
  if (message !== undefined) return new ApiError('refused', status, code, JSON.stringify(message), body);
  return new ApiError('refused', status, code, code === '' ? text : '', body);
}

/** `400 BAD_REQUEST: the message`. */
export function errorLine(error: ApiError): string {
  if (error.status === 0) return error.message;
  const head = error.code === '' ? `${error.status}` : `${error.status} ${error.code}`;
  return error.code === '' && error.message === 'Network error'
    ? `${head} ${error.message}`
    : `${head}: ${error.message}`;
}

/** The sentence alone, for a place where the code says nothing to a person. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error);
  return error.kind === 'refused' && error.message !== '' ? error.message : errorLine(error);
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

export interface OtherChange {
  readonly by: { readonly kind: string; readonly name: string };
  readonly at: string;
}

/** What was to be changed is not what it was when it was read: somebody else has changed it. */
export function isConflict(error: unknown): boolean {
  return isApiError(error) && error.status === 412;
}

/** Who made the other change, and when (RFC 3339), where the backend knows. */
export function otherChange(error: unknown): OtherChange | undefined {
  const body = isApiError(error) ? error.body : undefined;
  if (!isObject(body) || !isObject(body.changed_by)) return undefined;
  const { kind, name } = body.changed_by;
  if (typeof kind !== 'string' || typeof name !== 'string') return undefined;
  return { by: { kind, name }, at: typeof body.changed_at === 'string' ? body.changed_at : '' };
}

export function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
