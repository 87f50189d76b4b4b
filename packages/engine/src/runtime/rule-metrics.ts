import { type RuleFailure, type RuleMetrics, zeroRuleMetrics } from '@sluice/contract';
import { createRate, type Rate } from './rate.ts';

/** Told once what became of a message, for the metrics of the rule it came from. */
export interface Tally {
  actionSucceeded(): void;
  actionFailed(): void;
  actionDropped(): void;
}

/** Counters of one rule (reference facts §7.3). It is the `Tally` of the requests that the rule hands to actions. */
export interface RuleCounters extends Tally {
  matched(): void;
  passed(): void;
  /** The newest is kept, to be told with the counters. */
  exception(failure: RuleFailure): void;
  noResult(): void;
  /** A row goes to an output. */
  action(): void;
  /** The output is not there, or not running. */
  outOfService(): void;
  /** They count since the rule was made or they were reset, at the earliest since the start of the engine. */
  read(): RuleMetrics;
  reset(): void;
  /** Once a second. */
  tick(): void;
}

export function createRuleCounters(now: () => number = Date.now): RuleCounters {
  return new Counters(now);
}

/** A class, because there may be very many of them. */
class Counters implements RuleCounters {
  readonly #now: () => number;
  #m: RuleMetrics;
  #rate: Rate = createRate();

  constructor(now: () => number) {
    this.#now = now;
    this.#m = zero(now());
  }

  matched(): void {
    this.#m.matched++;
  }

  passed(): void {
    this.#m.passed++;
  }

  exception(failure: RuleFailure): void {
    this.#m.failed++;
    this.#m['failed.exception']++;
    this.#m.last_failure = failure;
  }

  noResult(): void {
    this.#m.failed++;
    this.#m['failed.no_result']++;
  }

  action(): void {
    this.#m['actions.total']++;
  }

  actionSucceeded(): void {
    this.#m['actions.success']++;
  }

  actionFailed(): void {
    this.#m['actions.failed']++;
    this.#m['actions.failed.unknown']++;
  }

  actionDropped(): void {
    this.#m['actions.discarded']++;
  }

  outOfService(): void {
    this.#m['actions.failed']++;
    this.#m['actions.failed.out_of_service']++;
  }

  read(): RuleMetrics {
    return {
      ...this.#m,
      'matched.rate': this.#rate.current(),
      'matched.rate.last5m': this.#rate.last5m(),
      'matched.rate.max': this.#rate.max(),
    };
  }

  reset(): void {
    this.#m = zero(this.#now());
    this.#rate = createRate();
  }

  tick(): void {
    this.#rate.tick(this.#m.matched);
  }
}

function zero(now: number): RuleMetrics {
  return { ...zeroRuleMetrics(), counting_since: now };
}
