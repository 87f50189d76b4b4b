import { expect, it } from 'vitest';
import { rateOf, withSample } from './counter-rate.ts';

it('is the growth of the last ten seconds', () => {
  let samples = withSample([], { at: 0, value: 100 });
  expect(rateOf(samples)).toBeUndefined();
  samples = withSample(samples, { at: 1_000, value: 110 });
  expect(rateOf(samples)).toBe(10);
  samples = withSample(samples, { at: 12_000, value: 110 });
  expect(rateOf(samples)).toBeUndefined();
});

it('forgets everything when a counter was reset', () => {
  const samples = withSample([{ at: 0, value: 500 }], { at: 1_000, value: 3 });
  expect(samples).toEqual([{ at: 1_000, value: 3 }]);
});

it('takes an answer once', () => {
  const samples = [{ at: 5, value: 1 }];
  expect(withSample(samples, { at: 5, value: 1 })).toBe(samples);
});
