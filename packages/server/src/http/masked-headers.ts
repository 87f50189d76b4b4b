import { type Json, type JsonObject, REDACTED } from '@sluice/contract';

/** A rendered request as people may see it: headers may hold secrets of its connector. */
export function maskedHeaders<T extends Json>(request: T): T {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const { headers } = request as JsonObject;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return request;
  const safe = Object.entries(headers as JsonObject).map(([key, value]) => [
    key,
    /authorization|api-?key|token|secret|cookie/i.test(key) ? REDACTED : value,
  ]);
  return { ...request, headers: Object.fromEntries(safe) };
}
