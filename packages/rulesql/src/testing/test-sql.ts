import { matchesTopic, SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';
import { compile } from '../compile/compile.ts';
import { encodeJson } from '../json.ts';
import type { Environment } from '../types.ts';
import { standsFor } from './event-defaults.ts';
import { testColumns } from './test-columns.ts';

export type TestOutcome =
  /** `json` keeps all digits: a map for SELECT, a list of maps for FOREACH. */
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'no_match' }
  /** `path` leads to what is wrong in the request; empty where the statement failed on the event. */
  | { readonly kind: 'error'; readonly path: readonly string[]; readonly message: string };

/** `$sources/type:name` is another way to write `$bridges/type:name`. */
function withoutSynonym(filter: string): string {
  return filter.startsWith(SOURCE_PREFIX_SYNONYM) ? SOURCE_PREFIX + filter.slice(SOURCE_PREFIX_SYNONYM.length) : filter;
}

/** Does one item of a FROM list fit? The text itself always does. */
export function fitsFrom(from: readonly string[], topic: string): boolean {
  return from.some((filter) => {
    const known = withoutSynonym(filter);
    return filter === topic || matchesTopic(topic, known) || standsFor(topic, known);
  });
}

/** Runs a statement on a made-up event, as `POST /rule_test` does. Never throws. */
export function testSql(sql: string, context: unknown, environment: Environment): TestOutcome {
  const columns = testColumns(context, environment);
  if (!columns.ok) return { kind: 'error', path: ['context', ...columns.path], message: columns.message };
  const compiled = compile(sql);
  if (!compiled.ok) return { kind: 'error', path: ['sql'], message: compiled.message };
  const { plan } = compiled;
  if (columns.topic === undefined || !fitsFrom(plan.from, columns.topic)) return { kind: 'no_match' };
  const result = plan.run(columns.event, environment);
  if (result.kind === 'no_match') return result;
  if (result.kind === 'error') {
    return { kind: 'error', path: [], message: `${result.clause.toUpperCase()}: ${result.message}` };
  }
  return { kind: 'result', json: encodeJson(plan.kind === 'foreach' ? result.rows : result.rows[0]) };
}
