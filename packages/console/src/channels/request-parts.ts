import type { Json, JsonObject } from '@sluice/contract';

/** Keys under which the types of action put what is sent itself. */
const CONTENT = ['body', 'payload', 'value', 'data'];
/** Keys under which they put where it goes. */
const TARGET = ['url', 'topic', 'stream', 'stream_name', 'pulsar_topic'];

/** Where a request goes, in the words of its type: a URL, a topic, a stream. */
export function requestTarget(request: JsonObject): string {
  for (const key of TARGET) {
    const value = request[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Size of what is sent, in bytes. */
export function requestBytes(request: JsonObject): number {
  const { content, rest } = requestParts(request);
  return new TextEncoder().encode(content ?? JSON.stringify(rest)).length;
}

/** The content of a request as text, and everything else of it. */
export function requestParts(request: JsonObject): { readonly rest: JsonObject; readonly content: string | undefined } {
  const key = CONTENT.find((one) => request[one] !== undefined);
  if (key === undefined) return { rest: request, content: undefined };
  const { [key]: content, ...rest } = request;
  return { rest, content: typeof content === 'string' ? content : JSON.stringify(content) };
}

/** A request that came as anything: what is no object is shown as its content. */
export function requestOf(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : { data: value };
}
