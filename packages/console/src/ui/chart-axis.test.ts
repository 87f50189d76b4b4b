import { expect, it } from 'vitest';
import { apart, nearest, niceCeiling, timeTicks } from './chart-axis.ts';

it('ends an axis at a round number that is not far above the highest value', () => {
  expect([0, 0.2, 1, 1.01, 2.4, 3.7, 5, 7, 9, 99, 101, 239, 5_001].map(niceCeiling)).toEqual([
    1, 1, 1, 2, 3, 4, 6, 8, 10, 100, 200, 300, 6_000,
  ]);
});

it('has ticks at round times, no more than fit', () => {
  const from = Date.UTC(2026, 10, 21, 14, 2, 17);
  const labels = timeTicks(from, from + 5 * 60_000, 6).map((tick) => tick.label.slice(-3));
  expect(labels).toEqual([':03', ':04', ':05', ':06', ':07']);
  expect(timeTicks(from, from + 5 * 60_000, 3)).toHaveLength(2);
  expect(timeTicks(from, from + 60 * 60_000, 6).map((tick) => tick.label.slice(-3))).toEqual([
    ':10',
    ':20',
    ':30',
    ':40',
    ':50',
    ':00',
  ]);
  expect(timeTicks(from, from + 40_000, 6).every((tick) => tick.label.length === 8)).toBe(true);
});

it('finds the closest time', () => {
  expect([-5, 0, 14, 16, 99].map((time) => nearest([0, 10, 20], time))).toEqual([0, 0, 1, 2, 2]);
});

it('moves labels up that would lie on each other, and leaves the lowest', () => {
  expect(apart([100, 98, 20], 14)).toEqual([100, 86, 20]);
});
