import { DELIVERED, type Outcome } from '../driver.ts';
import { errorCode, networkFault } from '../fault.ts';

/** What an HTTP status means for the request (issue: 2xx done, 4xx never, 429 and 5xx again). */
export function outcomeOf(status: number, retryAfter: string | undefined, body: string, target: string): Outcome {
  if (status >= 200 && status < 300) return DELIVERED;
  const raw = body === '' ? `HTTP ${status}` : `HTTP ${status}: ${body}`;
  const wait = retryAfter === undefined ? undefined : retryAfterMs(retryAfter);
  const named = { code: 'http_status' as const, data: { target, status } };
  const after = wait === undefined ? {} : { afterMs: wait };
  if (status === 429) {
    const message = `${target} asks for fewer requests (HTTP 429). They are sent again, slower.`;
    return { kind: 'retry', scope: 'target', fault: { message, raw, ...named }, ...after };
  }
  if (status === 502 || status === 503 || status === 504) {
    const message = `${target} is not available (HTTP ${status}). Requests wait and are sent again.`;
    return { kind: 'retry', scope: 'target', fault: { message, raw, ...named }, ...after };
  }
  if (status >= 500 || status === 408 || status === 425) {
    const message = `${target} could not handle the request (HTTP ${status}). It is sent again; look into the log of the server.`;
    return { kind: 'retry', scope: 'request', fault: { message, raw, ...named }, ...after };
  }
  return { kind: 'rejected', fault: { message: refusal(status, target), raw, ...named } };
}

function refusal(status: number, target: string): string {
  if (status >= 300 && status < 400) {
    return `${target} redirects elsewhere (HTTP ${status}). Put the final address into the connector.`;
  }
  switch (status) {
    case 401:
      return `${target} wants other credentials (HTTP 401). Check the authorization header.`;
    case 403:
      return `${target} does not allow this request (HTTP 403). Check the permissions of the credentials.`;
    case 404:
      return `${target} has nothing at this path (HTTP 404). Check URL and path.`;
    case 405:
      return `${target} does not take this method (HTTP 405). Choose another method.`;
    case 413:
      return `The request is too large for ${target} (HTTP 413).`;
    default:
      return `${target} refused the request (HTTP ${status}). Check path, headers and body.`;
  }
}

/** A request that got no answer at all. */
export function outcomeOfError(error: unknown, target: string): Outcome {
  const code = errorCode(error);
  if (code === 'UND_ERR_INVALID_ARG') {
    const message = 'The request cannot be sent: a header or the path holds characters that HTTP forbids.';
    return { kind: 'rejected', fault: { code: 'request_unwritable', data: { target }, message, raw: String(error) } };
  }
  return { kind: 'retry', scope: 'target', fault: networkFault(error, target) };
}

const LONGEST_WAIT_MS = 60_000;

/** `Retry-After` in seconds or as a date; never more than a minute. */
function retryAfterMs(header: string): number | undefined {
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}
