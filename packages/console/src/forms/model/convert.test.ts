import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNumberKey, listOf, mapOf, mapText, numberOf } from './convert.ts';

it('keeps what is no number as it was typed', () => {
  expect(numberOf('12')).toBe(12);
  expect(numberOf(' 1e3 ')).toBe(1000);
  expect(numberOf('1e')).toBe('1e');
  expect(numberOf('0x10')).toBe('0x10');
  expect(numberOf('')).toBeUndefined();
});

it('lets only the keys of numbers through', () => {
  expect(['1', '.', 'e', '+', '-', 'Backspace'].every(isNumberKey)).toBe(true);
  expect(['a', ' ', ','].some(isNumberKey)).toBe(false);
});

it('splits lists on commas', () => expect(listOf(' a, b ,,c')).toEqual(['a', 'b', 'c']));

it('reads pairs, and nothing that does not look like pairs', () => {
  expect(mapOf('a=1, b = x=y')).toEqual({ a: '1', b: 'x=y' });
  expect(mapOf('keep-alive=timeout=5, accept=a,b')).toEqual({ 'keep-alive': 'timeout=5', accept: 'a,b' });
  expect(mapOf('nonsense')).toBeUndefined();
  expect(mapOf('=1')).toBeUndefined();
});

it('writes pairs that it reads back', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  fc.assert(
    fc.property(fc.dictionary(word, word), (map) => {
      expect(mapOf(mapText(map))).toEqual({ ...map });
    }),
    { seed: 3 },
  );
});
