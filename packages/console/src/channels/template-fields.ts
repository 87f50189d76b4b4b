import { useMemo } from 'react';
import { useRuleEvents } from '../api/rule-events.ts';
import { useRules } from '../api/rules.ts';
import { fieldsOf } from '../editor/sql-language.ts';

/** Names for `${…}` in the templates of an action: what the rules that use it put out. */
export function useTemplateFields(ruleIds: readonly string[]): readonly string[] {
  const events = useRuleEvents();
  const { data } = useRules();
  return useMemo(() => {
    const used = (data ?? []).filter((rule) => ruleIds.includes(rule.id));
    return [...new Set(used.flatMap((rule) => fieldsOf(rule.sql, { events })))];
  }, [data, events, ruleIds]);
}
