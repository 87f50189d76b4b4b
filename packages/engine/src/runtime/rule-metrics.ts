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
  /**
   * The same, if anything changed after the look with the number `cursor`. Looks are numbered upwards; this one has the
   * number `serial`. So thousands of rules that rest cost next to nothing, and nothing is done where messages are counted.
   */
  readIfMoved(cursor: number, serial: number): RuleMetrics | undefined;
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
  /** What the last look saw: everything that was counted, and whether the rates still change; when it was last otherwise. */
  #seen = 0;
  #moving = false;
  #movedAt = 0;

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

  readIfMoved(cursor: number, serial: number): RuleMetrics | undefined {
    const m = this.#m;
    const total = m.matched + m.passed + m.failed + m['actions.total'] + settled(m);
    const moving = !this.#rate.isStill();
    // once more when it has come to rest: its rates are 0 then
    if (total !== this.#seen || moving || this.#moving) this.#movedAt = serial;
    this.#seen = total;
    this.#moving = moving;
    return this.#movedAt > cursor ? this.read() : undefined;
  }

  reset(): void {
    // even if as much is counted again before the next look
    this.#seen = -1;
    this.#m = zero(this.#now());
    this.#rate = createRate();
  }

  tick(): void {
    this.#rate.tick(this.#m.matched);
  }
}

function settled(m: RuleMetrics): number {
  return m['actions.success'] + m['actions.failed'] + m['actions.discarded'];
}

function zero(now: number): RuleMetrics {
  return { ...zeroRuleMetrics(), counting_since: now };
}
