import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { parse } from '../syntax/parser.ts';
import type { Environment, RunResult } from '../types.ts';
import { closeBudget, openBudget, UNITS_PER_PAYLOAD_BYTE, UNITS_PER_RUN } from '../value/budget.ts';
import { compile } from './compile.ts';
import { compileExpression } from './expression.ts';
import { Frame } from './frame.ts';
import { mergedScope } from './scope.ts';

const environment: Environment = { now: () => 0, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

/** One step may be taken before it is paid for; none of them is worth more than this. */
const OVERDRAFT = 300_000;

/** Units that an expression uses on a payload. */
function unitsOf(expression: string, payload: string): number {
  const { statement } = parse(`SELECT ${expression} as a FROM "t"`);
  const item = statement?.items[0];
  if (item?.kind !== 'item') throw new Error(expression);
  const evaluate = compileExpression(item.expression, mergedScope([]));
  const event = columnsOf({ payload, topic: 't' });
  openBudget(event);
  try {
    evaluate(new Frame(event, environment));
  } catch {
    // The fault is what the budget is for.
  }
  return closeBudget();
}

function run(sql: string, payload: string): RunResult {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.plan.run(columnsOf({ payload, topic: 't' }), environment);
}

describe('the budget of a run', () => {
  it('bounds whatever an expression does to long texts and lists', () => {
    const text = fc.constantFrom(
      'payload.t',
      'payload.u',
      'payload.e',
      "'a'",
      "'(a+)+$'",
      "'(a|aa)*b'",
      "'[range(1e9)]'",
      "'.list | map(.)'",
    );
    const number = fc.constantFrom('1', '0', '-1', '30000', '100000', 'payload.n', '1.5');
    const list = fc.constantFrom('payload.list', '[1..100000]', "split(payload.t, 'a')", 'payload');
    const value = fc.oneof(text, number, list);
    const name = fc.constantFrom(
      ...['regex_match', 'regex_replace', 'regex_extract', 'jq', 'split', 'tokens', 'replace', 'find', 'pad', 'substr'],
      ...['concat', 'join_to_string', 'sprintf', 'reverse', 'strlen', 'gzip', 'md5', 'sha256', 'base64_encode', 'str'],
      ...['json_encode', 'json_decode', 'map_put', 'map_get', 'contains', 'bitsl', 'power', 'subbits', 'term_encode'],
      ...['hash', 'format_date', 'unescape', 'bin2hexstr', 'mput', 'map_keys', 'coalesce', 'eq', 'int', 'float'],
    );
    const call: fc.Arbitrary<string> = fc.letrec<{ call: string; argument: string }>((tie) => ({
      call: fc
        .tuple(name, fc.array(tie('argument'), { minLength: 1, maxLength: 4 }))
        .map(([called, args]) => `${called}(${args.join(', ')})`),
      argument: fc.oneof({ depthSize: 'small' }, value, tie('call')),
    })).call;
    const payload = JSON.stringify({
      t: `${'a'.repeat(20_000)}!`,
      u: `${'a,b '.repeat(5000)}`,
      e: 'é日👍🏽'.repeat(2000),
      n: 900719925474099,
      list: Array.from({ length: 5000 }, (_, i) => ({ i })),
    });
    const most = UNITS_PER_RUN + UNITS_PER_PAYLOAD_BYTE * payload.length;
    fc.assert(
      fc.property(call, (expression) => {
        expect(unitsOf(expression, payload)).toBeLessThan(most + OVERDRAFT);
      }),
      { seed: 20261121, numRuns: 1500 },
    );
  });

  it('is one for all functions of a run', () => {
    const search = "regex_match(payload.t, '(a+)\\1+b')";
    const payload = JSON.stringify({ t: 'a'.repeat(40) });
    const all = Array.from({ length: 500 }, (_, i) => `${search} as a${i}`).join(', ');
    expect(run(`SELECT ${search} as a FROM "t"`, payload).kind).toBe('rows');
    expect(run(`SELECT ${all} FROM "t"`, payload)).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('regex_match(): This is more work than a rule may do'),
    });
  });

  it('starts anew with every run', () => {
    const payload = JSON.stringify({ t: 'a'.repeat(500) });
    for (let i = 0; i < 50; i++) {
      expect(run('SELECT regex_match(payload.t, \'(a+)+b\') as a FROM "t"', payload).kind).toBe('rows');
    }
  });

  it('cannot be got around by what catches faults', () => {
    const payload = JSON.stringify({ j: JSON.stringify({ x: 'y'.repeat(30_000) }) });
    const lookups = Array.from({ length: 100 }, (_, i) => `payload.j.x${i} as a${i}`).join(', ');
    expect(run(`SELECT ${lookups} FROM "t"`, payload).kind).toBe('error');
    expect(run('SELECT jq(\'try range(1e9) catch 1\', payload) as a FROM "t"', payload).kind).toBe('error');
  });

  it('grows with the message, so that a megabyte can be worked on', () => {
    const words = 'the temperature in hall 7 is high '.repeat(30_000);
    const items = Array.from({ length: 20_000 }, (_, i) => ({ id: `s${i}`, v: i }));
    const payload = JSON.stringify({ words, items });
    expect(payload.length).toBeGreaterThan(1_000_000);
    for (const expression of [
      "regex_replace(payload.words, '[0-9]+', '#')",
      'upper(payload.words)',
      'sha256(payload)',
      'gzip(payload.words)',
      "split(payload.words, ' ')",
      'json_decode(payload)',
      'json_encode(payload.items)',
      'base64_encode(payload)',
      "jq('.items | map(.v) | add', payload)",
    ]) {
      expect([expression, run(`SELECT ${expression} as a FROM "t"`, payload).kind]).toEqual([expression, 'rows']);
    }
    const rows = run('FOREACH payload.items as i DO i.id as id, i.v * 2 as v INCASE i.v > 10 FROM "t"', payload);
    expect(rows.kind === 'rows' && rows.rows.length).toBe(19_989);
  });
});
