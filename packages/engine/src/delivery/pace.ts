import { backoffMs } from './backoff.ts';

/**
 * How many requests may be under way at a target. One that fails as a whole rests, is then tried with one request, and
 * gets more with each answer: the backlog of an outage does not flood it. Half of what it failed under it gets quickly,
 * the rest one more a round of answers.
 */
export interface Pace {
  /** How many more requests may go, with `underWay` on their way; 0 or less while the target rests. */
  room(underWay: number): number;
  succeeded(): void;
  /** The target failed; `afterMs` is its own wish. */
  failed(underWay: number, afterMs: number | undefined): void;
  /** A new connection: no reason to rest, and none to begin with a flood. */
  restart(): void;
  configure(widest: number): void;
  stop(): void;
}

/** So many at once flood no target. */
const SMALL = 8;

/** `resume` is called when a rest is over. */
export function createPace(initial: number, resume: () => void): Pace {
  let widest = initial;
  let window = widest;
  /** From here on the window grows slowly. */
  let slow = widest;
  let failures = 0;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  function rest(ms: number): void {
    const until = performance.now() + ms;
    if (timer !== undefined && until <= restUntil) return;
    restUntil = until;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      resume();
    }, ms);
  }

  return {
    room: (underWay) => (timer === undefined ? Math.floor(window) - underWay : 0),
    succeeded() {
      failures = 0;
      if (window < widest) window = Math.min(widest, window + (window < slow ? 1 : 1 / window));
    },
    failed(underWay, afterMs) {
      if (window > 1) slow = Math.max(SMALL, Math.ceil(underWay / 2));
      window = 1;
      // Those that were under way together fail together: that is one failure, unless the target asks for a longer rest.
      if (timer === undefined) rest(afterMs ?? backoffMs(failures++));
      else if (afterMs !== undefined) rest(afterMs);
    },
    restart() {
      failures = 0;
      window = Math.min(window, SMALL);
      clearTimeout(timer);
      timer = undefined;
    },
    configure(next) {
      if (window >= widest) window = next;
      if (slow >= widest) slow = next;
      widest = next;
      window = Math.min(window, widest);
      slow = Math.min(slow, widest);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
