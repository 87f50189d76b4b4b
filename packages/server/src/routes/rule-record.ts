import type { RuleRecord } from '@sluice/contract';
import type { RuleEntry } from '../catalog/entry.ts';

/** A rule as the API answers it. */
export function ruleRecord(rule: RuleEntry): RuleRecord {
  return { ...rule.config, from: rule.from };
}

const texts = new WeakMap<RuleEntry, string>();

/** The same as JSON, made once for each version of a rule: lists of thousands cost little. */
export function ruleText(rule: RuleEntry): string {
  const known = texts.get(rule);
  if (known !== undefined) return known;
  const text = JSON.stringify(ruleRecord(rule));
  texts.set(rule, text);
  return text;
}
