import { gzipSync } from 'node:zlib';

/** Statements that do as much as they can, and the payloads that make it worse. */
export interface Hostile {
  readonly name: string;
  readonly sql: string;
  readonly payload: string;
}

const FROM = 'FROM "t"';

function select(name: string, expression: string, payload: unknown = {}): Hostile {
  return { name, sql: `SELECT ${expression} as a ${FROM}`, payload: JSON.stringify(payload) };
}

const a = (length: number): string => 'a'.repeat(length);
const TEXT = { t: `${a(5000)}!`, long: `${a(60_000)}!`, list: Array.from({ length: 20_000 }, (_, i) => i % 10) };
const many = (expression: string, times: number): string => `[${Array(times).fill(expression).join(', ')}]`;

const EXPONENTIAL = [
  '(a+)+$',
  '(a|aa)+$',
  '(.*)*x',
  '(a*)*b',
  '([a-z]+)*\\d',
  '(a?){30}a{30}',
  '(a+)\\1+b',
  '(?=(a+)+$)b',
];
const QUADRATIC = [
  'a*a*a*b',
  '.*.*x',
  '(?:a+)(?:a+)x',
  '[^b]*?[^b]*?b',
  '(?<=a)a*b',
  '(a|b|ab)*c',
  'a{1,1000}b',
  '(?:aa?)*b',
];
const HASHES = ['md4', 'md5', 'ripemd160', 'sha1', 'sha256', 'sha512', 'sha3_512', 'blake2b', 'blake2s'];

