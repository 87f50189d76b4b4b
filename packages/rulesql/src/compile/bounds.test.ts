import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { encodeJson } from '../json.ts';
import { parse } from '../syntax/parser.ts';
import { compileTemplate } from '../template.ts';
import type { Environment, RunResult } from '../types.ts';
import { compile } from './compile.ts';

const environment: Environment = { now: () => 0, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

function run(sql: string, payload: string): RunResult {
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.plan.run(columnsOf({ payload, topic: 't', clientid: 'c' }), environment);
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

describe('huge input ends in a result or a clear error', () => {
  it('a payload of 1 MB', () => {
    const payload = JSON.stringify({ a: 1, text: 'x'.repeat(1_000_000), list: [1] });
    expect(run('SELECT payload.a as a FROM "t" WHERE payload.a = 1', payload)).toMatchObject({ rows: [{ a: 1 }] });
    const matches = (pattern: string): RunResult =>
      run(`SELECT regex_match(payload.text, '${pattern}') as m FROM "t"`, payload);
    expect(matches('y$')).toMatchObject({ rows: [{ m: false }] });
    expect(matches('x*y')).toMatchObject({ rows: [{ m: false }] });
    expect(run('SELECT regex_match(payload.text, \'^x+$\') as m FROM "t"', payload)).toMatchObject({
      rows: [{ m: true }],
    });
  });

  it('JSON of 10,000 levels', () => {
    for (const payload of [
      nested(10_000, '[', ']'),
      nested(10_000, '{"a":', '1}').replace('{"a":1}', '{}'),
      nested(10_000, '[1.0,', '0]'),
    ]) {
      expect(run('SELECT payload.a as a FROM "t"', payload)).toMatchObject({ kind: 'error', clause: 'select' });
    }
    // What is allowed can also be written.
    const deep = run(
      'SELECT map_put(\'a\', 1, payload) as a, payload as p, json_decode(payload) as d FROM "t"',
      nested(900, '[', ']'),
    );
    expect(deep.kind).toBe('rows');
    if (deep.kind === 'rows') expect(encodeJson(deep.rows[0]).length).toBeGreaterThan(1800);
  });

  it('a WHERE of 1,000 terms, and one of 10,000', () => {
    const terms = Array.from({ length: 1000 }, (_, i) => `payload.a != ${i + 2}`);
    expect(run(`SELECT 1 as a FROM "t" WHERE ${terms.join(' and ')}`, '{"a":1}')).toMatchObject({ kind: 'rows' });
    expect(run(`SELECT 1 as a FROM "t" WHERE ${terms.join(' or ')}`, '{"a":1}')).toMatchObject({ kind: 'rows' });
    const many = Array.from({ length: 10_000 }, (_, i) => `payload.a != ${i}`).join(' and ');
    expect(compile(`SELECT 1 as a FROM "t" WHERE ${many}`)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'too_large' }],
    });
    const list = Array.from({ length: 3000 }, (_, i) => `'${i}'`).join(', ');
    expect(run(`SELECT 1 as a FROM "t" WHERE payload.a in (${list})`, '{"a":"2999"}')).toMatchObject({ kind: 'rows' });
  });

  it('brackets, signs and chains without end', () => {
    for (const value of [
      nested(10_000, '(', ')').replace('()', '(1)'),
      `${'-'.repeat(2).replace('--', '- -')}`.repeat(5000),
      Array(10_000).fill('1').join('+'),
      nested(10_000, '[', ']'),
    ]) {
      const { diagnostics } = parse(`SELECT ${value} as a FROM "t"`);
      expect(diagnostics.length).toBeGreaterThan(0);
    }
    expect(parse(`SELECT a FROM "t" WHERE ${'not '.repeat(5000)} true`).diagnostics[0]?.code).toBe('too_deep');
    expect(parse(`SELECT a${'[a'.repeat(10_000)}${']'.repeat(10_000)} FROM "t"`).diagnostics.length).toBeGreaterThan(0);
    expect(parse(`SELECT a FROM "t" WHERE ${'a'.repeat(2_000_000)}`).diagnostics[0]?.code).toBe('too_long');
  });

  it('results that would fill the memory', () => {
    for (const expression of [
      '[1..1000000000]',
      "pad('a', 1000000000)",
      'bitsl(1, 1000000000)',
      "sprintf('~1000000000b', 1)",
      "jq('[range(1e9)]', '1')",
      "jq('[limit(1e9; repeat(1))]', '1')",
      `jq('def f: f; f', '1')`,
      `jq('"x" * 1e9', '1')`,
      "replace('aaaaaaaaaa', 'a', payload.big)",
    ]) {
      expect(run(`SELECT ${expression} as a FROM "t"`, JSON.stringify({ big: 'x'.repeat(2_000_000) })).kind).toBe(
        'error',
      );
    }
    expect(run('FOREACH [1..100000] as a, [1..200000] as b DO b FROM "t"', '{}').kind).toBe('error');
    expect(run('FOREACH [1..100000] as a DO a, a + 1 as b FROM "t"', '{}')).toMatchObject({
      message: expect.stringContaining('FOREACH: This is more work'),
    });
    const squares = Array.from({ length: 20 }, (_, i) => `n * n as n${i === 19 ? '' : ''}`).join(', ');
    expect(run(`SELECT 999999999 as n, ${squares} FROM "t"`, '{}').kind).toBe('error');
  });

  it('data that unpacks to gigabytes', () => {
    const spaces = ' '.repeat(50_000);
    const bomb = run('SELECT bin2hexstr(gzip(payload.text)) as z FROM "t"', JSON.stringify({ text: spaces }));
    expect(bomb.kind).toBe('rows');
    const hex = bomb.kind === 'rows' ? (bomb.rows[0] as { z: string }).z : '';
    const unpacked = run('SELECT strlen(gunzip(hexstr2bin(payload.z))) as n FROM "t"', JSON.stringify({ z: hex }));
    expect(unpacked).toMatchObject({ rows: [{ n: 50_000 }] });
    const tooMuch = run(
      `SELECT ${Array(10).fill('gzip(payload.text)').join(' + ')} as z FROM "t"`,
      JSON.stringify({ text: spaces }),
    );
    expect(tooMuch).toMatchObject({ kind: 'error', message: expect.stringContaining('gzip(): This is more work') });
  });
});

describe('names of the prototype are names like any other', () => {
  it('in payloads, aliases and templates', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    for (const name of names) {
      expect(run(`SELECT payload."${name}" as a, "${name}" as b FROM "t"`, '{}')).toEqual({
        kind: 'rows',
        rows: [{ a: undefined, b: undefined }],
      });
      const result = run(`SELECT payload."${name}" as "${name}" FROM "t"`, `{"${name}":1}`);
      expect(result.kind === 'rows' && encodeJson(result.rows[0])).toBe(`{"${name}":1}`);
    }
    expect(compileTemplate('${constructor.name} ${__proto__}').render({})).toBe('undefined undefined');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    run(`SELECT 1 as "__proto__".polluted, map_put('__proto__.polluted', 1, payload) as m FROM "t"`, '{}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
