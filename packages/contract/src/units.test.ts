import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BYTE_UNITS,
  parseByteSize,
  parseDuration,
  parsePercent,
  splitByteSize,
  splitDuration,
  TIME_UNITS,
} from './units.ts';

describe('durations', () => {
  it.each([
    ['15s', 15_000],
    ['1h30m', 5_400_000],
    ['0ms', 0],
    ['2d', 172_800_000],
    ['1.5s', 1500],
    ['250', 250],
    [250, 250],
  ])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(['', 's', '15 s', '15x', '-1s', 'abc', '1h30', Number.NaN, -1])('%s is none', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );

  it('splits what it can parse back', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom(...TIME_UNITS), (value, unit) => {
        expect(splitDuration(`${value}${unit}`)).toEqual({ value: String(value), unit });
        expect(parseDuration(`${value}${unit}`)).toBeTypeOf('number');
      }),
      { seed: 20261121 },
    );
    expect(splitDuration('1h30m')).toBeUndefined();
  });
});

describe('byte sizes', () => {
  it.each([
    ['256MB', 268_435_456],
    ['1.5KB', 1536],
    ['10b', 10],
    ['10', 10],
    [10, 10],
  ])('%s is %d bytes', (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

  it.each(['', 'MB', '1TB', '-1KB', '1e3KB'])('%s is none', (text) => expect(parseByteSize(text)).toBeUndefined());

  it('splits what it can parse back', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom(...BYTE_UNITS), (value, unit) => {
        expect(splitByteSize(`${value}${unit}`)).toEqual({ value: String(value), unit });
      }),
      { seed: 20261121 },
    );
  });
});

it('percents are parts of one', () => {
  expect(parsePercent('80%')).toBe(0.8);
  expect(parsePercent('80')).toBeUndefined();
});