const STATEMENTS: readonly Hostile[] = [
  ...[...EXPONENTIAL, ...QUADRATIC].flatMap((pattern) => [
    select(`regex_match ${pattern}, 5 KB`, `regex_match(payload.t, '${pattern}')`, TEXT),
    select(`regex_match ${pattern}, 60 KB`, `regex_match(payload.long, '${pattern}')`, TEXT),
  ]),
  select('100 hostile searches', many("regex_match(payload.t, '(a+)\\1+b')", 100), TEXT),
  select('regex_replace, a match a byte', "regex_replace(payload.long, 'a', 'bb')", TEXT),
  select('regex_replace, empty matches', "regex_replace(payload.long, 'x*', '-')", TEXT),
  select('regex_replace that grows', "regex_replace(payload.long, 'a', payload.t)", TEXT),
  select('regex_extract of groups', "regex_extract(payload.long, '((((a)*)*)*)*b')", TEXT),
  select('a pattern of 10,000 bytes', `regex_match('a', '${'(a|b)'.repeat(2000)}')`),
  select('a pattern of nested repeats', "regex_match('a', '((a{1000}){1000}){10}')"),
  select('a pattern of classes', `regex_match('a', '${'[^a-z]{2}'.repeat(1000)}')`),
  ...[
    '[range(1e9)]',
    '[limit(1e9; repeat(1))]',
    'def f: f; f',
    'def f: 1 + f; f',
    '"x" * 1e6',
    'reduce range(1e6) as $i ([]; . + [$i])',
    'reduce range(1e6) as $i ({}; . + {"\\($i)": $i})',
    'reduce range(1e6) as $i (""; . + "x")',
    '[.list[] as $a | .list[] as $b | $a + $b]',
    '.list | [combinations(9)]',
    '.list | sort_by(-.)',
    '.list | group_by(.)',
    '.list | map(tojson) | join(",")',
    '.list | tojson | [scan("[0-9]")] | length',
    '.long | gsub("a"; "bb")',
    '.long | [match("a"; "g").offset] | add',
    '.long | test("(a+)+$")',
    '.long | explode | implode | length',
    '.long | indices("aaaa") | length',
    '.list | .[] |= . + 1',
    '.list | del(.[])',
    '.list | [paths]',
    '[recurse(.)]',
    '.list - .list',
    '.list | contains([1, 2, 3, 11])',
    '[.list, .list] | transpose | transpose',
    'until(false; .)',
    '[splits("a"; null)]',
    '.long | @uri',
    'walk(.)',
  ].map((program) => select(`jq ${program}`, `jq('${program.replaceAll("'", "''")}', payload)`, TEXT)),
  select('a jq program of 20,000 characters', `jq('${Array(6600).fill('1').join(' + ')}', '1')`),
  { name: 'FOREACH over a range', sql: `FOREACH [1..100000] as n DO n, n * 2 as m ${FROM}`, payload: '{}' },
  { name: 'FOREACH without DO', sql: `FOREACH payload.list ${FROM}`, payload: JSON.stringify(TEXT) },
  {
    name: 'FOREACH, a search an item',
    sql: `FOREACH payload.list as n DO regex_match(payload.t, '(a+)\\1+b') as m INCASE regex_match(payload.t, 'a+b') = false ${FROM}`,
    payload: JSON.stringify(TEXT),
  },
  {
    name: 'FOREACH, a copied list an item',
    sql: `FOREACH payload.list as n DO payload.list as m[1] ${FROM}`,
    payload: JSON.stringify(TEXT),
  },
  {
    name: 'FOREACH, INCASE over a list',
    sql: `FOREACH payload.list as n DO n INCASE contains(11, payload.list) = true ${FROM}`,
    payload: JSON.stringify(TEXT),
  },
  select('ranges', many('[1..100000]', 100)),
  select('pad', many("pad('a', 1000000)", 100)),
  select('pad both ways', "pad(pad(payload.t, 900000, 'both'), 999999, 'leading', 'é')", TEXT),
  {
    name: 'integers squared',
    sql: `SELECT bitsl(1, 16000) + 1 as n, ${Array.from({ length: 300 }, (_, i) => `n * n div n as n${i}`).join(', ')} ${FROM}`,
    payload: '{}',
  },
  select('text of great integers', many('str(bitsl(1, 32000))', 300)),
  select('digits to integers', many('int(payload.d)', 300), { d: '7'.repeat(9000) }),
  {
    name: 'a text that doubles',
    sql: `SELECT 'ab' as n, ${Array.from({ length: 60 }, (_, i) => `concat(n, n) as n, strlen(n) as l${i}`).join(', ')} ${FROM}`,
    payload: '{}',
  },
  select('join of a range', "join_to_string(',', [1..100000])"),
  select('replace by a long text', "replace(payload.long, 'a', payload.t)", TEXT),
  select('replace, a match a character', "replace(payload.long, 'a', 'b')", TEXT),
  select('split at every character', "split(payload.long, 'a')", TEXT),
  select('tokens at every character', "tokens(payload.c, ',')", { c: 'a,'.repeat(30_000) }),
  select('find from behind', "find(payload.x, payload.y, 'trailing')", { x: a(30_000), y: `${a(15_000)}b` }),
  select('find from the front', 'find(payload.x, payload.y)', { x: a(40_000), y: `b${a(20_000)}` }),
  select('characters that cling', 'strlen(payload.e)', { e: 'e\u0301'.repeat(30_000) }),
  select('substr of emoji', many('substr(payload.e, 10, 10)', 20), { e: '👍🏽'.repeat(15_000) }),
  select('reverse', 'reverse(payload.e)', { e: 'é日'.repeat(20_000) }),
  ...HASHES.map((name) => select(`hash ${name}, 60 KB, 10 times`, many(`hash('${name}', payload.long)`, 10), TEXT)),
  ...['gzip', 'zip', 'zip_compress'].map((name) =>
    select(`${name}, 60 KB`, `${name}(payload.r)`, { r: noise(45_000) }),
  ),
  select('unpacking a bomb', 'gunzip(hexstr2bin(payload.z))', { z: bomb() }),
  select('base64', many('base64_decode(base64_encode(payload.long))', 10), TEXT),
  select('hexadecimal', many('hexstr2bin(bin2hexstr(payload.long))', 10), TEXT),
  select('terms', many('term_decode(term_encode(payload))', 10), TEXT),
  select('JSON to and fro', many('json_decode(json_encode(payload))', 20), TEXT),
  select('sprintf of a list', many("sprintf('~p', payload.list)", 20), TEXT),
  select('sprintf, wide', `sprintf('${'~99999s'.repeat(50)}', ${Array(50).fill("'a'").join(', ')})`),
  select('sprintf of nested lists', "sprintf('~p', payload.n)", { n: nest(300) }),
  select('subbits of many bits', many("subbits(payload.long, 1, 480000, 'integer', 'signed', 'little')", 20), TEXT),
  select('maps compared', many("eq(map_put('x', 1, payload), map_put('x', 2, payload))", 50), wide(3000)),
  select('map_put on wide maps', many("map_put('x.y', 1, payload)", 200), wide(3000)),
  select('keys of wide maps', many('map_keys(payload)', 100), wide(3000)),
  {
    name: 'writing into a wide map',
    sql: `SELECT payload as p, ${Array.from({ length: 500 }, (_, i) => `${i} as p.x${i}`).join(', ')} ${FROM}`,
    payload: JSON.stringify(wide(3000)),
  },
  {
    name: 'looking into JSON inside JSON',
    sql: `SELECT ${Array.from({ length: 300 }, (_, i) => `payload.j.x${i} as x${i}`).join(', ')} ${FROM}`,
    payload: JSON.stringify({ j: JSON.stringify(wide(3000)) }),
  },
  {
    name: 'WHERE of 1,300 terms',
    sql: `SELECT 1 as a ${FROM} WHERE ${Array.from({ length: 1300 }, (_, i) => `payload.x${i} != ${i}`).join(' or ')}`,
    payload: JSON.stringify(wide(3000)),
  },
  {
    name: 'IN of 3,900 items',
    sql: `SELECT 1 as a ${FROM} WHERE payload.t in (${Array.from({ length: 3900 }, (_, i) => `'${i}'`).join(', ')})`,
    payload: JSON.stringify(TEXT),
  },
  {
    name: 'FOREACH, 700 terms an item',
    sql: `FOREACH payload.list as n DO n INCASE ${Array.from({ length: 700 }, (_, i) => `n != ${i + 50}`).join(' and ')} ${FROM}`,
    payload: JSON.stringify(TEXT),
  },
  select('kv_store keys', many('kv_store_put(payload, payload)', 30), TEXT),
  select('date formats', many(`format_date('second', 0, '${'%Y%m%d'.repeat(1000)}', 1)`, 50)),
  select(
    'redis arguments and SQL values',
    many('[map_to_redis_hset_args(payload), join_to_sql_values_string([payload, payload])]', 30),
    wide(3000),
  ),
];

