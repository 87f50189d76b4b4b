import { columnsOf } from './columns.ts';
import { compile } from './compile/compile.ts';
import type { Environment } from './types.ts';

const PAYLOAD = {
  t: `${'ab1 '.repeat(80)}!`,
  a: `${'a'.repeat(200)}!`,
  i: 7,
  f: 1.5,
  list: Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, v: i * 1.5 })),
  numbers: Array.from({ length: 30 }, (_, i) => i % 7),
};

/** Long enough to be skimmed. */
const LARGE = {
  i: 7,
  list: Array.from({ length: 400 }, (_, i) => ({ id: `s${i}`, v: i * 1.5, on: i % 2 === 0, note: 'with "quotes"' })),
};

/** Patterns that between them use every instruction, and have to try again and again. */
const PATTERNS = [
  '(?:[a-z]+\\d )+$',
  '(a+)+$',
  '(a*b?1? ?)*x',
  '(a).*?\\1+c',
  '(a|ab)*?(?:1|c)(?=x)',
  '(?<=a)a*b',
  '(?>a+)(?<!b)\\b!?x',
  'a*a*[^b]*?b',
  '^.*foo\\K',
];

const JQ = [
  '[.list[] | select(.v > 3) | {id, v: (.v * 2)}] | sort_by(.v) | group_by(.v) | map(.[0].id) | join(",")',
  '.numbers |= map(. + 1) | .numbers | del(.[3]) | . - [1] | contains([2]) | not',
  '[limit(20; repeat(1))] | reduce .[] as $n ({}; . + {"\\($n)": $n}) | tojson | fromjson | to_entries',
  '.t | gsub("[0-9]"; "#") | test("(a+)+$")',
  '[range(50)] | [paths] | length | until(. > 60; . + 1) | try error("x") catch .',
  '[.numbers, .numbers] | transpose | flatten | unique | walk(.)',
  '.numbers | sort_by(-.) | .[:3] | [combinations(3)] | length',
  '1 | until(. > 400; . + 1)',
];

const EXPRESSIONS = [
  ...PATTERNS.flatMap((pattern) => [`regex_match(payload.t, '${pattern}')`, `regex_match(payload.a, '${pattern}')`]),
  "regex_replace(payload.t, '[0-9]+', '#')",
  "regex_replace(payload.t, 'x*', '-')",
  ...JQ.map((program) => `jq('${program}', payload)`),
  "json_decode(json_encode(map_put('x.y', 1, payload)))",
  "split(payload.t, ' ')",
  "tokens(payload.t, ' ')",
  "replace(payload.t, 'a', 'bb')",
  "join_to_string(',', [1..200])",
  "hash('md4', payload.t)",
  'term_decode(term_encode(payload))',
  "sprintf('~p ~s', payload.list, payload.t)",
  'contains(9, payload.numbers)',
];

const STATEMENTS = [
  ...EXPRESSIONS.map((expression) => `SELECT ${expression} as x FROM "t"`),
  'FOREACH payload.list as e DO e.id as id, e.v * 2 as v INCASE e.v > 2 FROM "t"',
  'FOREACH [1..300] as n DO n, n + 1 as m, payload.numbers as l[1] INCASE n != 7 and n < 1000 FROM "t"',
  'FOREACH [1..300] FROM "t"',
];

/** Rounds after which the platform has translated what is warm. */
const ROUNDS = 16;

/**
 * Runs statements that exercise the loops of everything that takes long: searching, jq, FOREACH, reading and writing. Code
 * that runs for the first time is ten times slower than later, and the first messages shall not block the engine for it.
 * What Node does in native code needs none of it. Takes some 0.2 s, once.
 */
export function warmUp(): void {
  const environment: Environment = { now: () => 0, node: '', ruleId: '', kv: new Map(), getenv: () => undefined };
  const plans = STATEMENTS.flatMap((sql) => {
    const compiled = compile(sql);
    return compiled.ok ? [compiled.plan] : [];
  });
  const large = JSON.stringify(LARGE);
  for (let round = 0; round < ROUNDS; round++) {
    // Floats such as 1.0 and long texts go through our own reader.
    const payload = JSON.stringify(PAYLOAD).replace(':7', round % 2 === 0 ? ':7' : ':7.0');
    for (const plan of plans) plan.run(columnsOf({ payload, topic: 't' }), environment);
    plans.at(0)?.run(columnsOf({ payload: large, topic: 't' }), environment);
  }
}
