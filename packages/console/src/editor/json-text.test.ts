import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, jsonAt, jsonTokens, jsonWith } from './json-text.ts';

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

  it('changes one value and nothing else', () => {
    const text = '{ "id": 9007199254740993, "a": { "b": [1, {"b": 2}], "c": 1.0 } }';
    expect(jsonWith(text, ['a', 'c'], '-14')).toBe(text.replace('1.0', '-14'));
    expect(jsonWith(text, ['a', 'b'], '"x"')).toBe(text.replace('[1, {"b": 2}]', '"x"'));
    expect(jsonWith(text, ['id', 'x'], '1')).toBe(text.replace('9007199254740993', '{ "x": 1 }'));
    expect(jsonWith(text, ['new'], 'true')).toBe(text.replace(/ }$/, ', "new": true }'));
    expect(jsonWith('{}', ['a', 'b'], '1')).toBe('{ "a": { "b": 1 } }');
    for (const none of ['no json', '[1]', '7']) expect(jsonWith(none, ['a'], '1')).toBeUndefined();
  });

  it('reads one value as it stands', () => {
    const text = '{ "a": { "x": [1], "b": 9007199254740993 }, "c": 1.0 }';
    expect(jsonAt(text, ['a', 'b'])).toBe('9007199254740993');
    expect(jsonAt(text, ['a'])).toBe('{ "x": [1], "b": 9007199254740993 }');
    expect(jsonAt(text, ['c'])).toBe('1.0');
    expect(jsonAt(text, [])).toBe(text);
    for (const path of [['d'], ['c', 'x'], ['a', 'x', '0'], ['a', 'z']]) expect(jsonAt(text, path)).toBeUndefined();
    expect(jsonAt('{"a"', ['a'])).toBeUndefined();
  });

  it('puts a value where a path leads, whatever the object', () => {
    const keys = fc.constantFrom('a', 'b', '"', '');
    const objects = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(objects, fc.array(keys, { minLength: 1, maxLength: 3 }), (object, path) => {
        const after: unknown = JSON.parse(jsonWith(JSON.stringify(object), path, '41') ?? 'null');
        expect(path.reduce((value, key) => (value as Record<string, unknown>)[key], after)).toBe(41);
      }),
      { seed: 13 },
    );
  });
});
