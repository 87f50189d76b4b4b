import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { encodeJson } from '../json.ts';
import type { Environment, EventColumns, RunResult } from '../types.ts';
import { compile } from './compile.ts';

const environment: Environment = { now: () => 0, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

function run(sql: string, event: EventColumns): RunResult {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.plan.run(event, environment);
}

function rows(result: RunResult): unknown {
  return result.kind === 'rows' ? encodeJson(result.rows) : result;
}

const large = (more: string): EventColumns =>
  columnsOf({
    payload: `{"fill":"${'x'.repeat(20_000)}","a":{"b":[1,2.0,{"c":12345678901234567890}]},"t":"{\\"inner\\":1}"${more}}`,
    topic: 't',
  });

describe('a large payload', () => {
  it('is read no further than the rule looks', () => {
    const event = large('');
    const sql = 'SELECT payload.a.b[3].c as c, payload.a.b[2] as f, payload.t.inner as i, payload.none as n FROM "t"';
    expect(rows(run(sql, event))).toBe('[{"n":"undefined","i":1,"f":2.0,"c":12345678901234567890}]');
    expect(event.decoded).toBeUndefined();
    expect(run('SELECT payload.a.b[2] as f FROM "t" WHERE f = 2', event).kind).toBe('rows');
    // A function that wants all of it gets it, and from then on everybody has it.
    expect(rows(run('SELECT map_size(payload) as n, json_decode(payload) as j FROM "t"', event))).toContain('"n":3');
    expect(event.decoded).toMatchObject({ ok: true });
    expect(rows(run(sql, event))).toContain('"i":1');
  });

  it('means the same whichever way it is read', () => {
    for (const sql of [
      'SELECT payload.a as a, payload.fill as payload.fill FROM "t"',
      'SELECT * FROM "t" WHERE payload.a.b[1] = 1',
      'SELECT payload.a.b FROM "t"',
      'SELECT payload.a, payload FROM "t" WHERE payload.a.b[-1].c > 1',
      `SELECT '{"a":2}' as payload, payload.a as x FROM "t"`,
      'FOREACH payload.a.b as e DO e as e, payload.t.inner as i FROM "t"',
      'SELECT jq(\'.a.b[0]\', payload) as j, payload.a.b[payload.i] as k FROM "t"',
    ]) {
      const skimmed = run(sql, large(''));
      const read = large('');
      run('SELECT json_decode(payload) as j FROM "t"', read);
      expect(read.decoded).toBeDefined();
      expect([sql, rows(skimmed)]).toEqual([sql, rows(run(sql, read))]);
    }
  });

  it('that is no JSON is a fault wherever it is broken', () => {
    for (const more of [',"x":}', ',"x":01', '}', ',"x":"\u0001"', ',']) {
      const result = run('SELECT payload.a as a FROM "t" WHERE 1 = 2', large(more));
      expect(result).toMatchObject({ kind: 'error', message: expect.stringContaining('cannot be read as JSON') });
    }
  });
});
