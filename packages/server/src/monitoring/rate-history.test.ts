import { type ActionMetrics, type RuleMetrics, zeroActionMetrics, zeroRuleMetrics } from '@sluice/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateHistory } from './rate-history.ts';

const START = 1_000_000;
let rules: Record<string, RuleMetrics>;
let actions: Record<string, ActionMetrics>;
let made: Record<string, number>;
/** As an engine that tells everything: the history must find out itself what has changed. */
const engine = {
  ruleActivity: async (cursor: number) => structuredClone({ cursor: cursor + 1, isAll: cursor === 0, metrics: rules }),
  channelMetrics: async (kind: string) => structuredClone(kind === 'action' ? actions : {}) as never,
};
const newHistory = () => createRateHistory(engine, (kind, id) => made[`${kind} ${id}`], 0);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  rules = { r: zeroRuleMetrics(), idle: zeroRuleMetrics() };
  actions = { 'http:a': zeroActionMetrics() };
  made = { 'rule r': 0, 'rule idle': 0, 'action http:a': 0, 'source none': 0 };
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps the growth a second of each interval', async () => {
  const history = newHistory();
  const [rule, action] = [rules.r, actions['http:a']];
  if (rule === undefined || action === undefined) throw new Error('made above');
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

it('says nothing of the time before an object was made, and of what is gone', async () => {
  const history = newHistory();
  await history.look();
  vi.advanceTimersByTime(10_000);
  await history.look();
  vi.advanceTimersByTime(5_000);
  made['rule new'] = Date.now();
  rules.new = { ...zeroRuleMetrics(), matched: 50 };
  made['rule resting'] = Date.now();
  vi.advanceTimersByTime(5_000);
  await history.look();
  // its first interval is the five seconds that it was there
  expect(history.of('rule', 'new').rates.matched).toEqual([null, 10]);
  expect(history.of('rule', 'resting').rates.matched).toEqual([null, 0]);
  delete made['rule new'];
  delete rules.new;
  await history.look();
  made['rule new'] = Date.now();
  expect(history.of('rule', 'new').rates.matched).toEqual([null, null, null]);
  expect(history.of('rule', 'never').rates.matched).toEqual([null, null, null]);
});

it('says nothing of an interval in which the counters began anew: what waits counts as matched again then', async () => {
  const history = newHistory();
  const turns = [
    { matched: 100, since: 1 },
    { matched: 200, since: 1 },
    { matched: 5_000, since: 2 },
    { matched: 5_030, since: 2 },
  ];
  for (const { matched, since } of turns) {
    actions['http:a'] = { ...zeroActionMetrics(), matched, counting_since: since };
    await history.look();
    vi.advanceTimersByTime(10_000);
  }
  expect(history.of('action', 'http:a').rates.matched).toEqual([10, null, 3]);
});

it('never shows more than the highest second', async () => {
  const history = newHistory();
  const [rule] = [rules.r];
  await history.look();
  let highest = 0;
  for (let interval = 0; interval < 5; interval++) {
    for (let second = 0; second < 10; second++) {
      const count = (interval * 37 + second * 91) % 100;
      highest = Math.max(highest, count);
      if (rule !== undefined) rule.matched += count;
      vi.advanceTimersByTime(1000);
    }
    await history.look();
  }
  const shown = history.of('rule', 'r').rates.matched ?? [];
  expect(shown).toHaveLength(5);
  for (const rate of shown) expect(rate).toBeLessThanOrEqual(highest);
});

it('has no zeros for whom it had no room', async () => {
  const history = newHistory();
  const ids = Array.from({ length: 2_001 }, (_, n) => `r${n}`);
  for (const id of ids) made[`rule ${id}`] = 1;
  await history.look();
  vi.advanceTimersByTime(10_000);
  rules = Object.fromEntries(ids.map((id) => [id, { ...zeroRuleMetrics(), matched: 10 }]));
  await history.look();
  const rates = ids.map((id) => history.of('rule', id).rates.matched?.[0]);
  expect(rates.filter((rate) => rate === 1)).toHaveLength(2_000);
  expect(rates.filter((rate) => rate === null)).toHaveLength(1);
});

it('keeps an hour', async () => {
  const history = newHistory();
  const [rule] = [rules.r];
  await history.look();
  for (let turn = 1; turn <= 400; turn++) {
    vi.advanceTimersByTime(10_000);
    if (rule !== undefined) rule.matched += turn * 10;
    await history.look();
  }
  const { times, rates } = history.of('rule', 'r');
  expect(times).toHaveLength(360);
  expect(times.at(-1)).toBe(Date.now());
  expect(rates.matched?.[0]).toBe(41);
  expect(rates.matched?.at(-1)).toBe(400);
});
