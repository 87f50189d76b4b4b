import { formatCount } from '../ui/format.ts';
import type { Attention } from './attention.ts';

/** Which sentence answers "is anything wrong?", with its values. */
export type Headline =
  | {
      readonly key: 'failing' | 'inputs' | 'connectors' | 'rules' | 'refused' | 'unsteady' | 'earlier';
      readonly count: number;
    }
  | { readonly key: 'failingWaiting'; readonly count: number; readonly waiting: string }
  | { readonly key: 'waiting'; readonly waiting: string }
  | { readonly key: 'good' | 'idle' | 'empty' };

export interface HeadlineFacts {
  readonly attention: readonly Attention[];
  /** Messages in all buffers. */
  readonly waiting: number;
  readonly rules: number;
  readonly enabledRules: number;
}

/** Beyond this, waiting is worth saying while nothing fails. */
const MANY_WAITING = 1_000;

export function headlineOf({ attention, waiting, rules, enabledRules }: HeadlineFacts): Headline {
  const bad = (kind: Attention['kind']) => attention.filter((item) => item.kind === kind && item.tone === 'bad');
  const actions = bad('action');
  if (actions.length > 0) {
    const held = actions.reduce((sum, item) => sum + item.waiting, 0);
    return held > 0
      ? { key: 'failingWaiting', count: actions.length, waiting: formatCount(held) }
      : { key: 'failing', count: actions.length };
  }
  for (const [kind, key] of [
    ['source', 'inputs'],
    ['connector', 'connectors'],
  ] as const) {
    if (bad(kind).length > 0) return { key, count: bad(kind).length };
  }
  const now = attention.filter((item) => item.tone === 'warn');
  const rulesFailing = now.filter((item) => item.kind === 'rule').length;
  if (rulesFailing > 0) return { key: 'rules', count: rulesFailing };
  const refused = now.filter((item) => item.failures !== undefined).length;
  if (refused > 0) return { key: 'refused', count: refused };
  if (now.length > 0) return { key: 'unsteady', count: now.length };
  if (rules === 0) return { key: 'empty' };
  if (enabledRules === 0) return { key: 'idle' };
  if (waiting >= MANY_WAITING) return { key: 'waiting', waiting: formatCount(waiting) };
  // Only what failed before is left.
  return attention.length > 0 ? { key: 'earlier', count: attention.length } : { key: 'good' };
}
