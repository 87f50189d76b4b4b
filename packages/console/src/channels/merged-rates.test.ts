import { expect, it } from 'vitest';
import { mergedRates } from './merged-rates.ts';

const past = {
  times: [10_000, 20_000, 30_000, 40_000],
  rates: { matched: [null, 2, 3, 4], passed: [null, 0, 1, 1] },
};
const live = {
  times: [36_000, 37_000, 38_000],
  values: [{}, { matched: 7, passed: undefined }, { matched: 8, passed: 2 }],
};

it('goes on from what the backend remembers with what the page saw', () => {
  expect(mergedRates(past, live, 100_000)).toEqual({
    times: [10_000, 20_000, 30_000, 37_000, 38_000],
    values: [
      { matched: undefined, passed: undefined },
      { matched: 2, passed: 0 },
      { matched: 3, passed: 1 },
      { matched: 7, passed: undefined },
      { matched: 8, passed: 2 },
    ],
  });
});

it('fills the time in which the page was hidden with what the backend remembers', () => {
  const hidden = { times: [12_000, 60_000], values: [{ matched: 1 }, { matched: 9 }] };
  expect(mergedRates(past, hidden, 100_000).times).toEqual([12_000, 20_000, 30_000, 40_000, 60_000]);
});

it('keeps to its span', () => {
  expect(mergedRates(past, live, 10_000).times).toEqual([30_000, 37_000, 38_000]);
});

it('does with either alone', () => {
  expect(mergedRates(undefined, live, 100_000).times).toEqual([37_000, 38_000]);
  expect(mergedRates(past, { times: [], values: [] }, 100_000).times).toEqual(past.times);
  expect(mergedRates(undefined, { times: [], values: [] }, 1_000)).toEqual({ times: [], values: [] });
});
