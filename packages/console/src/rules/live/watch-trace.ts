import { isApiError } from '../../api/errors.ts';
import { createTrace, deleteTrace, traceNodes, tracePiece } from '../../api/traces.ts';
import type { Listener } from './feed.ts';
import { traceLines } from './trace-lines.ts';

const POLL_MS = 1_500;
/** A trace that nobody deleted ends by itself. */
const HOURS = 24;

/** `DEBUG_RULE_<rule>_<time>`: letters, digits, `_` and `-` only, whatever the rule is called. */
export function traceName(ruleId: string, now: Date): string {
  const time = now.toISOString().replace(/\D/g, '');
  const name = `DEBUG_RULE_${ruleId.replace(/[^\w-]/g, '_')}`;
  return `${name.slice(0, 200)}_${time.slice(0, 8)}_${time.slice(8)}`;
}

/** Watches a stored rule through a trace of the broker: made, read piece by piece, and deleted at the end. */
export function watchTrace(ruleId: string, listener: Listener): () => void {
  const name = traceName(ruleId, new Date());
  const abort = new AbortController();
  const read = new Map<string, { position: number; rest: string }>();

  const readNode = async (node: string) => {
    const { position, rest } = read.get(node) ?? { position: 0, rest: '' };
    const piece = await tracePiece(name, node, position, abort.signal);
    const lines = (rest + piece.items).split('\n');
    read.set(node, { position: piece.position, rest: lines.pop() ?? '' });
    listener.lines(lines.flatMap(traceLines));
  };

  const end = () => {
    abort.abort();
    window.removeEventListener('pagehide', end);
    // One that is gone already is as good.
    deleteTrace(name).catch(() => undefined);
  };
  window.addEventListener('pagehide', end);

  const run = async () => {
    try {
      await createTrace(name, ruleId, HOURS);
    } catch (error) {
      listener.state({ kind: 'over', reason: isApiError(error) ? error.message : String(error) });
      return;
    }
    // Ended while it was being made.
    if (abort.signal.aborted) return void deleteTrace(name).catch(() => undefined);
    while (!abort.signal.aborted) {
      try {
        for (const node of await traceNodes(name, abort.signal)) await readNode(node);
        listener.state({ kind: 'watching' });
      } catch (error) {
        if (abort.signal.aborted) return;
        if (isApiError(error) && error.status === 404) {
          listener.state({ kind: 'over', reason: error.message });
          return;
        }
        listener.state({ kind: 'lost', message: isApiError(error) ? error.message : '' });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  void run();
  return end;
}
