import type { ActionMetrics, RuleFailure, RuleMetrics } from '@sluice/contract';
import { useEffect, useState } from 'react';
import type { AllMetrics } from '../api/metrics.ts';
import { isRecent } from '../api/recent.ts';

/** What went wrong at one rule or action since its counters count. */
export interface Failures {
  readonly count: number;
  readonly of: number;
  /** Unix ms; absent where the backend does not say. */
  readonly since: number | undefined;
  readonly last: RuleFailure | undefined;
  /** One of them happened in the last minutes. */
  readonly isRecent: boolean;
}

/** When a counter was last seen to grow, by its key. */
export interface Grown {
  readonly counts: ReadonlyMap<string, number>;
  readonly at: ReadonlyMap<string, number>;
}

export const NOTHING_GROWN: Grown = { counts: new Map(), at: new Map() };

/** What an action took and neither delivered nor still has. */
function lostBy(metrics: ActionMetrics): number {
  return metrics.failed + metrics.dropped;
}

function failedIn(metrics: RuleMetrics): number {
  return metrics['failed.exception'];
}

/** Compares the counters of failures with those of the look before. What is new to the page has not grown. */
export function withLook(before: Grown, metrics: AllMetrics): Grown {
  const counts = new Map<string, number>();
  const at = new Map<string, number>();
  const look = (key: string, count: number) => {
    if (count === 0) return;
    counts.set(key, count);
    const known = before.counts.get(key);
    // The very first look cannot tell old from new; later, a key that was not there stood at 0.
    const grew = before !== NOTHING_GROWN && count > (known ?? 0);
    const last = grew ? metrics.at : known === undefined || count < known ? undefined : before.at.get(key);
    if (last !== undefined) at.set(key, last);
  };
  for (const [id, one] of Object.entries(metrics.rules)) look(`rule ${id}`, failedIn(one));
  for (const [id, one] of Object.entries(metrics.actions)) look(`action ${id}`, lostBy(one));
  return { counts, at };
}

/** Remembers while the page is open when failures were last seen. */
export function useGrown(metrics: AllMetrics | undefined): Grown {
  const [grown, setGrown] = useState(NOTHING_GROWN);
  useEffect(() => {
    if (metrics !== undefined) setGrown((before) => withLook(before, metrics));
  }, [metrics]);
  return grown;
}

/** `undefined`: nothing went wrong since the counters count, or nobody knows. */
export function ruleFailures(id: string, metrics: RuleMetrics | undefined, grown: Grown): Failures | undefined {
  if (metrics === undefined || failedIn(metrics) === 0) return undefined;
  return {
    count: failedIn(metrics),
    of: metrics.matched,
    since: metrics.counting_since,
    last: metrics.last_failure,
    isRecent: isRecent(metrics.last_failure?.at) || isRecent(grown.at.get(`rule ${id}`)),
  };
}

export function actionFailures(id: string, metrics: ActionMetrics | undefined, grown: Grown): Failures | undefined {
  if (metrics === undefined || lostBy(metrics) === 0) return undefined;
  return {
    count: lostBy(metrics),
    of: metrics.matched,
    since: metrics.counting_since,
    last: undefined,
    isRecent: isRecent(grown.at.get(`action ${id}`)),
  };
}
