import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeBudget, openBudget } from '../value/budget.ts';
import { runJq } from './jq.ts';

/** As in a rule: with a budget of its own. */
function run(program: string, input: unknown): unknown[] {
  openBudget({ get: () => undefined });
  try {
    return runJq(program, input, () => 1_700_000_000_000);
  } finally {
    closeBudget();
  }
}

describe('jq', () => {
  it.each<[string, unknown, unknown[]]>([
    ['.', 1, [1]],
    ['.a.b', { a: { b: 2 } }, [2]],
    ['.a?', 1, []],
    ['.["a b"], ."a b"', { 'a b': 1 }, [1, 1]],
    ['.[1:], .[:-1], .[-1]', [1, 2, 3], [[2, 3], [1, 2], 3]],
    ['.[] | select(. > 1)', [1, 2, 3], [2, 3]],
    ['[.[] | .a, .b]', [{ a: 1, b: 2 }], [[1, 2]]],
    ['{a: .x, (.k): 2, "c\\(.x)": 3, $__x}', null, []],
    ['{a: .x, (.k): 2, "c\\(.x)": 3}', { x: 1, k: 'b' }, [{ a: 1, b: 2, c1: 3 }]],
    ['{a: (1, 2)}', null, [{ a: 1 }, { a: 2 }]],
    ['. as [$a, {b: $c}] | $a + $c', [1, { b: 2 }], [3]],
    ['reduce .[] as $x (0; . + $x)', [1, 2, 3], [6]],
    [
      '[foreach .[] as $x (0; . + $x; [$x, .])]',
      [1, 2],
      [
        [
          [1, 1],
          [2, 3],
        ],
      ],
    ],
    ['if . > 1 then "a" elif . == 1 then "b" else "c" end', 1, ['b']],
    ['try error("x") catch . + "!"', null, ['x!']],
    ['[.[] | try if . == 2 then error("e") else . end]', [1, 2, 3], [[1, 3]]],
    ['.a // "d", (false, null, 1) // 2', {}, ['d', 1]],
    ['(1, 2) + (10, 20)', null, [11, 12, 21, 22]],
    ['.a |= . + 1', { a: 1 }, [{ a: 2 }]],
    ['.[] += 1', [1, 2], [[2, 3]]],
    ['.a.b = 1', null, [{ a: { b: 1 } }]],
    ['(.[] | select(. > 1)) |= empty', [1, 2, 3], [[1]]],
    ['del(.a, .c)', { a: 1, b: 2, c: 3 }, [{ b: 2 }]],
    ['del(.[0, 2])', [1, 2, 3], [[2]]],
    [
      'to_entries',
      { b: 1, a: 2 },
      [
        [
          { key: 'b', value: 1 },
          { key: 'a', value: 2 },
        ],
      ],
    ],
    ['with_entries(.value += 1)', { a: 1 }, [{ a: 2 }]],
    ['[paths]', { a: [1] }, [[['a'], ['a', 0]]]],
    ['[leaf_paths]', { a: [1] }, [[['a', 0]]]],
    ['group_by(.a) | map(length)', [{ a: 1 }, { a: 2 }, { a: 1 }], [[2, 1]]],
    ['sort, unique, min, max, reverse, add', [3, 1, 2, 1], [[1, 1, 2, 3], [1, 2, 3], 1, 3, [1, 2, 1, 3], 7]],
    ['min_by(.a), max_by(.a)', [{ a: 2 }, { a: 1 }], [{ a: 1 }, { a: 2 }]],
    ['sort', [{ a: 1 }, 'b', [1], null, true, false, 2], [[null, false, true, 2, 'b', [1], { a: 1 }]]],
    ['[limit(2; .[])], first(.[]), last, nth(1), [range(0; 10; 3)]', [1, 2, 3], [[1, 2], 1, 3, 2, [0, 3, 6, 9]]],
    ['[recurse(if . < 3 then . + 1 else empty end)]', 1, [[1, 2, 3]]],
    ['[..]', [[1]], [[[[1]], [1], 1]]],
    ['[while(. < 8; . * 2)], until(. > 5; . + 1)', 1, [[1, 2, 4], 6]],
    ['label $out | .[] | if . > 1 then ., break $out else . end', [1, 2, 3], [1, 2]],
    ['def f(g; $x): g + $x; f(. * 2; 1)', 3, [7]],
    ['def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; fac', 5, [120]],
    ['test("B"; "i"), [match("a(?<n>b)?"; "g").offset]', 'abba', [true, [0, 3]]],
    ['capture("(?<y>\\\\d+)-(?<m>\\\\d+)")', '2024-05', [{ y: '2024', m: '05' }]],
    [
      'sub("(?<x>b)"; "<\\(.x)>"), gsub("b"; "c"), [scan("b")], split("b+"; null)',
      'abb',
      ['a<b>b', 'acc', ['b', 'b'], ['a', '']],
    ],
    ['splits(", *")', 'a,  b', ['a', 'b']],
    [
      'ltrimstr("a"), rtrimstr("c"), startswith("ab"), explode, (explode | implode)',
      'abc',
      ['bc', 'ab', true, [97, 98, 99], 'abc'],
    ],
    ['indices("b"), index("b"), rindex("b")', 'abcb', [[1, 3], 1, 3]],
    ['join("-"), (map(tostring) | add)', [1, 'a', null], ['1-a-', '1anull']],
    ['tojson, (tojson | fromjson)', { a: [1.5] }, ['{"a":[1.5]}', { a: [1.5] }]],
    ['@csv, @tsv, @sh', [1, 'a"b', null], ['1,"a""b",', '1\ta"b\t', "1 'a\"b' null"]],
    [
      '@base64, (@base64 | @base64d), @uri, @html, @json "v=\\(.)"',
      'a<é',
      ['YTzDqQ==', 'a<é', 'a%3C%C3%A9', 'a&lt;é', 'v="a<é"'],
    ],
    ['contains({a: ["b"]}), inside({a: ["bcd"], c: 1})', { a: ['bc'] }, [true, true]],
    ['has("a"), (keys | length), type, length', { a: 1 }, [true, 1, 'object', 1]],
    ['any(. > 2), all(. > 0), flatten, IN(.[]; 2)', [1, [2], 3], [true, true, [1, 2, 3], false]],
    [
      'transpose, (map(add))',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [
          [1, 3],
          [2, 4],
        ],
        [3, 7],
      ],
    ],
    [
      '[combinations]',
      [[1, 2], [3]],
      [
        [
          [1, 3],
          [2, 3],
        ],
      ],
    ],
    ['walk(if type == "number" then . + 1 else . end)', [1, { a: 2 }], [[2, { a: 3 }]]],
    ['todate, (todate | fromdate)', 1425599621, ['2015-03-05T23:53:41Z', 1425599621]],
    ['strptime("%Y-%m-%d") | mktime', '2015-03-05', [1425513600]],
    ['now | floor', null, [1700000000]],
    ['env, ($x | 1)?', null, []],
    ['tostream', { a: 1 }, [[['a'], 1], [['a']]]],
    ['fromstream(tostream)', { a: [1, { b: 2 }] }, [{ a: [1, { b: 2 }] }]],
    ['limit(0; 1), isempty(empty), ([.[]?])', null, [true, []]],
    [
      '-. + 1, 7 % 3, -7 % 3, 7 / 2, "a" * 2, {a: {b: 1}} * {a: {c: 2}}',
      1,
      [0, 1, -1, 3.5, 'aa', { a: { b: 1, c: 2 } }],
    ],
    [
      '[1, 2, 3] - [2], "a,b" / ","',
      null,
      [
        [1, 3],
        ['a', 'b'],
      ],
    ],
    ['(.. | numbers) |= . + 1', [1, { a: 2 }], [[2, { a: 3 }]]],
    ['path(.a[0].b)', null, [['a', 0, 'b']]],
    ['getpath(["a", "b"]), setpath(["a"]; 1), [splits("x")?]', null, [null, { a: 1 }, []]],
    ['pick(.a.b)', { a: { b: 1, c: 2 } }, [{ a: { b: 1 } }]],
    ['# a comment\n1', null, [1]],
  ])('%s', (program, input, expected) => {
    if (expected.length === 0 && /\$__x|\$x/.test(program)) return void expect(() => run(program, input)).toThrow();
    expect(run(program, input)).toEqual(expected);
  });

  it.each(['.[', '{', 'nosuch', '$x', '1 +', '"a', 'if 1 then 2', '. as', 'error("x")', '1 | .a'])(
    '%s fails clearly',
    (program) => {
      expect(() => run(program, null)).toThrow();
    },
  );

  it('never throws anything but a fault, whatever the program', () => {
    const part = fc.constantFrom(
      '.',
      '.a',
      '[',
      ']',
      '|',
      ',',
      '(',
      ')',
      '{',
      '}',
      ':',
      '"',
      '$x',
      'as',
      '1',
      '+',
      '//',
      'reduce',
      'def f:',
      ';',
      '..',
      '?',
      '@json',
      'map(',
      'if',
      'then',
      'end',
      '.[]',
      'try',
      '=',
      '|=',
      'recurse',
      'range(3)',
      'paths',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), fc.jsonValue({ maxDepth: 3 }), (parts, input) => {
        try {
          run(parts.join(' '), input);
        } catch (thrown) {
          expect(thrown).not.toBeInstanceOf(TypeError);
          expect(thrown).not.toBeInstanceOf(ReferenceError);
        }
      }),
      { seed: 99, numRuns: 3000 },
    );
  });
});
