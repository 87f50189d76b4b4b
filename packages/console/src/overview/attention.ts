import type { RuleRecord } from '@sluice/contract';
import type { Channel } from '../api/channels.ts';
import type { Connector } from '../api/connectors.ts';
import type { AllMetrics } from '../api/metrics.ts';
import { reasonOf } from '../api/resource-state.ts';
import type { Tone } from '../ui/Glyph.tsx';
import { statusLook } from '../ui/status.ts';
import { actionFailures, type Failures, type Grown, ruleFailures } from './failures.ts';
import type { Rates } from './rates.ts';

/** Something a person should look at. */
export interface Attention {
  readonly kind: 'action' | 'source' | 'connector' | 'rule';
  readonly id: string;
  readonly name: string;
  /** `off`: it failed before and does not now. */
  readonly tone: Extract<Tone, 'bad' | 'warn' | 'off'>;
  /** Its status is bad; absent where it runs, and only some events failed. */
  readonly reason?: ReturnType<typeof reasonOf>;
  readonly failures?: Failures;
  readonly waiting: number;
  /** Events a second at which a rule fails. */
  readonly failing: number;
}

export interface Trouble {
  readonly rules: readonly RuleRecord[];
  readonly actions: readonly Channel[];
  readonly sources: readonly Channel[];
  readonly connectors: readonly Connector[];
  readonly metrics: AllMetrics | undefined;
  readonly rates: Rates | undefined;
  readonly grown: Grown;
}

function ofStatus(one: Channel | Connector, waiting: number): Attention | undefined {
  const { tone } = statusLook(one.status, one.kind, one.enable);
  if (tone !== 'bad' && tone !== 'warn') return undefined;
  return { kind: one.kind, id: one.id, name: one.name, tone, reason: reasonOf(one), waiting, failing: 0 };
}

function ofFailures(
  one: Pick<Attention, 'kind' | 'id' | 'name'>,
  failures: Failures | undefined,
  failing: number,
): Attention | undefined {
  if (failures === undefined) return undefined;
  const tone = failures.isRecent || failing > 0 ? 'warn' : 'off';
  return { kind: one.kind, id: one.id, name: one.name, tone, failures, waiting: 0, failing };
}

/** What is wrong, the most harmful first. A connector is named only when nothing that uses it is. */
export function attentionOf(known: Trouble): readonly Attention[] {
  const { rules, actions, sources, connectors, metrics, rates, grown } = known;
  const items = [
    ...actions.map(
      (one) =>
        ofStatus(one, metrics?.actions[one.id]?.queuing ?? 0) ??
        (one.enable ? ofFailures(one, actionFailures(one.id, metrics?.actions[one.id], grown), 0) : undefined),
    ),
    ...sources.map((one) => ofStatus(one, 0)),
    ...rules.map((rule) =>
      rule.enable
        ? ofFailures(
            { kind: 'rule', id: rule.id, name: rule.id },
            ruleFailures(rule.id, metrics?.rules[rule.id], grown),
            rates?.failed[rule.id] ?? 0,
          )
        : undefined,
    ),
  ].filter((one) => one !== undefined);
  const named = new Set(
    [...actions, ...sources]
      .filter((one) => items.some((item) => item.id === one.id && item.failures === undefined))
      .map((one) => `${one.type}:${one.connector}`),
  );
  const loose = connectors
    .flatMap((one) => (named.has(one.id) ? [] : [ofStatus(one, 0)]))
    .filter((one) => one !== undefined);
  const rank = (one: Attention) =>
    ({ bad: 0, warn: 1, off: 2 })[one.tone] * 10 + { action: 0, source: 1, rule: 2, connector: 3 }[one.kind];
  return [...items, ...loose].sort((a, b) => rank(a) - rank(b) || b.waiting - a.waiting || (a.id < b.id ? -1 : 1));
}
