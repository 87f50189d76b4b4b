import {
  type Environment,
  encodeJson,
  fitsFrom,
  testColumns,
  testSql as testStatement,
  type Value,
} from '@sluice/rulesql';
import type { RuleTestOutcome, TestContext } from '../host.ts';
import type { RuleInput } from '../runtime/event-columns.ts';
import type { Follow, RuleTarget } from '../runtime/output.ts';
import type { RunningRule } from '../runtime/rule.ts';
import { ruleFailure } from '../runtime/rule-failure.ts';

/** Runs a statement on a made-up event, without outputs. */
export function testSql(sql: string, context: TestContext, environment: Environment): RuleTestOutcome {
  const outcome = testStatement(sql, context, environment);
  if (outcome.kind !== 'error' || outcome.path.length === 0) return outcome;
  return { kind: 'error', message: `${outcome.path.join('.')}: ${outcome.message}` };
}

/** Runs a stored rule on a made-up event, with its outputs unless `stopAfterRender`. */
export async function testRule(
  rule: RunningRule,
  context: TestContext,
  stopAfterRender: boolean,
): Promise<RuleTestOutcome> {
  const made = makeInput(rule, context);
  if (made.kind !== 'input') return made;
  const { counters, targets } = rule;
  counters.matched();
  const result = rule.evaluate(made.input);
  const watched = rule.watch(made.input, result);
  if (result.kind === 'no_match') {
    counters.noResult();
    return { kind: 'no_match' };
  }
  if (result.kind === 'error') {
    counters.exception(ruleFailure(made.input, result));
    return { kind: 'error', message: result.message };
  }
  counters.passed();
  const answers: string[][] = [];
  for (const [r, row] of result.rows.entries()) {
    for (const [t, target] of targets.entries()) {
      const follow = watched?.follow(r, t, target.name);
      if (!stopAfterRender) await target.send(row, made.input, counters, follow);
      else if (follow !== undefined) onlyRender(target, row, made.input, follow);
    }
    answers.push(targets.map(() => 'ok'));
  }
  if (rule.kind === 'foreach') return { kind: 'result', json: JSON.stringify(answers) };
  // A rule without outputs: EMQX shows its empty list as a map.
  return { kind: 'result', json: targets.length === 0 ? '{}' : encodeJson(answers[0]) };
}

function onlyRender(target: RuleTarget, row: Value, input: RuleInput, follow: Follow): void {
  const rendered = target.rehearse(row, input);
  if (!rendered.ok) {
    follow({ state: 'rejected', message: rendered.message });
    return;
  }
  follow({ state: 'pending', request: rendered.request });
  follow({ state: 'stopped' });
}

/** The made-up event of a context, for a rule that reads it. `fits` decides that; unless told as EMQX does. */
export function makeInput(
  rule: RunningRule,
  context: TestContext,
  fits: (from: readonly string[], topic: string) => boolean = fitsFrom,
): { readonly kind: 'input'; readonly input: RuleInput } | Exclude<RuleTestOutcome, { kind: 'result' }> {
  const columns = testColumns(context, rule.environment);
  if (!columns.ok) return { kind: 'error', message: `context.${columns.path.join('.')}: ${columns.message}` };
  if (columns.topic === undefined || !fits(rule.from, columns.topic)) return { kind: 'no_match' };
  const { event } = columns;
  const text = (name: string): string => (typeof event.get(name) === 'string' ? String(event.get(name)) : '');
  const qos = event.get('qos');
  return {
    kind: 'input',
    input: {
      get: (column: string): Value => event.get(column),
      names: () => event.names(),
      decoded: undefined,
      key: text('clientid'),
      qos: qos === 1 || qos === 2 ? qos : 0,
      hops: 0,
      via: [],
      ruleId: rule.config.id,
    },
  };
}
