import { zeroActionMetrics, zeroRuleMetrics } from '@sluice/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateHistory } from './rate-history.ts';

const rule = { ...zeroRuleMetrics() };
const action = { ...zeroActionMetrics() };
let rules: Record<string, typeof rule>;
const engine = {
  ruleMetrics: async () => structuredClone(rules),
  channelMetrics: async (kind: string) => structuredClone(kind === 'action' ? { 'http:a': action } : {}) as never,
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Object.assign(rule, zeroRuleMetrics());
  Object.assign(action, zeroActionMetrics());
  rules = { r: rule, idle: { ...zeroRuleMetrics() } };
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps the growth a second of each interval', async () => {
  const history = createRateHistory(engine, 0);
  rule.matched = 500;
  await history.look();
  for (const matched of [600, 650, 650]) {
    vi.advanceTimersByTime(10_000);
    rule.matched = matched;
    action.success += 20;
    await history.look();
  }
  expect(history.of('rule', 'r')).toEqual({
    times: [1_010_000, 1_020_000, 1_030_000],
    rates: { matched: [10, 5, 0], passed: [0, 0, 0], 'failed.exception': [0, 0, 0] },
  });
  expect(history.of('action', 'http:a').rates.success).toEqual([2, 2, 2]);
  expect(history.of('rule', 'idle').rates.matched).toEqual([0, 0, 0]);
  expect(history.of('source', 'none').rates).toEqual({ received: [0, 0, 0] });
});

it('goes on after a reset, and forgets what is deleted', async () => {
  const history = createRateHistory(engine, 0);
  await history.look();
  for (const matched of [100, 30]) {
    vi.advanceTimersByTime(10_000);
    rule.matched = matched;
    await history.look();
  }
  expect(history.of('rule', 'r').rates.matched).toEqual([10, 3]);
  rules = {};
  await history.look();
  expect(history.of('rule', 'r').rates.matched?.every((rate) => rate === 0)).toBe(true);
});

it('keeps an hour', async () => {
  const history = createRateHistory(engine, 0);
  await history.look();
  for (let turn = 1; turn <= 400; turn++) {
    vi.advanceTimersByTime(10_000);
    rule.matched += turn * 10;
    await history.look();
  }
  const { times, rates } = history.of('rule', 'r');
  expect(times).toHaveLength(360);
  expect(times.at(-1)).toBe(Date.now());
  expect(rates.matched?.[0]).toBe(41);
  expect(rates.matched?.at(-1)).toBe(400);
});
