import { SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';
import { encodeJson, fitsFrom } from '@sluice/rulesql';
import type { Rehearsal, TestContext } from '../host.ts';
import type { RunningRule } from '../runtime/rule.ts';
import { makeInput } from './test.ts';
import { whereParts } from './where-parts.ts';

/** What a rule would do with a made-up event, up to the last byte of every request, without any effect. */
export function rehearse(rule: RunningRule, context: TestContext): Rehearsal {
  const made = makeInput(rule, context, (from, topic) => fitsFrom(from, topic) || from.some(isOneOf(topic)));
  if (made.kind === 'error') return made;
  if (made.kind !== 'input') {
    const from = rule.from.map((one) => `"${one}"`).join(', ');
    return { kind: 'other_event', message: `The rule reads from ${from}; this event is none of them.` };
  }
  const { input } = made;
  const result = rule.evaluate(input);
  switch (result.kind) {
    case 'error':
      return {
        kind: 'error',
        message: result.message,
        ...(result.clause === 'where' ? { where: whereParts(rule.config.sql, input, rule.environment) } : {}),
      };
    case 'no_match':
      return { kind: 'no_match', where: whereParts(rule.config.sql, input, rule.environment) };
    case 'rows':
      return {
        kind: 'rows',
        rows: result.rows.map((row) => ({
          json: encodeJson(row),
          outputs: rule.targets.map((target) => ({ output: target.name, ...target.rehearse(row, input) })),
        })),
      };
    default:
      return result satisfies never;
  }
}

/**
 * Is an item of FROM one of the sources that `$bridges/type:*` stands for? EMQX's own test says no; whoever rehearses a
 * rule on one source means a message of that source.
 */
function isOneOf(event: string): (from: string) => boolean {
  if (!event.startsWith(SOURCE_PREFIX) || !event.endsWith(':*')) return () => false;
  const type = event.slice(SOURCE_PREFIX.length, -1);
  return (from) => from.startsWith(SOURCE_PREFIX + type) || from.startsWith(SOURCE_PREFIX_SYNONYM + type);
}
