import { openStream } from './client.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Reads server-sent events from text that comes in pieces; gives those that are complete. */
export function eventStreamReader(): (piece: string) => readonly StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): readonly StreamEvent[] {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    // A comment: a heartbeat.
    if (colon === 0) continue;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 ? [] : [{ event, data: data.join('\n'), id }];
}

/** Reads events until the backend ends them or `signal` aborts; throws an `ApiError` when they cannot be had. */
export async function readEvents(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
  onEvents: (events: readonly StreamEvent[]) => void,
): Promise<void> {
  const reader = (await openStream(path, { query, signal })).pipeThrough(new TextDecoderStream()).getReader();
  const read = eventStreamReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = read(value);
      if (events.length > 0) onEvents(events);
    }
  } finally {
    reader.releaseLock();
  }
}
