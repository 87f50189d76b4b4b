import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNumberKey, listOf, mapOf, mapText, numberOf, splitRate } from './convert.ts';

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

it('a rate is an amount and a time', () => {
  expect(splitRate('10MB/s')).toEqual({ value: '10MB', unit: 's' });
  expect(splitRate('100/m')).toEqual({ value: '100', unit: 'm' });
  for (const text of ['', '10', '/s', '10MB', 'x/s', '10/y']) expect(splitRate(text)).toBeUndefined();
});

it('an integer of many digits keeps them all', () => {
  expect(String(numberOf('9007199254740993'))).toBe('9007199254740993');
  expect(numberOf('9007199254740992.5')).toBe(9007199254740992);
});
