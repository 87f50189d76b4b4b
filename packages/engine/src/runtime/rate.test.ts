import { describe, expect, it } from 'vitest';
import { createRate } from './rate.ts';

/** Ticks once a second with counts that grow by `perSecond`. */
function run(seconds: number, perSecond: (second: number) => number, rate = createRate()) {
  let count = 0;
  for (let second = 0; second < seconds; second++) {
    count += perSecond(second);
    rate.tick(count);
  }
  return rate;
}

describe('rate', () => {
  it('shows the last second, the mean and the highest second', () => {
    const rate = run(10, (second) => (second === 3 ? 50 : 10));
    expect([rate.current(), rate.last5m(), rate.max()]).toEqual([10, 14, 50]);
  });

  it('falls to zero when nothing happens, and forgets after five minutes', () => {
    const rate = run(700, (second) => (second < 100 ? 30 : 0));
    expect([rate.current(), rate.last5m(), rate.max()]).toEqual([0, 0, 30]);
  });

  it('keeps a steady rate over any time', () => {
    for (const seconds of [1, 9, 10, 11, 299, 300, 301, 305, 1000]) {
      expect(run(seconds, () => 7).last5m(), `${seconds} s`).toBe(7);
    }
  });

  it('is a mean over five minutes, also when nothing happened before', () => {
    const rate = run(3600, () => 0);
    rate.tick(300);
    expect([rate.current(), rate.max()]).toEqual([300, 300]);
    expect(rate.last5m()).toBeCloseTo(1, 1);
    const young = run(59, () => 0);
    young.tick(300);
    expect(young.last5m()).toBe(5);
  });

  it('starts from the counter it is given', () => {
    const rate = createRate(1000);
    rate.tick(1005);
    expect([rate.current(), rate.last5m(), rate.max()]).toEqual([5, 5, 5]);
  });
});
