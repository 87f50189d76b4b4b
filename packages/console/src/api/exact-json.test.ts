import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactInteger, parseExact, stringifyExact } from './exact-json.ts';

describe('integers of any size', () => {
  it('keep their digits there and back, wherever they stand', () => {
    const text = '{"a":9007199254740993,"b":[-123456789012345678901234567890,1],"c":{"d":1.5},"e":"9007199254740993"}';
    const value = parseExact(text) as { a: unknown; e: unknown };
    expect(value.a).toBeInstanceOf(ExactInteger);
    expect(String(value.a)).toBe('9007199254740993');
    expect(value.e).toBe('9007199254740993');
    expect(stringifyExact(value)).toBe(text);
    // A draft is written with plain JSON and read again.
    expect(stringifyExact(parseExact(JSON.stringify(value)))).toBe(text);
  });
  it('are plain numbers as long as nothing is lost, and so are fractions', () => {
    const text = '[9007199254740991,12345678901234567.5,1e300,1234567890123456789e2]';
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });
  it('all other JSON is read and written as always', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain: unknown = JSON.parse(text);
        if (/\d{16}/.test(text)) return;
        expect(parseExact(text)).toEqual(plain);
        expect(stringifyExact(plain)).toBe(JSON.stringify(plain));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.array(fc.bigInt()), fc.string(), (numbers, text) => {
        const json = `{"numbers":[${numbers.join(',')}],"text":${JSON.stringify(`${text} 12345678901234567890 \\"`)}}`;
        expect(stringifyExact(parseExact(json))).toBe(json);
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });
});
