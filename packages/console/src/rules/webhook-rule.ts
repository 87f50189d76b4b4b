import { WEBHOOK_SUFFIX } from '@sluice/contract';

/** The webhook (without suffix) that a rule is part of: the id says so, and an HTTP action of the same name. */
export function webhookOfRule(rule: { readonly id: string; readonly actions: readonly unknown[] }): string | undefined {
  if (!rule.id.endsWith(WEBHOOK_SUFFIX)) return undefined;
  const isPart = rule.actions.includes(`http:${rule.id}`);
  return isPart ? rule.id.slice(0, -WEBHOOK_SUFFIX.length) : undefined;
}
