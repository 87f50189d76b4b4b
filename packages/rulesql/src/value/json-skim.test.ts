import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJson } from '../json.ts';
import { readPayload } from './json-decode.ts';
import { skimMembers } from './json-skim.ts';

const RUNS = { seed: 20261121, numRuns: 3000 };

/** What the reader makes of a text, member by member; `undefined` where it is no map or no JSON. */
function wholly(text: string): Record<string, unknown> | undefined {
  try {
    const value = readPayload(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : undefined;
  } catch {
    return undefined;
  }
}

function sameAsReader(text: string): boolean {
  const members = skimMembers(text);
  if (!members) return false;
  const whole = wholly(text);
  expect([text, whole === undefined ? undefined : Object.keys(whole).sort()]).toEqual([
    text,
    [...members.keys()].sort(),
  ]);
  for (const key of members.keys()) expect(encodeJson(members.get(key))).toBe(encodeJson(whole?.[key]));
  return true;
}

const number = fc.constantFrom(
  '0',
  '-0',
  '1',
  '-12',
  '1.0',
  '0.5',
  '12345678901234567890',
  '1e5',
  '01',
  '.5',
  '1.',
  '-',
  '1e999',
);
const text = fc.constantFrom(
  '""',
  '"a"',
  '"\\n"',
  '"\\u00e9"',
  '"\\ud83d"',
  '"\\u12"',
  '"\\x"',
  '"\t"',
  '"é😀"',
  '"',
  '"\\"',
);
const key = fc.constantFrom('"a"', '"b"', '"a b"', '"__proto__"', '"\\u0061"', '""', '"é"', 'a', '1');
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\u00a0');

const json = fc.letrec<{ value: string; map: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    number,
    text,
    fc.constantFrom('true', 'false', 'null', 'nul', 'undefined'),
    tie('map'),
    tie('list'),
  ),
  list: fc
    .tuple(space, fc.array(tie('value'), { maxLength: 3 }))
    .map(([gap, items]) => `[${gap}${items.join(`,${gap}`)}]`),
  map: fc
    .tuple(space, fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }))
    .map(
      ([gap, entries]) => `{${gap}${entries.map(([name, value]) => `${name}${gap}:${value}`).join(`${gap},`)}${gap}}`,
    ),
}));

describe('skimming', () => {
  it('finds what the reader reads, and takes nothing that the reader refuses', () => {
    fc.assert(
      fc.property(json.map, space, (source, gap) => void sameAsReader(gap + source + gap)),
      RUNS,
    );
    const clean = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(clean, (source) => void sameAsReader(source)),
      RUNS,
    );
  });

  it('takes nothing that has been cut off or changed', () => {
    const whole = '{"a":[1,2.5,{"b":"x\\n"}],"c":null,"d":{"e":[]},"f":"é","a":true}';
    expect(sameAsReader(whole)).toBe(true);
    for (let at = 0; at < whole.length; at++) {
      sameAsReader(whole.slice(0, at));
      for (const other of ['"', '{', '}', ']', ',', ':', '\\', '0', ' ', '\u0001']) {
        sameAsReader(whole.slice(0, at) + other + whole.slice(at + 1));
      }
    }
  });

  it('leaves to the reader what is not for it', () => {
    const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(sameAsReader(deep(999))).toBe(true);
    for (const source of ['[]', '1', '', '{', '{"a":1e5}', '{"\\u0061":1}', deep(1000)]) {
      expect(skimMembers(source)).toBeUndefined();
    }
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`x${i}`, i])));
    expect(skimMembers(wide)).toBeUndefined();
  });
});
