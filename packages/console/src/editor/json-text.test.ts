import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, jsonTokens } from './json-text.ts';

describe('JSON as text', () => {
  it('keeps every digit', () => {
    const text = '{"id":9007199254740993,"f":1.0,"e":1e400,"deep":{"list":[1,2,[]],"s":"a,\\"b\\":{"}}';
    expect(formatJson(text).replace(/\s+/g, '')).toBe(text);
    expect(formatJson(text, 20)).toContain('9007199254740993');
  });

  it('keeps short containers on one line and breaks long ones', () => {
    expect(formatJson('{"a":1,"b":[1,2]}')).toBe('{ "a": 1, "b": [1, 2] }');
    expect(formatJson('{"a":1,"b":[1,2]}', 12)).toBe('{\n  "a": 1,\n  "b": [1, 2]\n}');
    expect(formatJson('{}')).toBe('{}');
  });

  it('passes on what is no JSON', () => {
    expect(formatJson('hello ${x}')).toBe('hello ${x}');
    expect(formatJson('')).toBe('');
  });

  it('means the same as before, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 90 }), (value, width) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(formatJson(text, width))).toEqual(JSON.parse(text));
      }),
      { seed: 11 },
    );
  });

  it('covers all but the white space with tokens, in order', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        let end = 0;
        for (const token of jsonTokens(text)) {
          expect(token.from).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, token.from).trim()).toBe('');
          end = token.to;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      { seed: 12 },
    );
  });

  it('tells keys from values', () => {
    expect(jsonTokens('{"a":"b"}').map((token) => token.class)).toEqual([
      'punctuation',
      'keyword',
      'punctuation',
      'string',
      'punctuation',
    ]);
  });
});
