import type { Fault } from '../connectors/driver.ts';

/**
 * What real deliveries say about a target, before any probe: it is bad when several answers in a row were faults, or
 * when it has been silent for too long, until it takes something again. What is long past says nothing.
 */
export interface Evidence {
  answered(fault: Fault | undefined): void;
  /** Requests are under way, the oldest since `ageMs`. */
  silentFor(ageMs: number): void;
  /** Why the target is bad; `undefined` when nothing speaks against it. */
  verdict(): Fault | undefined;
  /** Was there a good answer after `time`, on the clock of `performance.now()`? */
  goodSince(time: number): boolean;
  clear(): void;
}

const FAULTS_IN_A_ROW = 3;
const SILENCE_MS = 10_000;
/** Longer than any pause between two tries. */
const STALE_MS = 90_000;

export function createEvidence(now: () => number = () => performance.now()): Evidence {
  let faults = 0;
  let last: Fault | undefined;
  let lastAnswer = Number.NEGATIVE_INFINITY;
  let lastGood = Number.NEGATIVE_INFINITY;
  /** When something last spoke against the target. */
  let lastBad = Number.NEGATIVE_INFINITY;
  let silent: Fault | undefined;
  return {
    answered(fault) {
      lastAnswer = now();
      if (fault === undefined) {
        faults = 0;
        last = undefined;
        silent = undefined;
        lastGood = lastAnswer;
      } else {
        faults++;
        last = fault;
        lastBad = lastAnswer;
        // That nothing came back in time is no sign of life.
        if (silent !== undefined) silent = fault;
      }
    },
    silentFor(ageMs) {
      if (ageMs < SILENCE_MS || now() - lastAnswer < SILENCE_MS) return;
      lastBad = now();
      silent = {
        code: 'target_silent',
        data: { seconds: Math.round(ageMs / 1000) },
        message: `The target has not answered for ${Math.round(ageMs / 1000)} s. Check whether it hangs or is overloaded.`,
      };
    },
    verdict() {
      if (now() - lastBad > STALE_MS) return undefined;
      return silent ?? (faults >= FAULTS_IN_A_ROW ? last : undefined);
    },
    goodSince: (time) => lastGood > time,
    clear() {
      faults = 0;
      last = undefined;
      silent = undefined;
    },
  };
}
