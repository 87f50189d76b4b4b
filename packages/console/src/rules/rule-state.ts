import type { ResourceStatus, RuleMetrics } from '@sluice/contract';
import { isRecent } from '../api/recent.ts';

/** What a rule is doing, worst first: the order of a list sorted by state. */
export const RULE_STATES = ['output_failing', 'sql_errors', 'output_unstable', 'running', 'idle', 'disabled'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export interface OutputHealth {
  readonly enable: boolean;
  readonly status: ResourceStatus | string;
}

type Measured = Pick<RuleMetrics, 'matched' | 'failed.exception' | 'matched.rate.last5m' | 'last_failure'>;

/** `outputs`: the actions the rule sends to, as far as they exist; `missing`: how many it names that do not exist. */
export function ruleState(
  enable: boolean,
  outputs: readonly OutputHealth[],
  missing: number,
  metrics: Measured | undefined,
  now = Date.now(),
): RuleState {
  if (!enable) return 'disabled';
  const broken = (one: OutputHealth) => one.enable && one.status !== 'connected' && one.status !== 'connecting';
  if (missing > 0 || outputs.some((one) => broken(one) && one.status !== 'inconsistent')) return 'output_failing';
  if (metrics !== undefined && failsNow(metrics, now)) return 'sql_errors';
  if (outputs.some((one) => one.enable && (one.status === 'inconsistent' || one.status === 'connecting'))) {
    return 'output_unstable';
  }
  if (metrics !== undefined && metrics['matched.rate.last5m'] === 0) return 'idle';
  return 'running';
}

/** In the last minutes, so that an old failure does not colour a rule for ever: however rare, one is enough. */
function failsNow(metrics: Measured, now: number): boolean {
  if (metrics['failed.exception'] === 0) return false;
  if (metrics.last_failure !== undefined) return isRecent(metrics.last_failure.at, now);
  // A backend that does not say when: so many that some of them must be new.
  return metrics['matched.rate.last5m'] > 0 && metrics['failed.exception'] * 100 > metrics.matched;
}

export function isProblem(state: RuleState): boolean {
  return state === 'output_failing' || state === 'sql_errors' || state === 'output_unstable';
}
