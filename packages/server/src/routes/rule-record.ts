import type { RuleRecord } from '@sluice/contract';
import type { RuleEntry } from '../catalog/entry.ts';

/** A rule as the API answers it. */
export function ruleRecord(rule: RuleEntry): RuleRecord {
  return { ...rule.config, from: rule.from };
}
