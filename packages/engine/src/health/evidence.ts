import type { Fault } from '../connectors/driver.ts';

/**
 * What real deliveries say about a target, before any probe: it is bad when several answers in a row were faults, or
 * when it has been silent for too long.
 */
export interface Evidence {
  answered(fault: Fault | undefined): void;
  /** Requests are under way, the oldest since `ageMs`. */
  silentFor(ageMs: number): void;
  /** Why the target is bad; `undefined` when nothing speaks against it. */
  verdict(): Fault | undefined;
  /** Was there a good answer after `time`? */
  goodSince(time: number): boolean;
  clear(): void;
}

const FAULTS_IN_A_ROW = 3;
const SILENCE_MS = 10_000;

export function createEvidence(now: () => number = Date.now): Evidence {
  let faults = 0;
  let last: Fault | undefined;
  let lastAnswer = 0;
  let lastGood = 0;
  let silent: Fault | undefined;
  return {
    answered(fault) {
      lastAnswer = now();
      silent = undefined;
      if (fault === undefined) {
        faults = 0;
        last = undefined;
        lastGood = lastAnswer;
      } else {
        faults++;
        last = fault;
      }
    },
    silentFor(ageMs) {
      if (ageMs < SILENCE_MS || now() - lastAnswer < SILENCE_MS) return;
      silent = {
        code: 'target_silent',
        data: { seconds: Math.round(ageMs / 1000) },
        message: `The target has not answered for ${Math.round(ageMs / 1000)} s. Check whether it hangs or is overloaded.`,
      };
    },
    verdict: () => silent ?? (faults >= FAULTS_IN_A_ROW ? last : undefined),
    goodSince: (time) => lastGood > time,
    clear() {
      faults = 0;
      last = undefined;
      silent = undefined;
    },
  };
}
