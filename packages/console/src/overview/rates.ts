import { useEffect, useState } from 'react';
import type { AllMetrics } from '../api/metrics.ts';

/** What happened a second, between the oldest and the newest of the last samples. */
export interface Rates {
  /** Events that came to a rule, by rule id. */
  readonly matched: Readonly<Record<string, number>>;
  /** Events that passed it. */
  readonly passed: Readonly<Record<string, number>>;
  /** Events at which a rule failed. */
  readonly failed: Readonly<Record<string, number>>;
  /** Messages that came to an action, by action id. */
  readonly taken: Readonly<Record<string, number>>;
  /** Messages it delivered. */
  readonly delivered: Readonly<Record<string, number>>;
}

/** How far back a rate looks: long enough to be steady, short enough to be now. */
const WINDOW_MS = 5_000;

function perSecond<M>(
  now: Readonly<Record<string, M>>,
  then: Readonly<Record<string, M>>,
  ms: number,
  read: (metrics: M) => number,
): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const [id, metrics] of Object.entries(now)) {
    const before = then[id];
    // A counter that was reset, or that is new, has no rate yet.
    const delta = before === undefined ? 0 : read(metrics) - read(before);
    rates[id] = delta > 0 && ms > 0 ? (delta * 1000) / ms : 0;
  }
  return rates;
}

export function ratesBetween(then: AllMetrics, now: AllMetrics): Rates {
  const ms = now.at - then.at;
  return {
    matched: perSecond(now.rules, then.rules, ms, (metrics) => metrics.matched),
    passed: perSecond(now.rules, then.rules, ms, (metrics) => metrics.passed),
    failed: perSecond(now.rules, then.rules, ms, (metrics) => metrics['failed.exception']),
    taken: perSecond(now.actions, then.actions, ms, (metrics) => metrics.matched),
    delivered: perSecond(now.actions, then.actions, ms, (metrics) => metrics.success),
  };
}

/** Rates over the last seconds of samples that arrive while the page is open. */
export function useRates(metrics: AllMetrics | undefined): Rates | undefined {
  const [samples, setSamples] = useState<readonly AllMetrics[]>([]);
  useEffect(() => {
    if (metrics === undefined) return;
    setSamples((previous) => [...previous.filter((sample) => metrics.at - sample.at <= WINDOW_MS), metrics]);
  }, [metrics]);
  const [first] = samples;
  const last = samples.at(-1);
  // One answer says how much, not how fast.
  return first === undefined || last === undefined || first === last ? undefined : ratesBetween(first, last);
}
