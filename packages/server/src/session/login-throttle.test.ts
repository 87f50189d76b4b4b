import { expect, it } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

it('lets ten wrong passwords a minute through, then waits', () => {
  let time = 0;
  const throttle = createLoginThrottle(() => time);
  for (let i = 0; i < 10; i++) {
    expect(throttle.wait('a')).toBe(0);
    throttle.failed('a');
  }
  expect(throttle.wait('a')).toBe(60);
  expect(throttle.wait('b')).toBe(0);
  time = 59_500;
  expect(throttle.wait('a')).toBe(1);
  time = 60_000;
  expect(throttle.wait('a')).toBe(0);
});

it('forgets failures after a success, and the oldest names in a flood', () => {
  const throttle = createLoginThrottle(() => 0);
  for (let i = 0; i < 9; i++) throttle.failed('a');
  throttle.succeeded('a');
  throttle.failed('a');
  expect(throttle.wait('a')).toBe(0);
  for (let i = 0; i < 20_000; i++) throttle.failed(`name ${i}`);
});
