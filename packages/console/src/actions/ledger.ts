import type { ActionCounter, ActionMetrics } from '@sluice/contract';

/** Where every message of an action is: the parts sum to what was matched. */
export const LEDGER_PARTS = ['delivered', 'waiting', 'inflight', 'refused', 'dropped', 'late'] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

export interface Ledger {
  readonly matched: number;
  readonly parts: Readonly<Record<LedgerPart, number>>;
  /** Matched but in none of the parts: counters are read one after the other, so a few may be on their way. */
  readonly unaccounted: number;
}

export function ledgerOf(metrics: ActionMetrics): Ledger {
  const parts = {
    delivered: metrics.success,
    waiting: metrics.queuing,
    inflight: metrics.inflight,
    refused: metrics.failed,
    dropped: metrics.dropped,
    late: metrics.late_reply,
  };
  const sum = LEDGER_PARTS.reduce((total, part) => total + parts[part], 0);
  return { matched: metrics.matched, parts, unaccounted: metrics.matched - sum };
}

/** Share of a part, between 0 and 1; 0 when there is nothing. */
export function shareOf(ledger: Ledger, part: LedgerPart): number {
  const total = LEDGER_PARTS.reduce((sum, one) => sum + ledger.parts[one], 0);
  return total === 0 ? 0 : ledger.parts[part] / total;
}

const DROP_REASONS = [
  'dropped.expired',
  'dropped.queue_full',
  'dropped.resource_not_found',
  'dropped.resource_stopped',
  'dropped.other',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Reasons that happened, most frequent first. */
export function dropReasons(
  metrics: ActionMetrics,
): readonly { readonly reason: DropReason; readonly count: number }[] {
  return DROP_REASONS.map((reason) => ({ reason, count: metrics[reason] ?? 0 }))
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count);
}

export interface Sample {
  /** Unix time in ms. */
  readonly at: number;
  readonly metrics: ActionMetrics;
}

/** Growth of a counter, per second, between the first and the last sample; `undefined` with less than a second. */
export function growth(samples: readonly Sample[], counter: ActionCounter): number | undefined {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (first === undefined || last === undefined || last.at - first.at < 1000) return undefined;
  return ((last.metrics[counter] - first.metrics[counter]) * 1000) / (last.at - first.at);
}

/** Seconds until the buffer is full at the present growth; `undefined` when it is not filling. */
export function fullIn(usedBytes: number, limitBytes: number, bytesPerSecond: number | undefined): number | undefined {
  if (bytesPerSecond === undefined || bytesPerSecond <= 0 || limitBytes <= 0) return undefined;
  return Math.max(0, (limitBytes - usedBytes) / bytesPerSecond);
}
