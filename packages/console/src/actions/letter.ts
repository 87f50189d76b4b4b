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
  const { request } = letter;
  const content = request.body ?? request.payload ?? request.value ?? request;
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return new TextEncoder().encode(text).length;
}
