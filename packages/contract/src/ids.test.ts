import { describe, expect, it } from 'vitest';
import { copyName, isApiName, isConsoleName, parseResourceId, resourceId } from './ids.ts';

describe('resource ids', () => {
  it('split at the first colon', () => {
    expect(parseResourceId('http:a:b')).toEqual({ type: 'http', name: 'a:b' });
    expect(resourceId('mqtt', 'x')).toBe('mqtt:x');
  });
  it.each(['', 'http', ':name', 'http:'])('%j is none', (id) => expect(parseResourceId(id)).toBeUndefined());
});

describe('names', () => {
  it.each([
    ['a', true, true],
    ['1a', true, false],
    ['a-b_c', true, true],
    ['-a', false, false],
    ['_a', false, false],
    ['a b', false, false],
    ['é', false, false],
    ['名', false, false],
    ['', false, false],
    ['x'.repeat(254), true, true],
    ['x'.repeat(255), false, false],
  ])('%.12s: API %s, console %s', (name, api, console) => {
    expect(isApiName(name)).toBe(api);
    expect(isConsoleName(name)).toBe(console);
  });
});

it('a copy takes the first free name', () => {
  const taken = new Set(['a_copy', 'a_copy_2']);
  expect(copyName('b', (name) => taken.has(name))).toBe('b_copy');
  expect(copyName('a', (name) => taken.has(name))).toBe('a_copy_3');
});
