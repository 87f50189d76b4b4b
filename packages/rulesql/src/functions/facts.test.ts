import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { compile } from '../compile/compile.ts';
import { encodeJson } from '../json.ts';
import type { Environment } from '../types.ts';

/** What the broker's manual says of its functions, beyond the recorded cases. */

function evaluate(expression: string, more: Partial<Environment> = {}): unknown {
  const environment: Environment = {
    now: () => 1_650_874_276_331,
    node: 'n',
    ruleId: 'r',
    kv: new Map(),
    getenv: () => undefined,
    ...more,
  };
  const compiled = compile(`SELECT ${expression} as r FROM "t"`);
  if (!compiled.ok) throw new Error(compiled.message);
  const result = compiled.plan.run(columnsOf({ payload: '{}' }), environment);
  if (result.kind !== 'rows') throw new Error(JSON.stringify(result));
  return encodeJson((result.rows[0] as { r: unknown }).r);
}

it.each([
  ["bin2hexstr(gzip('hello world'))", '"1F8B0800000000000003CB48CDC9C95728CF2FCA49010085114A0D0B000000"'],
  ["bin2hexstr(zip('hello world'))", '"CB48CDC9C95728CF2FCA490100"'],
  ["bin2hexstr(zip_compress('hello world'))", '"789CCB48CDC9C95728CF2FCA4901001A0B045D"'],
  ["subbits('abc', 9, 16, 'integer', 'signed', 'big')", '25187'],
  ["subbits('abc', 9, 16, 'integer', 'signed', 'little')", '25442'],
  ['float2str(20.2, 17)', '"20.19999999999999928"'],
  ["md5('some val')", '"1b68352b3e9c2de52ffd322e30bffcc4"'],
  ["rfc3339_to_unix_ts('2022-04-25T16:11:58.331+08:00', 'millisecond')", '1650874318331'],
  ["date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S%:z', '2022-05-26 18:40:12+08:00')", '1653561612'],
  ["split('a/b/ c', '/', 'trailing')", '["a/b"," c"]'],
  ['fmod(-32, 5)', '-2.0'],
])('%s', (expression, expected) => {
  expect(evaluate(expression)).toBe(expected);
});

describe('the local time zone', () => {
  const shanghai = { utcOffset: () => 28_800 };

  it.each([
    ['now_rfc3339()', '"2022-04-25T16:11:16+08:00"'],
    ["unix_ts_to_rfc3339(1650874318331, 'millisecond')", '"2022-04-25T16:11:58.331+08:00"'],
    ["format_date('second', 'local', '%H:%M:%S%:z', 1653561612)", '"18:40:12+08:00"'],
    ["date_to_unix_ts('second', 'local', '%Y-%m-%d %H-%M-%S', '2022-05-26 18:40:12')", '1653561612'],
    ["timezone_to_second('local')", '28800'],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression, shanghai)).toBe(expected);
  });
});
