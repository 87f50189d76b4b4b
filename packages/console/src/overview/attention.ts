import type { RuleRecord } from '@sluice/contract';
import type { Channel } from '../api/channels.ts';
import type { Connector } from '../api/connectors.ts';
import type { AllMetrics } from '../api/metrics.ts';
import { reasonOf } from '../api/resource-state.ts';
import type { Tone } from '../ui/Glyph.tsx';
import { type StatusWord, statusLook } from '../ui/status.ts';
import type { Rates } from './rates.ts';

/** Something a person should look at. */
export interface Attention {
  readonly kind: 'action' | 'source' | 'connector' | 'rule';
  readonly id: string;
  readonly name: string;
  readonly tone: Extract<Tone, 'bad' | 'warn'>;
  readonly word: StatusWord | undefined;
  /** Why, as the backend put it, and for translation. */
  readonly reason: ReturnType<typeof reasonOf> | undefined;
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
}

function ofResource(one: Channel | Connector, waiting: number): Attention | undefined {
  const look = statusLook(one.status, one.kind, one.enable);
  if (look.tone !== 'bad' && look.tone !== 'warn') return undefined;
  const reason = reasonOf(one);
  return { kind: one.kind, id: one.id, name: one.name, tone: look.tone, word: look.word, reason, waiting, failing: 0 };
}

/** What is wrong, the most harmful first. A connector is named only when nothing that uses it is. */
export function attentionOf({ rules, actions, sources, connectors, metrics, rates }: Trouble): readonly Attention[] {
  const channels = [...actions, ...sources]
    .map((one) => ofResource(one, metrics?.actions[one.id]?.queuing ?? 0))
    .filter((one) => one !== undefined);
  const named = new Set(
    [...actions, ...sources]
      .filter((one) => channels.some((item) => item.id === one.id))
      .map((one) => `${one.type}:${one.connector}`),
  );
  const loose = connectors
    .filter((one) => !named.has(one.id))
    .map((one) => ofResource(one, 0))
    .filter((one) => one !== undefined);
  const failing = rules
    .filter((rule) => rule.enable && (rates?.failed[rule.id] ?? 0) > 0)
    .map(
      (rule): Attention => ({
        kind: 'rule',
        id: rule.id,
        name: rule.id,
        tone: 'warn',
        word: undefined,
        reason: undefined,
        waiting: 0,
        failing: rates?.failed[rule.id] ?? 0,
      }),
    );
  const rank = (one: Attention) =>
    (one.tone === 'bad' ? 0 : 1) * 10 + { action: 0, source: 1, rule: 2, connector: 3 }[one.kind];
  return [...channels, ...loose, ...failing].sort(
    (a, b) => rank(a) - rank(b) || b.waiting - a.waiting || (a.id < b.id ? -1 : 1),
  );
}
