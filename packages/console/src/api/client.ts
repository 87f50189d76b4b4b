import { API_BASE } from './cluster-store.ts';
import { ApiError, errorOfAnswer } from './errors.ts';
import { parseExact, stringifyExact } from './exact-json.ts';
import { getSession, signedOut } from './session-store.ts';

const TIMEOUT_MS = 20_000;

type QueryValue = string | number | boolean | undefined | readonly (string | number)[];

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** `text` keeps the answer as it came: integers beyond 2^53 keep their digits. */
  readonly as?: 'json' | 'text';
  /** The version that is changed: the backend refuses (412) when it has another by now. Absent: whatever it has. */
  readonly ifMatch?: string | undefined;
  /** Signing in: a 401 is an answer there, not the end of the session. */
  readonly anonymous?: boolean;
  /** Goes out even when the page is being left. */
  readonly keepalive?: boolean;
}

/** How the session ended, for the message on the sign-in page. */
export type ExpiryReason = 'expired' | 'refused';
let onExpired: (reason: ExpiryReason) => void = () => {};
let inFlight = 0;
const onDrained: (() => void)[] = [];

/** Called once when the backend no longer takes the token. */
export function whenSessionExpires(handler: (reason: ExpiryReason) => void): void {
  onExpired = handler;
}

/** Called whenever no request is under way any more. */
export function whenRequestsDrain(handler: () => void): void {
  onDrained.push(handler);
}

function urlOf(path: string, query: RequestOptions['query']): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const item of value) parameters.append(key, String(item));
    else parameters.append(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? API_BASE + path : `${API_BASE}${path}?${text}`;
}

function expire(error: ApiError): void {
  if (getSession() === undefined) return;
  // Told first: the sign-in page that follows says why.
  onExpired(error.code === 'BAD_TOKEN' || error.code === 'TOKEN_TIME_OUT' ? 'expired' : 'refused');
  signedOut(false);
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const headers: Record<string, string> = {};
  const token = getSession()?.token;
  if (token !== undefined && options.anonymous !== true) headers.Authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
  try {
    return await fetch(urlOf(path, options.query), {
      method: options.method ?? 'GET',
      headers,
      body: options.body === undefined ? null : stringifyExact(options.body),
      keepalive: options.keepalive === true,
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    });
  } catch {
    if (options.signal?.aborted === true) throw new ApiError('cancelled', 0, '', 'Cancelled');
    if (timeout.aborted) throw new ApiError('timeout', 0, '', `No answer within ${TIMEOUT_MS / 1000} s`);
    throw new ApiError('network', 0, '', 'Network error');
  }
}

/** One call of the management API. Throws an `ApiError`; an empty answer is `undefined`. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await requestVersion<T>(path, options)).value;
}

/** What a backend answered, and which version of the object that is; EMQX does not say. */
export interface Version<T> {
  readonly value: T;
  readonly etag: string | undefined;
}

/** A call whose answer is changed later: its `etag` goes back as `ifMatch`. Throws as `request` does. */
export async function requestVersion<T>(path: string, options: RequestOptions = {}): Promise<Version<T>> {
  inFlight++;
  try {
    const response = await send(path, options);
    const text = await response.text();
    if (!response.ok) {
      const error = errorOfAnswer(response.status, text);
      if (response.status === 401 && options.anonymous !== true) expire(error);
      throw error;
    }
    const value = options.as === 'text' ? text : text === '' ? undefined : parseExact(text);
    return { value: value as T, etag: response.headers.get('ETag') ?? undefined };
  } finally {
    inFlight--;
    if (inFlight === 0) for (const handler of onDrained) handler();
  }
}

/** A call whose answer goes on for as long as it is read: no time limit. Throws an `ApiError`. */
export async function openStream(
  path: string,
  { query, signal }: Pick<RequestOptions, 'query'> & { readonly signal: AbortSignal },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = getSession()?.token;
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(urlOf(path, query), { headers, signal, cache: 'no-store' }).catch(() => {
    if (signal.aborted) throw new ApiError('cancelled', 0, '', 'Cancelled');
    throw new ApiError('network', 0, '', 'Network error');
  });
  if (!response.ok || response.body === null) {
    const error = errorOfAnswer(response.status, await response.text());
    if (response.status === 401) expire(error);
    throw error;
  }
  return response.body;
}

/** `/connectors/http%3Aname`: ids are encoded. */
export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
