import { expect, it } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

const waits = (outcome: object): number => ('wait' in outcome ? Number(outcome.wait) : 0);

it('lets ten wrong passwords a minute through, then waits', () => {
  let time = 0;
  const throttle = createLoginThrottle(() => time);
  for (let i = 0; i < 10; i++) expect(waits(throttle.begin('1', 'a'))).toBe(0);
  expect(waits(throttle.begin('1', 'a'))).toBe(60);
  expect(waits(throttle.begin('1', 'b'))).toBe(0);
  expect(waits(throttle.begin('2', 'a'))).toBe(0);
  time = 59_500;
  expect(waits(throttle.begin('1', 'a'))).toBe(1);
  time = 60_000;
  expect(waits(throttle.begin('1', 'a'))).toBe(0);
});

it('counts attempts that are still going on', () => {
  const throttle = createLoginThrottle(() => 0);
  const attempts = Array.from({ length: 1000 }, () => throttle.begin('1', 'a'));
  expect(attempts.filter((one) => waits(one) === 0)).toHaveLength(10);
});

it('slows down one address that tries many names, and many addresses that try one name', () => {
  const throttle = createLoginThrottle(() => 0);
  const spraying = Array.from({ length: 100 }, (_, i) => throttle.begin('1', `name ${i}`));
  expect(spraying.filter((one) => waits(one) === 0)).toHaveLength(30);
  const herd = Array.from({ length: 300 }, (_, i) => throttle.begin(`address ${i}`, 'root'));
  expect(herd.filter((one) => waits(one) === 0)).toHaveLength(100);
});

it('forgets failures after a success, but not those of others', () => {
  const throttle = createLoginThrottle(() => 0);
  for (let i = 0; i < 500; i++) {
    const attempt = throttle.begin('1', 'a');
    expect(waits(attempt)).toBe(0);
    if ('succeeded' in attempt) attempt.succeeded();
  }
  for (let i = 0; i < 30; i++) throttle.begin('1', `b${i}`);
  expect(waits(throttle.begin('1', 'a'))).toBeGreaterThan(0);
});

it('forgets the oldest names in a flood', () => {
  let n = 0;
  const throttle = createLoginThrottle(() => 0);
  for (let i = 0; i < 20_000; i++) if (waits(throttle.begin(`a${i}`, `u${i}`)) === 0) n++;
  expect(n).toBe(20_000);
});
