import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { compile } from '../compile/compile.ts';
import { encodeJson } from '../json.ts';
import type { Environment } from '../types.ts';
import { functionDoc, functionNames } from './catalog.ts';
import { arityOf } from './doc.ts';

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

/** Names with the numbers of arguments that functions of EMQX 5.8 take; without those of the schema registry. */
const KNOWN_TO_EMQX = `
  msgid/0 qos/0 flags/0 flag/1 topic/0 topic/1 clientid/0 clientip/0 peerhost/0 username/0 payload/0 payload/1
  contains_topic/2 contains_topic/3 contains_topic_match/2 contains_topic_match/3 null/0
  +/2 -/2 */2 //2 div/2 mod/2 eq/2
  abs/1 acos/1 acosh/1 asin/1 asinh/1 atan/1 atanh/1 ceil/1 cos/1 cosh/1 exp/1 floor/1 fmod/2 log/1 log10/1 log2/1
  power/2 round/1 sin/1 sinh/1 sqrt/1 tan/1 tanh/1
  bitnot/1 bitand/2 bitor/2 bitxor/2 bitsl/2 bitsr/2 bitsize/1 bytesize/1
  subbits/2 subbits/3 subbits/4 subbits/5 subbits/6
  str/1 str_utf8/1 str_utf16_le/1 bool/1 int/1 float/1 float/2 float2str/2 map/1 bin2hexstr/1 bin2hexstr/2 hexstr2bin/1
  hexstr2bin/2 sqlserver_bin2hexstr/1
  is_null/1 is_null_var/1 is_not_null/1 is_not_null_var/1 is_str/1 is_bool/1 is_int/1 is_float/1 is_num/1 is_map/1
  is_array/1 is_empty/1 coalesce/1 coalesce/2 coalesce_ne/1 coalesce_ne/2
  lower/1 ltrim/1 reverse/1 rtrim/1 rtrim/2 strlen/1 substr/2 substr/3 trim/1 upper/1 split/2 split/3 concat/1 concat/2
  tokens/2 tokens/3 sprintf/1 sprintf/4 sprintf_s/2 pad/2 pad/3 pad/4 replace/3 replace/4 regex_match/2
  regex_replace/3 regex_extract/2 ascii/1 find/2 find/3 join_to_string/1 join_to_string/2 map_to_redis_hset_args/1
  join_to_sql_values_string/1 jq/2 jq/3 unescape/1 rm_prefix/2
  map_new/0 map_get/2 map_get/3 map_put/3 map_keys/1 map_values/1 map_to_entries/1 map_size/1 mget/2 mget/3 mput/3
  nth/2 length/1 sublist/2 sublist/3 first/1 last/1 contains/2
  md5/1 sha/1 sha256/1 hash/2 zip/1 unzip/1 gzip/1 gunzip/1 zip_compress/1 zip_uncompress/1
  base64_encode/1 base64_decode/1 json_decode/1 json_encode/1 term_decode/1 term_encode/1
  now_rfc3339/0 now_rfc3339/1 unix_ts_to_rfc3339/1 unix_ts_to_rfc3339/2 rfc3339_to_unix_ts/1 rfc3339_to_unix_ts/2
  now_timestamp/0 now_timestamp/1 format_date/3 format_date/4 date_to_unix_ts/3 date_to_unix_ts/4 timezone_to_second/1
  timezone_to_offset_seconds/1 mongo_date/0 mongo_date/1 mongo_date/2
  random/0 uuid_v4/0 uuid_v4_no_hyphen/0 getenv/1
  proc_dict_get/1 proc_dict_put/2 proc_dict_del/1 kv_store_get/1 kv_store_get/2 kv_store_put/2 kv_store_del/1
`;

describe('functions of EMQX', () => {
  const listed = KNOWN_TO_EMQX.trim()
    .split(/\s+/)
    .map(
      (signature) =>
        [
          signature.slice(0, signature.lastIndexOf('/')),
          Number(signature.slice(signature.lastIndexOf('/') + 1)),
        ] as const,
    );

  it('are all here, with the same numbers of arguments', () => {
    expect(listed.length).toBeGreaterThan(180);
    const missing = listed.filter(([name, count]) => {
      if (/^[-+*/]$/.test(name)) return false;
      const doc = functionDoc(name);
      const { min, max } = doc ? arityOf(doc) : { min: 1, max: 0 };
      return count < min || count > max;
    });
    expect(missing).toEqual([]);
  });

  it('are all that the catalogue has', () => {
    const names = new Set<string>(listed.map(([name]) => name));
    expect(functionNames().filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([
    ['"+"(1, 2)', '3'],
    ['"-"(1, 2)', '-1'],
    ['"/"(3, 2)', '1.5'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression)).toBe(expected);
  });
});
