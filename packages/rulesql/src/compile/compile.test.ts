import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { encodeJson } from '../json.ts';
import type { Environment, RunResult } from '../types.ts';
import { compile } from './compile.ts';

const environment: Environment = {
  now: () => 1_700_000_000_000,
  node: 'node1',
  ruleId: 'r1',
  kv: new Map(),
  getenv: () => undefined,
};

function run(sql: string, payload = '{"a":1,"x":{"y":[1,2]},"f":1.0}'): RunResult {
  const result = compile(sql);
  if (!result.ok) throw new Error(result.message);
  return result.plan.run(columnsOf({ payload, clientid: 'c', qos: 1, topic: 't/1' }), environment);
}

function rows(sql: string, payload?: string): readonly string[] {
  const result = run(sql, payload);
  if (result.kind !== 'rows') throw new Error(JSON.stringify(result));
  return result.rows.map(encodeJson);
}

describe('compile', () => {
  it('keeps floats floats and integers integers', () => {
    expect(rows('SELECT payload.f + 1 as b, payload.a + 1 as c FROM "t/#"')).toEqual(['{"c":2,"b":2.0}']);
  });

  it('makes a row of each item', () => {
    expect(rows('FOREACH payload.x.y as e DO e * 2 as v INCASE e > 1 FROM "t"')).toEqual(['{"v":4}']);
  });

  it('reads the payload once for two rules', () => {
    const event = columnsOf({ payload: '{"a":1}' });
    for (const sql of ['SELECT payload.a as a FROM "t"', 'SELECT payload.a as b FROM "t"']) {
      const result = compile(sql);
      if (result.ok) result.plan.run(event, environment);
    }
    expect(event.decoded).toEqual({ ok: true, value: { a: 1 } });
  });

  it('says in which clause it failed', () => {
    expect(run('SELECT 1/0 as a FROM "t"')).toMatchObject({ kind: 'error', clause: 'select' });
    expect(run('SELECT 1 as a FROM "t" WHERE clientid > 1')).toMatchObject({ kind: 'error', clause: 'where' });
    expect(run('FOREACH payload.x.y DO 1/0 as a FROM "t"')).toMatchObject({ kind: 'error', clause: 'do' });
    expect(run('FOREACH payload.x.y INCASE item FROM "t"')).toMatchObject({ kind: 'error', clause: 'incase' });
  });

  it('fails in SELECT where the payload is no JSON, even if WHERE is tried first', () => {
    expect(run('SELECT payload.a as a FROM "t" WHERE qos = 5', 'oops')).toMatchObject({
      kind: 'error',
      clause: 'select',
    });
  });

  it('reports what is wrong with a statement, all of it', () => {
    const result = compile('SELECT a b c, 1 + FROM "x" WHERE');
    expect(result.ok ? [] : result.diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.span.from])).toEqual([
      ['unexpected_token', 11],
      ['unexpected_token', 18],
      ['unexpected_end', 32],
    ]);
  });
});
