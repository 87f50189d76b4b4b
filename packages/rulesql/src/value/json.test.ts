import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson, encodeJson } from '../json.ts';
import { isSame } from './compare.ts';
import { Float } from './value.ts';

function decoded(text: string): unknown {
  const result = decodeJson(text);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

describe('JSON', () => {
  it('keeps digits, and floats apart from integers', () => {
    const text = '[9007199254740993,-9223372036854775809,1,1.0,-0.0,1.5e300,0.1,1e2]';
    expect(encodeJson(decoded(text))).toBe('[9007199254740993,-9223372036854775809,1,1.0,-0.0,1.5e+300,0.1,100.0]');
    expect(decoded('1.0')).toEqual(new Float(1));
    expect(decoded('-0')).toBe(0);
  });

  it('reads what is no JSON as an error', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '[1,]',
      '01',
      '+1',
      '.5',
      '1.',
      'NaN',
      "{'a':1}",
      '"\u0001"',
      '[1.0',
      '{"a":1.0,}',
      '1.0 x',
      '1e400',
    ]) {
      expect(decodeJson(text).ok).toBe(false);
    }
    expect(decodeJson(Uint8Array.of(0x22, 0xff, 0x22)).ok).toBe(false);
  });

  it('takes the last of repeated keys on both ways', () => {
    expect(decoded('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(decoded('{"a":1.0,"a":2}')).toEqual({ a: 2 });
  });

  it('has no half characters', () => {
    expect(decoded('"\\ud800"')).toBe('\ufffd');
    expect(decoded('"\\ud83d\\ude00"')).toBe('😀');
  });

  it('writes keys in descending order of their bytes', () => {
    expect(encodeJson({ a: 1, b: undefined, é: null, '😀': [], '\uffff': {} })).toBe(
      '{"😀":[],"\uffff":{},"é":null,"b":"undefined","a":1}',
    );
  });

  it('is not fooled by keys that hold what separates keys', () => {
    expect(encodeJson({ 'a\nb': 1, c: 2 })).toBe('{"c":2,"a\\nb":1}');
    expect(encodeJson({ a: 1, 'b\nc': 2 })).toBe('{"b\\nc":2,"a":1}');
    expect(encodeJson({ 'a\nb': 1, c: 2 })).toBe('{"c":2,"a\\nb":1}');
  });

  it('reads both ways the same, and back to the same value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const fast = decoded(text);
        // A float in front sends the text through the careful reader.
        const careful = decoded(`[1.0,${text}]`) as unknown[];
        expect(isSame(careful[1], fast) || JSON.stringify(careful[1]) === JSON.stringify(fast)).toBe(true);
        expect(isSame(decoded(encodeJson(fast)), fast)).toBe(true);
      }),
      { seed: 31, numRuns: 2000 },
    );
  });
});
