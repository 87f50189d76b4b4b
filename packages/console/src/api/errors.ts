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

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

export function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
