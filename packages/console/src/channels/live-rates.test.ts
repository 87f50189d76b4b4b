import { expect, it } from 'vitest';
import { liveRates, newestRates } from './live-rates.ts';

/** One sample a second from the counts. */
const every = (counts: readonly number[], step = 1_000) => ({
  times: counts.map((_, index) => 1_000_000 + index * step),
  values: counts.map((count) => ({ matched: count })),
});
const matched = (history: ReturnType<typeof every>) => liveRates(history).values.map((rates) => rates.matched);

it('is a mean over ten seconds, and says nothing about less than two', () => {
  expect(matched(every([0, 10, 20, 30]))).toEqual([undefined, undefined, 10, 10]);
  // A burst of one second stays in sight for ten, and weighs a tenth.
  const counts = [...Array(20).keys()].map((second) => (second >= 5 ? 100 : 0));
  const rates = matched(every(counts));
  expect(rates[11]).toBe(10);
  expect(rates[16]).toBe(0);
});

it('goes on after a reset', () => {
  expect(matched(every([100, 110, 120, 4, 14]))[4]).toBeCloseTo((10 + 10 + 4 + 10) / 4);
});

it('does not guess what happened while nobody asked', () => {
  const history = {
    times: [0, 1_000, 2_000, 60_000, 61_000, 62_000],
    values: [0, 1, 2, 60_000, 60_001, 60_002].map((count) => ({ matched: count })),
  };
  expect(liveRates(history).values.map((rates) => rates.matched)).toEqual([
    undefined,
    undefined,
    1,
    undefined,
    undefined,
    1,
  ]);
});

it('names the newest', () => {
  expect(newestRates(liveRates(every([0, 10, 20])))).toEqual({ matched: 10 });
  expect(newestRates({ times: [], values: [] })).toEqual({});
});
