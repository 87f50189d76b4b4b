import type { RuleRecord } from '@sluice/contract';
import type { Channel } from '../api/channels.ts';
import { inputOf } from '../editor/rule-input.ts';

/** Actions and sources that only these rules use: nothing needs them any more when the rules are gone. */
export function onlyUsedBy(
  rules: readonly RuleRecord[],
  actions: readonly Channel[],
  sources: readonly Channel[],
): readonly Channel[] {
  const ids = new Set(rules.map((rule) => rule.id));
  const isOurs = (channel: Channel) =>
    (channel.rules ?? []).length > 0 && (channel.rules ?? []).every((id) => ids.has(id));
  const named = new Set(rules.flatMap((rule) => rule.actions.filter((one): one is string => typeof one === 'string')));
  const read = new Set(
    rules.flatMap((rule) =>
      (rule.from ?? []).map(inputOf).flatMap((input) => (input.kind === 'source' ? [input.id] : [])),
    ),
  );
  return [
    ...actions.filter((one) => named.has(one.id) && isOurs(one)),
    ...sources.filter((one) => read.has(one.id) && isOurs(one)),
  ];
}
