import type { Outcome } from '../driver.ts';

/** Puts requests that come one by one together into batches for a target that takes many at once. */
export interface Accumulator<T> {
  /** `bytes` counts against the size of a batch. */
  add(item: T, bytes: number): Promise<Outcome>;
  /** Answers everything that waits with `outcome`; batches under way answer by themselves. */
  drop(outcome: Outcome): void;
}

export interface AccumulatorLimits {
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Most batches under way. With 1, order is kept even when batches fail. */
  readonly maxInFlight: number;
  /** How long in ms a batch that is not full waits for more. Default: not at all. */
  readonly lingerMs?: number;
}

interface Waiting<T> {
  readonly item: T;
  readonly bytes: number;
  readonly resolve: (outcome: Outcome) => void;
}

/**
 * `flush` sends one batch and answers with one outcome each, in order; it never rejects. What comes in while all
 * batches are under way makes up the next one, so batches grow with the load and nothing waits for a timer.
 * A batch that the target could not take sends what waits behind it back too: nothing overtakes it.
 */
export function createAccumulator<T>(
  limits: AccumulatorLimits,
  flush: (items: readonly T[]) => Promise<readonly Outcome[]>,
): Accumulator<T> {
  let waiting: Waiting<T>[] = [];
  let underWay = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || underWay >= limits.maxInFlight || waiting.length === 0) return;
    scheduled = true;
    const start = (): void => {
      scheduled = false;
      while (underWay < limits.maxInFlight && waiting.length > 0) void send(take());
    };
    // After the current round of calls, so that what is handed over together goes out together.
    if (limits.lingerMs === undefined || limits.lingerMs <= 0) setImmediate(start);
    else setTimeout(start, limits.lingerMs);
  }

  function take(): Waiting<T>[] {
    let bytes = 0;
    let count = 0;
    for (const one of waiting) {
      if (count === limits.maxItems || (count > 0 && bytes + one.bytes > limits.maxBytes)) break;
      bytes += one.bytes;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  }

  async function send(batch: readonly Waiting<T>[]): Promise<void> {
    underWay++;
    const outcomes = await flush(batch.map((one) => one.item));
    underWay--;
    let failed: Outcome | undefined;
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index] ?? MISSING;
      if (outcome.kind === 'retry' && outcome.scope !== 'request') failed ??= outcome;
      one.resolve(outcome);
    }
    if (failed !== undefined) drop(failed);
    schedule();
  }

  function drop(outcome: Outcome): void {
    const dropped = waiting;
    waiting = [];
    for (const one of dropped) one.resolve(outcome);
  }

  return {
    add(item, bytes) {
      return new Promise((resolve) => {
        waiting.push({ item, bytes, resolve });
        schedule();
      });
    },
    drop,
  };
}

const MISSING: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { code: 'unanswered', message: 'The target gave no answer for this message. It is sent again.' },
};
