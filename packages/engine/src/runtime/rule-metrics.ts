import { type RuleMetrics, zeroRuleMetrics } from '@sluice/contract';
import type { Tally } from '../delivery/item.ts';
import { createRate } from './rate.ts';

/** Counters of one rule (reference facts §7.3). It is the `Tally` of the requests that the rule hands to actions. */
export interface RuleCounters extends Tally {
  matched(): void;
  passed(): void;
  exception(): void;
  noResult(): void;
  /** A row goes to an output. */
  action(): void;
  /** The output is not there, or not running. */
  outOfService(): void;
  read(): RuleMetrics;
  reset(): void;
  /** Once a second. */
  tick(): void;
}

export function createRuleCounters(): RuleCounters {
  let m = zeroRuleMetrics();
  let rate = createRate();
  return {
    matched() {
      m.matched++;
    },
    passed() {
      m.passed++;
    },
    exception() {
      m.failed++;
      m['failed.exception']++;
    },
    noResult() {
      m.failed++;
      m['failed.no_result']++;
    },
    action() {
      m['actions.total']++;
    },
    actionSucceeded() {
      m['actions.success']++;
    },
    actionFailed() {
      m['actions.failed']++;
      m['actions.failed.unknown']++;
    },
    actionDropped() {
      m['actions.discarded']++;
    },
    outOfService() {
      m['actions.failed']++;
      m['actions.failed.out_of_service']++;
    },
    read() {
      return {
        ...m,
        'matched.rate': rate.current(),
        'matched.rate.last5m': rate.last5m(),
        'matched.rate.max': rate.max(),
      };
    },
    reset() {
      m = zeroRuleMetrics();
      rate = createRate();
    },
    tick() {
      rate.tick(m.matched);
    },
  };
}
