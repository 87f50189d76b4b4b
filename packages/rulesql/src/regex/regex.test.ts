import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { regexExtract, regexMatch, regexReplace } from '../functions/regex.ts';
import { bytesOfLatin1 } from '../value/bytes.ts';
import { Machine } from './machine.ts';
import { parsePattern } from './parser.ts';
import { compilePattern } from './program.ts';

function found(pattern: string, text: string): string | undefined {
  const captures = new Machine(compilePattern(parsePattern(pattern)), bytesOfLatin1(text)).search(0);
  return captures && text.slice(captures[0], captures[1]);
}

describe('patterns', () => {
  it.each([
    ['a.c', 'xabcx', 'abc'],
    ['a*?b', 'aaab', 'aaab'],
    ['(a|ab)(c|bcd)(d*)', 'abcd', 'abcd'],
    ['[^a-c]+', 'abcxyz', 'xyz'],
    ['[[:digit:]]+', 'ab12', '12'],
    ['[]a]+', 'x]a', ']a'],
    ['\\bfoo\\b', 'a foo b', 'foo'],
    ['(?i)ABC', 'xabc', 'abc'],
    ['(?s)a.b', 'a\nb', 'a\nb'],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['(?x) a b # c', 'ab', 'ab'],
    ['a{2,3}', 'aaaa', 'aaa'],
    ['a{2}', 'aaaa', 'aa'],
    ['a{,2}', 'a{,2}', 'a{,2}'],
    ['(?<=x)a', 'axa', 'a'],
    ['(?<!x)a', 'xaa', 'a'],
    ['a(?=b)', 'aab', 'a'],
    ['a(?!b)', 'aba', 'a'],
    ['(?>a+)b', 'aab', 'aab'],
    ['(a)\\1', 'aa', 'aa'],
    ['(?<n>a)\\k<n>', 'aa', 'aa'],
    ['foo\\Kbar', 'foobar', 'bar'],
    ['\\x41\\t?', 'xA', 'A'],
    ['\\Qa.b\\E+', 'a.bb', 'a.bb'],
    ['x$', 'x\n', 'x'],
    ['(?:a|b)*c', 'ababc', 'ababc'],
    ['(a*)*b', 'aab', 'aab'],
    ['', 'abc', ''],
  ])('%s on %j finds %j', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  it.each(['a++ab', '(?>a*)ab', 'x\\z'])('%s finds nothing in "aaab\\n"', (pattern) => {
    expect(found(pattern, 'aaab\n')).toBeUndefined();
  });

  it.each(['(', ')', '[a', '*a', 'a{3,2}', '\\', '(?<=a+)b', '(?R)', '[b-a]', '\\g9x(', 'a{1001}'])(
    '%s is refused',
    (pattern) => {
      expect(() => regexMatch('x', pattern)).toThrow();
    },
  );

  it('stops where the search would take years', () => {
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '(a*)*b', '([a-z]+)*\\d']) {
      const start = performance.now();
      let stopped = false;
      try {
        stopped = !regexMatch(`${'a'.repeat(5000)}!`, pattern);
      } catch {
        stopped = true;
      }
      expect(stopped).toBe(true);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });

  it('agrees with the platform on texts so long that dead ends are noted', () => {
    const piece = fc.constantFrom(
      'a*',
      'b*?',
      '[ab]+',
      '(a|b)*',
      '(?:ab?)+',
      '(a)?',
      '.*',
      '.*?',
      '1',
      'c',
      '$',
      '\\b',
    );
    const pattern = fc.array(piece, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'a', '1', ' '), minLength: 60, maxLength: 90 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        const expected = new RegExp(source).exec(subject);
        const program = compilePattern(parsePattern(source));
        const captures = new Machine(program, bytesOfLatin1(subject)).search(0);
        const groups = Array.from({ length: program.groups + 1 }, (_, i) => {
          const [from = -1, to = -1] = [captures?.[2 * i], captures?.[2 * i + 1]];
          return from < 0 || to < 0 ? undefined : subject.slice(from, to);
        });
        expect(captures ? groups : null).toEqual(expected ? [...expected] : null);
      }),
      { seed: 815, numRuns: 2000 },
    );
  });

  it('agrees with the engine of the platform on what both know', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\d',
      'a*',
      'b+?',
      'a?',
      '(a|b)',
      '(ab)*',
      '(?:a|ba)+',
      'a{1,2}',
      '\\b',
      '^',
      '(?=a)',
      '(?!b)',
      '|',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 12 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(found(source, subject)).toBe(new RegExp(source).exec(subject)?.[0]);
      }),
      { seed: 4711, numRuns: 3000 },
    );
  });
});

describe('replacing', () => {
  it('treats empty matches as the broker does', () => {
    expect(regexReplace('aaa', 'a*?', 'x')).toBe('xxxxxxx');
    expect(regexReplace('abc', 'x*', '-')).toBe('-a-b-c-');
  });

  it('knows groups and the whole match', () => {
    expect(regexReplace('ab', '(a)(b)', '\\2\\1&\\&\\g{1}')).toBe('baab&a');
  });

  it('keeps bytes that are no UTF-8', () => {
    expect(regexReplace(Uint8Array.of(0xff, 0x61), 'a', 'b')).toEqual(Uint8Array.of(0xff, 0x62));
    expect(regexExtract('日', '(.)')).toEqual([Uint8Array.of(0xe6)]);
  });
});
