import { expect, it } from 'vitest';
import { liveRates, newestRates, rateNow } from './live-rates.ts';

/** One sample a second from the counts. */
const every = (counts: readonly number[]) => ({
  times: counts.map((_, index) => 1_000_000 + index * 1_000),
  values: counts.map((count) => ({ matched: count })),
});
const matched = (history: { readonly times: readonly number[]; readonly values: readonly { matched: number }[] }) =>
  liveRates(history).values.map((rates) => rates.matched);
const none = undefined;

it('is a mean over ten seconds, and says nothing about less than four', () => {
  expect(matched(every([0, 10, 20, 30, 40, 50, 60]))).toEqual([none, none, none, none, none, 10, 10]);
  // A burst of one second stays in sight for ten, and weighs a tenth.
  const rates = matched(every([...Array(20).keys()].map((second) => (second >= 5 ? 100 : 0))));
  expect(rates[11]).toBe(10);
  expect(rates[16]).toBe(0);
});

it('does not take an old first answer for a standstill', () => {
  expect(matched(every([0, 500, 510, 520, 530, 540])).at(-1)).toBe(10);
});

it('goes on after a reset', () => {
  expect(matched(every([90, 100, 110, 120, 4, 14])).at(-1)).toBeCloseTo((10 + 10 + 4 + 10) / 4);
});

it('does not guess what happened while nobody asked', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 60, 61, 62, 63, 64, 65];
  const history = {
    times: seconds.map((second) => second * 1_000),
    values: seconds.map((second) => ({ matched: second < 60 ? second : 60_000 + second })),
  };
  expect(matched(history)).toEqual([none, none, none, none, none, 1, none, none, none, none, none, 1]);
});

it('says what is now: what was seen, else what the backend remembers', () => {
  const past = { times: [1, 2], rates: { matched: [null, 7], passed: [1, null] } };
  const live = liveRates(every([0, 10, 20, 30, 40, 50]));
  expect(newestRates(live)).toEqual({ matched: 10 });
  expect(rateNow(live, past, 'matched')).toBe(10);
  expect(rateNow({ times: [], values: [] }, past, 'matched')).toBe(7);
  expect(rateNow({ times: [], values: [] }, past, 'passed')).toBeUndefined();
  expect(rateNow({ times: [], values: [] }, undefined, 'matched')).toBeUndefined();
});
