import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const convertDocs = {
  str: fn(
    'value: any',
    'text',
    'Any value as text. Maps and lists become JSON; floats have up to 10 decimals.',
    '将任意值转为文本。Map 和数组转为 JSON，浮点数最多 10 位小数。',
    ['str(1.50)', '"1.5"'],
  ),
  str_utf8: fn('value: any', 'text', 'Any value as UTF-8 text.', '将任意值转为 UTF-8 文本。', ['str_utf8(12)', '"12"']),
  str_utf16_le: fn('value: any', 'bytes', 'Text in UTF-16, low byte first.', '转为 UTF-16（小端）文本。', [
    "bin2hexstr(str_utf16_le('a'))",
    '"6100"',
  ]),
  bool: fn(
    'value: any',
    'boolean',
    "True for true, 'true' and numbers other than 0; false for false, 'false' and 0.",
    "true、'true' 及非 0 数字为真；false、'false' 及 0 为假。",
    ["bool('true')", 'true'],
  ),
  int: fn('value: any', 'integer', 'Reads a text, or rounds a float down.', '将文本转为整数，或将浮点数向下取整。', [
    "int('12')",
    '12',
  ]),
  float: fn(
    'value: any, decimals?: integer',
    'float',
    'A number or a text as a float, rounded to some decimals if given.',
    '将数字或文本转为浮点数，可指定小数位数。',
    ["float('3.14159', 2)", '3.14'],
  ),
  float2str: fn(
    'value: float, decimals: integer',
    'text',
    'A float as text with at most that many decimals.',
    '将浮点数转为文本，最多保留指定小数位。',
    ['float2str(20.25, 5)', '"20.25"'],
  ),
  map: fn('value: any', 'map', 'A map from JSON text.', '将 JSON 文本转为 Map。', [`map('{"a":1}')`, '{"a":1}']),
  bin2hexstr: fn(
    'data: bytes, prefix?: text',
    'text',
    'Bytes as hexadecimal text in upper case, after a prefix if given.',
    '将字节转为大写十六进制文本，可加前缀。',
    ["bin2hexstr('ab', '0x')", '"0x6162"'],
  ),
  hexstr2bin: fn(
    'text: text, prefix?: text',
    'bytes',
    'Bytes from hexadecimal text, after a prefix if given.',
    '将十六进制文本转为字节，可指定前缀。',
    ["hexstr2bin('6162')", '"ab"'],
  ),
  sqlserver_bin2hexstr: fn(
    'data: bytes',
    'text',
    'Bytes as a binary literal of SQL Server.',
    '将字节转为 SQL Server 的二进制字面量。',
    ["sqlserver_bin2hexstr('ab')", '"0x6162"'],
  ),
} satisfies FunctionDocs;
