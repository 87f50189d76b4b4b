import type { TapLine } from '@sluice/contract';
import { isApiError } from '../../api/errors.ts';
import { readEvents, type StreamEvent } from '../../api/event-stream.ts';
import type { Listener } from './feed.ts';
import { tapLines } from './tap-lines.ts';

/** Before the first try again, and at most, in ms. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Watches a stored rule through the backend's stream, again and again until it is ended; gives what ends it. */
export function watchTap(ruleId: string, listener: Listener): () => void {
  const abort = new AbortController();
  let cursor = 0;
  let wait = FIRST_WAIT_MS;
  let isOver = false;

  const take = (event: StreamEvent) => {
    if (event.event === 'ready') {
      wait = FIRST_WAIT_MS;
      listener.state({ kind: 'watching' });
    } else if (event.event === 'end') {
      isOver = true;
      listener.state({ kind: 'over', reason: String((JSON.parse(event.data) as { reason?: string }).reason) });
    } else if (event.event === 'event' || event.event === 'output' || event.event === 'skipped') {
      const line = JSON.parse(event.data) as TapLine;
      cursor = line.cursor;
      listener.lines(tapLines(line));
    }
  };

  const run = async () => {
    while (!abort.signal.aborted && !isOver) {
      try {
        await readEvents('/sluice/tap', { rule: ruleId, after: cursor }, abort.signal, (events) =>
          events.forEach(take),
        );
        if (!isOver) listener.state({ kind: 'connecting' });
      } catch (error) {
        if (abort.signal.aborted) return;
        // What the backend refuses, it refuses again; a connection that broke comes back.
        if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) {
          listener.state({ kind: 'over', reason: error.message });
          return;
        }
        listener.state({ kind: 'lost', message: isApiError(error) ? error.message : '' });
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    }
  };
  void run();
  return () => abort.abort();
}
