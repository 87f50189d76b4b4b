import type { JsonObject } from '@sluice/contract';
import type { DeadLetter } from '../api/dead-letters.ts';

/** Where a dead letter was going, in the words of its type: a URL, a topic, a stream. */
export function letterTarget(letter: DeadLetter): string {
  const { request } = letter;
  for (const key of ['url', 'topic', 'stream', 'stream_name', 'pulsar_topic']) {
    const value = request[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Size of what was to be sent, in bytes. */
export function letterBytes(letter: DeadLetter): number {
  const { content, rest } = letterParts(letter);
  return new TextEncoder().encode(content ?? JSON.stringify(rest)).length;
}

/** The content of a request as text, and everything else of it. */
export function letterParts(letter: DeadLetter): { readonly rest: JsonObject; readonly content: string | undefined } {
  const key = ['body', 'payload', 'value', 'data'].find((one) => letter.request[one] !== undefined);
  if (key === undefined) return { rest: letter.request, content: undefined };
  const { [key]: content, ...rest } = letter.request;
  return { rest, content: typeof content === 'string' ? content : JSON.stringify(content) };
}
