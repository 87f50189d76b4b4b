import { zeroActionMetrics } from '@sluice/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dropReasons, fullIn, growth, LEDGER_PARTS, ledgerOf, shareOf } from './ledger.ts';

it('adds up', () => {
  const count = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(count, count, count, count, count, count, (success, queuing, inflight, failed, dropped, late) => {
      const matched = success + queuing + inflight + failed + dropped + late;
      const ledger = ledgerOf({
        ...zeroActionMetrics(),
        matched,
        success,
        queuing,
        inflight,
        failed,
        dropped,
        late_reply: late,
      });
      expect(ledger.unaccounted).toBe(0);
      const shares = LEDGER_PARTS.reduce((sum, part) => sum + shareOf(ledger, part), 0);
      expect(matched === 0 ? shares : Math.round(shares * 1e9)).toBe(matched === 0 ? 0 : 1e9);
    }),
    { seed: 9 },
  );
});

it('says what is not accounted for instead of hiding it', () => {
  expect(ledgerOf({ ...zeroActionMetrics(), matched: 10, success: 7 }).unaccounted).toBe(3);
});

it('gives reasons, most frequent first', () => {
  const metrics = { ...zeroActionMetrics(), dropped: 5, 'dropped.queue_full': 4, 'dropped.expired': 1 };
  expect(dropReasons(metrics).map((one) => one.reason)).toEqual(['dropped.queue_full', 'dropped.expired']);
});

it('forecasts only what grows', () => {
  const at = (ms: number, bytes: number) => ({ at: ms, metrics: { ...zeroActionMetrics(), queuing_bytes: bytes } });
  expect(growth([at(0, 0), at(2000, 400)], 'queuing_bytes')).toBe(200);
  expect(growth([at(0, 0), at(500, 400)], 'queuing_bytes')).toBeUndefined();
  expect(growth([], 'queuing_bytes')).toBeUndefined();
  expect(fullIn(600, 1000, 200)).toBe(2);
  expect(fullIn(600, 1000, 0)).toBeUndefined();
  expect(fullIn(600, 1000, -5)).toBeUndefined();
  expect(fullIn(1600, 1000, 1)).toBe(0);
});
