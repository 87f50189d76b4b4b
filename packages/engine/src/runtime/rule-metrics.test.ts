import { expect, it } from 'vitest';
import { createRuleCounters } from './rule-metrics.ts';

it('says since when it counts', () => {
  let now = 1_000;
  const counters = createRuleCounters(() => now);
  counters.matched();
  counters.noResult();
  counters.tick();
  now = 5_000;
  expect(counters.read()).toMatchObject({
    matched: 1,
    failed: 1,
    'failed.no_result': 1,
    'matched.rate': 1,
    counting_since: 1_000,
  });
  counters.reset();
  expect(counters.read()).toMatchObject({ matched: 0, failed: 0, 'matched.rate.max': 0, counting_since: 5_000 });
});

it('is read again only when something has changed, and once more when it has come to rest', () => {
  const counters = createRuleCounters(() => 0);
  let look = 10;
  let cursor = 0;
  const read = () => {
    const metrics = counters.readIfMoved(cursor, ++look);
    cursor = look;
    return metrics;
  };
  expect(read()).toBeUndefined();
  for (const count of [counters.matched, counters.noResult, counters.actionDropped, counters.outOfService]) {
    count.call(counters);
    expect(read()).toEqual(counters.read());
  }
  expect(read()).toBeUndefined();
  counters.tick();
  expect(read()?.['matched.rate']).toBe(1);
  // the rates go on falling for five minutes
  let readings = 0;
  let last: ReturnType<typeof read>;
  for (let second = 0; second < 400; second++) {
    counters.tick();
    const metrics = read();
    if (metrics === undefined) continue;
    readings = second;
    last = metrics;
  }
  expect(readings).toBeGreaterThan(280);
  expect(readings).toBeLessThan(320);
  expect(last).toEqual(counters.read());
  expect(last).toMatchObject({ matched: 1, 'matched.rate': 0, 'matched.rate.last5m': 0 });
  // as much as before, but anew
  counters.reset();
  counters.matched();
  expect(read()?.matched).toBe(1);
  // somebody who was there before hears of all of it, somebody who comes later of nothing
  expect(counters.readIfMoved(5, ++look)?.matched).toBe(1);
  expect(counters.readIfMoved(look, ++look)).toBeUndefined();
});
