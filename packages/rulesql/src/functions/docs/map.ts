import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const mapDocs = {
  map_new: fn('', 'map', 'An empty map.', '空 Map。', ['map_new()', '{}']),
  map_get: fn(
    'path: text, map: map, default?: any',
    'any',
    'The value under a path such as a.b, or the default.',
    '按路径（如 a.b）取值，不存在时返回默认值。',
    [`map_get('a.b', map('{"a":{"b":1}}'))`, '1'],
  ),
  map_put: fn(
    'path: text, value: any, map: map',
    'map',
    'The map with a value under a path such as a.b.',
    '按路径（如 a.b）写入值后的 Map。',
    ["map_put('a.b', 1, map_new())", '{"a":{"b":1}}'],
  ),
  mget: fn(
    'key: any, map: map, default?: any',
    'any',
    'The value of one key, dots included, or the default.',
    '取单个键的值（键名可含点），不存在时返回默认值。',
    [`mget('a.b', '{"a.b":1}')`, '1'],
  ),
  mput: fn(
    'key: any, value: any, map: map',
    'map',
    'The map with one key set, dots included.',
    '写入单个键（键名可含点）后的 Map。',
    ["mput('a.b', 1, map_new())", '{"a.b":1}'],
  ),
  map_keys: fn('map: map', 'list', 'Keys in ascending order.', '按升序排列的键。', [
    `map_keys('{"b":1,"a":2}')`,
    '["a","b"]',
  ]),
  map_values: fn('map: map', 'list', 'Values in the order of their keys.', '按键升序排列的值。', [
    `map_values('{"b":1,"a":2}')`,
    '[2,1]',
  ]),
  map_to_entries: fn('map: map', 'list', 'A list of maps with key and value.', '由 key 与 value 组成的数组。', [
    `map_to_entries('{"a":1}')`,
    '[{"key":"a","value":1}]',
  ]),
  map_size: fn('map: map', 'integer', 'Number of keys.', '键的个数。', [`map_size('{"a":1}')`, '1']),
} satisfies FunctionDocs;

export const listDocs = {
  nth: fn('place: integer, list: list', 'any', 'The item at a place, counted from 1.', '第 n 项，从 1 开始。', [
    'nth(2, [7, 8])',
    '8',
  ]),
  length: fn('list: list', 'integer', 'Number of items.', '数组长度。', ['length([7, 8])', '2']),
  sublist: fn(
    'start: integer, length: any, list?: list',
    'list',
    'Some items from a place on; with two arguments from the first on.',
    '截取数组；只有两个参数时从第一项开始。',
    ['sublist(2, 2, [1, 2, 3, 4])', '[2,3]'],
  ),
  first: fn('list: list', 'any', 'The first item.', '第一项。', ['first([7, 8])', '7']),
  last: fn('list: list', 'any', 'The last item.', '最后一项。', ['last([7, 8])', '8']),
  contains: fn(
    'value: any, list: list',
    'boolean',
    'Whether a list holds the value; 1 is not 1.0 here.',
    '数组是否包含该值；此处 1 不等于 1.0。',
    ['contains(2, [1, 2])', 'true'],
  ),
} satisfies FunctionDocs;
