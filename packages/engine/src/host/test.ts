import type { RuleConfig } from '@sluice/contract';
import { encodeJson, type Value } from '@sluice/rulesql';
import type { RuleTestOutcome, TestContext } from '../host.ts';
import type { RuleInput } from '../runtime/event-columns.ts';
import type { RunningRule } from '../runtime/rule.ts';
import { type TestEvent, testEvent } from '../runtime/test-event.ts';
import type { Rules } from './rules.ts';

interface Maker {
  readonly node: string;
  nextId(): string;
}

/** A rule for a statement that is not stored. */
export function unstoredRule(id: string, sql: string, actions: RuleConfig['actions'] = []): RuleConfig {
  return { id, name: '', sql, enable: true, description: '', actions, created_at: '', last_modified_at: '' };
}

/** Runs a statement on a made-up event, without outputs. */
export function testSql(sql: string, context: TestContext, rules: Rules, maker: Maker): RuleTestOutcome {
  const rule = rules.compile(unstoredRule(`sql_tester:${maker.nextId().slice(-16).toLowerCase()}`, sql));
  if ('error' in rule) return { kind: 'error', message: rule.error };
  const made = makeEvent(rule, context, maker);
  if ('outcome' in made) return made.outcome;
  const result = rule.evaluate(made.input);
  switch (result.kind) {
    case 'rows':
      return { kind: 'result', json: encodeJson(rule.kind === 'foreach' ? result.rows : result.rows[0]) };
    case 'no_match':
      return { kind: 'no_match' };
    case 'error':
      return { kind: 'error', message: result.message };
    default:
      return result satisfies never;
  }
}

/** Runs a stored rule on a made-up event, with its outputs unless `stopAfterRender`. */
export async function testRule(
  rule: RunningRule,
  context: TestContext,
  stopAfterRender: boolean,
  maker: Maker,
): Promise<RuleTestOutcome> {
  const made = makeEvent(rule, context, maker);
  if ('outcome' in made) return made.outcome;
  const { counters, targets } = rule;
  counters.matched();
  const result = rule.evaluate(made.input);
  if (result.kind === 'no_match') {
    counters.noResult();
    return { kind: 'no_match' };
  }
  if (result.kind === 'error') {
    counters.exception();
    return { kind: 'error', message: result.message };
  }
  counters.passed();
  const answers: string[][] = [];
  for (const row of result.rows) {
    for (const target of targets) if (!stopAfterRender) await target.send(row, made.input, counters);
    answers.push(targets.map(() => 'ok'));
  }
  if (rule.kind === 'foreach') return { kind: 'result', json: JSON.stringify(answers) };
  // A rule without outputs: EMQX shows its empty list as a map.
  return { kind: 'result', json: targets.length === 0 ? '{}' : JSON.stringify(answers[0] ?? []) };
}

export function makeEvent(
  rule: RunningRule,
  context: TestContext,
  maker: Maker,
): { readonly input: RuleInput; readonly event: TestEvent } | { readonly outcome: RuleTestOutcome } {
  const about = { node: maker.node, ruleId: rule.config.id, id: maker.nextId(), now: Date.now() };
  const event = testEvent(context, about);
  if (!event.ok) return { outcome: { kind: 'error', message: event.error } };
  if (!rule.from.some((from) => event.value.fits(from))) return { outcome: { kind: 'no_match' } };
  return { input: inputOf(event.value, rule.config.id), event: event.value };
}

function inputOf(event: TestEvent, ruleId: string): RuleInput {
  return {
    get: (column: string): Value => event.columns.get(column),
    names: () => event.columns.names(),
    decoded: undefined,
    key: event.clientid,
    qos: event.qos,
    hops: 0,
    republishedBy: undefined,
    ruleId,
  };
}
