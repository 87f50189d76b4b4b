import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { compile } from '../compile/compile.ts';
import { encodeJson } from '../json.ts';
import type { Environment } from '../types.ts';
import { FUNCTION_FAMILIES, functionNames } from './catalog.ts';
import { arityOf } from './doc.ts';
import { functionEntry } from './table.ts';

const event = {
  id: 'ID1',
  topic: 't/a',
  qos: 1,
  flags: { retain: false },
  clientid: 'c',
  username: 'u',
  peerhost: '10.0.0.1',
  payload: '{"a":1}',
};

function environment(): Environment {
  return { now: () => 1_700_000_000_123, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };
}

/** Where the event can be read from a row: a column that the condition sets. */
function evaluate(expression: string, needsEvent: boolean): string {
  const sql = needsEvent ? `SELECT true as r FROM "t/#" WHERE ${expression}` : `SELECT ${expression} as r FROM "t/#"`;
  const compiled = compile(sql);
  if (!compiled.ok) throw new Error(compiled.message);
  const result = compiled.plan.run(columnsOf(event), environment());
  if (result.kind !== 'rows') throw new Error(JSON.stringify(result));
  return encodeJson((result.rows[0] as { r: unknown }).r);
}

describe.each(FUNCTION_FAMILIES)('$title.en', ({ functions }) => {
  it.each(Object.entries(functions))('%s gives what its example says', (name, doc) => {
    const { expression, gives } = doc.example;
    expect(expression).toContain(name);
    const found = evaluate(expression, doc.needsEvent === true);
    if (gives.startsWith('/')) expect(found).toMatch(new RegExp(gives.slice(1, -1)));
    else expect(JSON.parse(found)).toEqual(JSON.parse(gives));
  });
});

it('every described function has an implementation', () => {
  expect(functionNames().filter((name) => functionEntry(name) === undefined)).toEqual([]);
});

it('no function blows up on arguments of any kind', () => {
  const values = [
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    2n ** 70n,
    '',
    'abc',
    new Uint8Array([255]),
    [],
    [1],
    {},
    { a: 1 },
  ];
  const problems: string[] = [];
  for (const name of functionNames()) {
    const entry = functionEntry(name);
    if (!entry || typeof entry.implementation !== 'function') continue;
    const { min, max } = arityOf(entry.doc);
    for (let count = min; count <= Math.min(max, 3); count++) {
      for (const first of values) {
        for (const second of values) {
          try {
            entry.implementation(...[first, second, second].slice(0, count));
          } catch (thrown) {
            if (thrown instanceof TypeError || thrown instanceof ReferenceError) problems.push(`${name}: ${thrown}`);
          }
        }
      }
    }
  }
  expect(problems).toEqual([]);
});
