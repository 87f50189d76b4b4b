import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLedger } from './ledger.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('says since when it counts, from the start or the last reset', () => {
  const ledger = createLedger();
  vi.setSystemTime(5_000);
  expect(ledger.read().counting_since).toBe(1_000);
  ledger.reset();
  expect(ledger.read().counting_since).toBe(5_000);
});

it('takes over what the last run left: matched and waiting, but no traffic', () => {
  const ledger = createLedger();
  ledger.recovered(300, 48_000);
  ledger.tick();
  expect(ledger.read()).toMatchObject({ matched: 300, queuing: 300, queuing_bytes: 48_000, rate: 0, rate_max: 0 });
  ledger.enqueued(160);
  ledger.tick();
  expect(ledger.read()).toMatchObject({ matched: 301, queuing: 301, rate: 1, rate_max: 1 });
});

it('keeps what waits and what is under way when it is reset', () => {
  const ledger = createLedger();
  for (let n = 0; n < 5; n++) ledger.enqueued(100);
  ledger.sent(100);
  ledger.sent(100);
  ledger.delivered(false);
  ledger.reset();
  expect(ledger.read()).toMatchObject({ matched: 4, queuing: 3, queuing_bytes: 300, inflight: 1, success: 0 });
});