const MORE: readonly Hostile[] = [
  select('a map among maps', 'contains(payload.wide, payload.maps)', {
    wide: wide(3000),
    maps: Array.from({ length: 3000 }, (_, i) => ({ i })),
  }),
  select('rtrim by a long set', many('rtrim(payload.t, payload.long)', 50), TEXT),
  select('replacements with groups', "regex_replace(payload.long, 'a', payload.g)", {
    ...TEXT,
    g: '\\\\1'.repeat(5000),
  }),
  select('concat of long lists', `concat(${many('payload.long', 500)})`, TEXT),
  select('join of long texts', `join_to_string(payload.long, payload.list)`, TEXT),
  select('sprintf by a long format', many('sprintf(payload.f, payload.f)', 20), { f: '~~'.repeat(30_000) }),
  select('characters of many scripts', many('strlen(payload.s)', 10), { s: 'กำनि한🇩🇪'.repeat(5000) }),
  select('packing to and fro', many('gunzip(gzip(payload.t))', 100), TEXT),
  select('packing what is hard to pack', 'gzip(payload.r)', { r: bits(60_000) }),
];

/** Two letters in no order: many places to look for what came before. */
function bits(length: number): string {
  return Array.from(noise(length), (letter) => (letter.charCodeAt(0) % 2 === 0 ? 'a' : 'b')).join('');
}

function noise(length: number): string {
  let seed = 7;
  return Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return String.fromCharCode(33 + (seed % 90));
  }).join('');
}

/** 60 MB of zeros, packed, in hexadecimal digits. */
function bomb(): string {
  return Buffer.from(gzipSync(new Uint8Array(60_000_000))).toString('hex');
}

function nest(depth: number): unknown {
  let value: unknown = [1, 2];
  for (let i = 0; i < depth; i++) value = [value, 'text', { k: 'v' }];
  return value;
}

function wide(keys: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: keys }, (_, i) => [`x${i}`, i]));
}

export const HOSTILE: readonly Hostile[] = [...STATEMENTS, ...MORE];
