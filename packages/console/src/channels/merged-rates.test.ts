import { expect, it } from 'vitest';
import { mergedRates } from './merged-rates.ts';

const past = { times: [10, 20, 30, 40], rates: { matched: [1, 2, 3, 4], passed: [0, 0, 1, 1] } };
const live = {
  times: [35, 36],
  values: [
    { matched: 7, passed: undefined },
    { matched: 8, passed: 2 },
  ],
};

it('goes on from the past with what the page saw', () => {
  expect(mergedRates(past, live, 1000)).toEqual({
    times: [10, 20, 30, 35, 36],
    values: [{ matched: 1, passed: 0 }, { matched: 2, passed: 0 }, { matched: 3, passed: 1 }, ...live.values],
  });
});

it('keeps to its span', () => {
  expect(mergedRates(past, live, 6).times).toEqual([30, 35, 36]);
});

it('does with either alone', () => {
  expect(mergedRates(undefined, live, 1000)).toEqual(live);
  expect(mergedRates(past, { times: [], values: [] }, 1000).times).toEqual(past.times);
  expect(mergedRates(undefined, { times: [], values: [] }, 1000)).toEqual({ times: [], values: [] });
});
