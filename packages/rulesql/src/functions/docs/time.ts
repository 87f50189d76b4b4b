import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const timeDocs = {
  now_timestamp: fn(
    'unit?: text',
    'integer',
    "The time as a Unix timestamp, in seconds or in the unit: 'second', 'millisecond', 'microsecond', 'nanosecond'.",
    "当前 Unix 时间戳，默认秒，可指定单位：'second'、'millisecond'、'microsecond'、'nanosecond'。",
    ['now_timestamp()', '/^\\d{10}$/'],
  ),
  now_rfc3339: fn('unit?: text', 'text', 'The time as RFC 3339 text.', '当前时间（RFC 3339 文本）。', [
    'now_rfc3339()',
    '/^"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00"$/',
  ]),
  unix_ts_to_rfc3339: fn(
    'timestamp: integer, unit?: text',
    'text',
    'A Unix timestamp as RFC 3339 text.',
    '将 Unix 时间戳转为 RFC 3339 文本。',
    ["unix_ts_to_rfc3339(1700000000123, 'millisecond')", '"2023-11-14T22:13:20.123+00:00"'],
  ),
  rfc3339_to_unix_ts: fn(
    'text: text, unit?: text',
    'integer',
    'The Unix timestamp of RFC 3339 text.',
    '将 RFC 3339 文本转为 Unix 时间戳。',
    ["rfc3339_to_unix_ts('2023-11-14T22:13:20Z')", '1700000000'],
  ),
  format_date: fn(
    'unit: text, offset: any, format: text, timestamp?: integer',
    'text',
    'Writes a timestamp (or now) in a format: %Y %m %d %H %M %S, %3N %6N %N for fractions, %z %:z %::z for the offset. Offset: seconds or text such as +08:00.',
    '按格式写出时间戳（默认当前时间）：%Y %m %d %H %M %S，%3N %6N %N 为小数秒，%z %:z %::z 为时区偏移。偏移可为秒数或 +08:00 形式的文本。',
    ["format_date('second', '+08:00', '%Y-%m-%d %H:%M:%S%:z', 1700000000)", '"2023-11-15 06:13:20+08:00"'],
  ),
  date_to_unix_ts: fn(
    'unit: text, offsetOrFormat: any, formatOrText: text, text?: text',
    'integer',
    'Reads a date by a format and gives the Unix timestamp in the unit; an offset may stand before the format.',
    '按格式解析日期并返回指定单位的 Unix 时间戳；格式之前可给出时区偏移。',
    ["date_to_unix_ts('second', '%Y-%m-%d %H:%M:%S', '2023-11-14 22:13:20')", '1700000000'],
  ),
  timezone_to_second: fn(
    'offset: any',
    'integer',
    'Seconds of an offset such as +08:00.',
    '时区偏移（如 +08:00）的秒数。',
    ["timezone_to_second('+08:00')", '28800'],
  ),
  timezone_to_offset_seconds: fn(
    'offset: any',
    'integer',
    'Seconds of an offset such as +08:00.',
    '时区偏移（如 +08:00）的秒数。',
    ["timezone_to_offset_seconds('-03:30')", '-12600'],
  ),
  mongo_date: fn(
    'timestamp?: integer, unit?: text',
    'text',
    'A date for MongoDB from a timestamp in ms, or now.',
    '由毫秒时间戳（默认当前时间）生成 MongoDB 日期。',
    ['mongo_date(1700000000123)', '"ISODate(2023-11-14T22:13:20.123Z)"'],
  ),
} satisfies FunctionDocs;

export const systemDocs = {
  random: fn('', 'float', 'A random number from 0 to 1.', '0 到 1 之间的随机数。', ['random() < 1', 'true']),
  uuid_v4: fn('', 'text', 'A random UUID.', '随机 UUID。', [
    'uuid_v4()',
    '/^"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"$/',
  ]),
  uuid_v4_no_hyphen: fn('', 'text', 'A random UUID without hyphens.', '不带连字符的随机 UUID。', [
    'uuid_v4_no_hyphen()',
    '/^"[0-9a-f]{32}"$/',
  ]),
  getenv: fn(
    'name: text',
    'text',
    'An environment variable that the engine lets rules read, or an empty text.',
    '引擎允许规则读取的环境变量，不存在时为空文本。',
    ["getenv('NOPE')", '""'],
  ),
  proc_dict_get: fn('key: any', 'any', 'A value kept for this run of the rule.', '读取本次规则执行期间保存的值。', [
    "is_null(proc_dict_get('k'))",
    'true',
  ]),
  proc_dict_put: fn(
    'key: any, value: any',
    'any',
    'Keeps a value for this run of the rule; gives the one before.',
    '在本次规则执行期间保存值，返回旧值。',
    ["is_null(proc_dict_put('k', 1))", 'true'],
  ),
  proc_dict_del: fn(
    'key: any',
    'any',
    'Forgets a value kept for this run of the rule and gives it.',
    '删除本次执行期间保存的值并返回。',
    ["is_null(proc_dict_del('k'))", 'true'],
  ),
  kv_store_get: fn(
    'key: any, default?: any',
    'any',
    'A value that some rule has stored, or the default.',
    '读取规则间共享的值，不存在时返回默认值。',
    ["kv_store_get('nope', 0)", '0'],
  ),
  kv_store_put: fn(
    'key: any, value: any',
    'boolean',
    'Stores a value for all rules, until the engine stops.',
    '保存一个供所有规则共享的值，引擎停止后失效。',
    ["kv_store_put('k', 1)", 'true'],
  ),
  kv_store_del: fn('key: any', 'boolean', 'Forgets a stored value.', '删除共享的值。', ["kv_store_del('k')", 'true']),
} satisfies FunctionDocs;
