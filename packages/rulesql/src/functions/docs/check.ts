import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const checkDocs = {
  is_null: fn(
    'value: any',
    'boolean',
    'Whether there is no value. A JSON null is a value: see is_null_var.',
    '是否没有值。JSON null 算有值，见 is_null_var。',
    ['is_null(payload.nope)', 'true'],
  ),
  is_not_null: fn(
    'value: any',
    'boolean',
    'Whether there is a value, even a JSON null.',
    '是否有值（JSON null 也算）。',
    ['is_not_null(1)', 'true'],
  ),
  is_null_var: fn('value: any', 'boolean', 'Whether there is no value or a JSON null.', '是否没有值或为 JSON null。', [
    'is_null_var(payload.nope)',
    'true',
  ]),
  is_not_null_var: fn(
    'value: any',
    'boolean',
    'Whether there is a value other than a JSON null.',
    '是否有值且不是 JSON null。',
    ['is_not_null_var(1)', 'true'],
  ),
  is_str: fn('value: any', 'boolean', 'Whether it is a text.', '是否为文本。', ["is_str('a')", 'true']),
  is_bool: fn('value: any', 'boolean', 'Whether it is true or false.', '是否为布尔值。', ['is_bool(true)', 'true']),
  is_int: fn('value: any', 'boolean', 'Whether it is an integer.', '是否为整数。', ['is_int(1.0)', 'false']),
  is_float: fn('value: any', 'boolean', 'Whether it is a float.', '是否为浮点数。', ['is_float(1.0)', 'true']),
  is_num: fn('value: any', 'boolean', 'Whether it is a number.', '是否为数字。', ['is_num(1)', 'true']),
  is_map: fn('value: any', 'boolean', 'Whether it is a map.', '是否为 Map。', ['is_map(map_new())', 'true']),
  is_array: fn('value: any', 'boolean', 'Whether it is a list.', '是否为数组。', ['is_array([1])', 'true']),
  is_empty: fn(
    'value: any',
    'boolean',
    'Whether a map, a list or JSON text holds nothing.',
    'Map、数组或 JSON 文本是否为空。',
    ["is_empty('{}')", 'true'],
  ),
  null: fn('', 'any', 'No value.', '空值（没有值）。', ['is_null(null())', 'true']),
  coalesce: fn(
    'value: any, fallback?: any',
    'any',
    'The first that is a value; one argument is a list of candidates.',
    '返回第一个有值的参数；只给一个参数时为候选数组。',
    ["coalesce(payload.nope, 'none')", '"none"'],
  ),
  coalesce_ne: fn(
    'value: any, fallback?: any',
    'any',
    'The first that is a value and not empty; one argument is a list of candidates.',
    '返回第一个有值且非空的参数；只给一个参数时为候选数组。',
    ["coalesce_ne('', 'none')", '"none"'],
  ),
} satisfies FunctionDocs;
