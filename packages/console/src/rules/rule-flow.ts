import type { RuleMetrics } from '@sluice/contract';
import { useRuleMetrics } from '../api/rules.ts';
import { useCounterRate } from './counter-rate.ts';

/** What flows through a rule now, a second, all over the same window so that the parts add up. `undefined`: not known (yet). */
export interface RuleFlow {
  readonly metrics: RuleMetrics | undefined;
  readonly inRate: number | undefined;
  readonly outRate: number | undefined;
  readonly errorRate: number | undefined;
}

export function useRuleFlow(id: string): RuleFlow {
  const { data, dataUpdatedAt } = useRuleMetrics(id);
  const metrics = data?.metrics;
  return {
    metrics,
    inRate: useCounterRate(metrics?.matched, dataUpdatedAt),
    outRate: useCounterRate(metrics?.passed, dataUpdatedAt),
    errorRate: useCounterRate(metrics?.['failed.exception'], dataUpdatedAt),
  };
}
