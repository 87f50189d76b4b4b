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
