import { matchesTopic } from '@sluice/contract';
import type { Incoming, Take } from '../driver.ts';

/**
 * Messages of a kept session that arrive before the source they are for has subscribed. They are not acknowledged until
 * it has taken them over; the other side sends no more of them than its window.
 */
export interface Unclaimed {
  /** Settles when the message may be acknowledged. */
  hold(message: Incoming): Promise<void>;
  /** Hands over what waits for this topic filter. */
  claim(filter: string, take: Take): void;
  close(): void;
}

/** After this long nobody wants it: a source that was removed while the connection was away. */
const LONGEST_WAIT_MS = 60_000;

interface Waiting {
  readonly message: Incoming;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (safe: void | Promise<void>) => void;
}

export function createUnclaimed(): Unclaimed {
  const held = new Set<Waiting>();

  function release(waiting: Waiting, safe: void | Promise<void>): void {
    clearTimeout(waiting.timer);
    held.delete(waiting);
    waiting.resolve(safe);
  }

  return {
    hold(message) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => release(waiting, undefined), LONGEST_WAIT_MS);
        const waiting: Waiting = { message, timer, resolve };
        held.add(waiting);
      });
    },
    claim(filter, take) {
      for (const waiting of held) {
        if (matchesTopic(waiting.message.topic, filter)) release(waiting, take(waiting.message));
      }
    },
    close() {
      // Never acknowledged: they come again.
      for (const { timer } of held) clearTimeout(timer);
      held.clear();
    },
  };
}
