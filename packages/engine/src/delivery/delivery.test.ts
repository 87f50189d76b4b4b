import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DELIVERED, type Outcome, type Output, type Request } from '../connectors/driver.ts';
import { MEMORY_ONLY } from '../testing/memory-store.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { DeliveryOptions } from './options.ts';

const OPTIONS: DeliveryOptions = {
  workers: 4,
  window: 10,
  sync: false,
  batchSize: 1,
  batchTimeMs: 0,
  ttlMs: Number.POSITIVE_INFINITY,
  maxBytes: 1024 * 1024,
  mode: 'memory',
  relaxed: false,
};

const TARGET_DOWN: Outcome = { kind: 'retry', scope: 'target', fault: { code: 'no_answer', message: 'down' } };
const REQUEST_FAILED: Outcome = {
  kind: 'retry',
  scope: 'request',
  fault: { code: 'request_refused', message: 'broken' },
};
const REJECTED: Outcome = { kind: 'rejected', fault: { code: 'request_refused', message: 'no' } };

/** A target whose answers the test gives. */
function heldTarget() {
  const open: { batch: readonly Request[]; answer: (outcomes: Outcome[]) => void }[] = [];
  const delivered: string[] = [];
  const output: Output = {
    render: () => ({ ok: true, value: { meta: '', body: '' } }),
    describe: () => ({}),
    send: (batch) => new Promise((answer) => open.push({ batch, answer })),
  };
  return {
    output,
    open,
    delivered,
    async answer(index: number, outcome: Outcome): Promise<void> {
      const [request] = open.splice(index % Math.max(1, open.length), 1);
      if (request === undefined) return;
      if (outcome === DELIVERED) delivered.push(...request.batch.map((one) => String(one.body)));
      request.answer(request.batch.map(() => outcome));
      await settle();
    },
    async answerAll(outcome: Outcome): Promise<void> {
      for (const request of open.splice(0)) {
        if (outcome === DELIVERED) delivered.push(...request.batch.map((one) => String(one.body)));
        request.answer(request.batch.map(() => outcome));
      }
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let n = 0; n < 5; n++) await Promise.resolve();
}

function expectConserved(ledger: Ledger): void {
  const m = ledger.read();
  expect(m.matched).toBe(m.success + m.failed + m.dropped + m.queuing + m.inflight + m.late_reply);
  expect(m.dropped).toBe(
    m['dropped.expired'] +
      m['dropped.other'] +
      m['dropped.queue_full'] +
      m['dropped.resource_not_found'] +
      m['dropped.resource_stopped'],
  );
  for (const term of [m.queuing, m.inflight, m.queuing_bytes]) expect(term).toBeGreaterThanOrEqual(0);
  if (m.queuing === 0) expect(m.queuing_bytes).toBe(0);
}

function make(options: Partial<DeliveryOptions>) {
  const ledger = createLedger();
  const buried: string[] = [];
  const delivery = createDelivery({ ...OPTIONS, ...options }, ledger, () => MEMORY_ONLY, {
    answered() {},
    rejected() {},
    async bury(item, reason) {
      buried.push(`${reason} ${item.request.body}`);
    },
    disk() {},
  });
  return { ledger, delivery, buried };
}

function put(delivery: Delivery, key: string, body: string): void {
  void delivery.accept({ meta: '', body }, key, 0, undefined);
}

describe('delivery', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const step = fc.oneof(
    fc.record({ do: fc.constant('accept' as const), key: fc.nat(5) }),
    fc.record({
      do: fc.constant('answer' as const),
      index: fc.nat(9),
      outcome: fc.constantFrom(DELIVERED, TARGET_DOWN, REQUEST_FAILED, REJECTED),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ do: fc.constant('connect' as const), up: fc.boolean() }),
    fc.record({ do: fc.constant('reset' as const) }),
    fc.record({
      do: fc.constant('configure' as const),
      workers: fc.integer({ min: 1, max: 6 }),
      window: fc.integer({ min: 1, max: 20 }),
      sync: fc.boolean(),
      batchSize: fc.integer({ min: 1, max: 4 }),
      batchTimeMs: fc.constantFrom(0, 50),
      ttlMs: fc.constantFrom(Number.POSITIVE_INFINITY, 5_000),
      maxBytes: fc.constantFrom(600, 1024 * 1024),
    }),
  );

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const plain = {
    window: 10,
    sync: false,
    batchSize: 1,
    batchTimeMs: 0 as const,
    ttlMs: Number.POSITIVE_INFINITY,
    maxBytes: 1024 ** 2,
  };
  /** A request comes back to a lane that is not there any more, and the lanes change once again. */
  const LANES_REBUILT_UNDER_WAY: Step[] = [
    { do: 'accept', key: 0 },
    { do: 'configure', workers: 1, ...plain },
    { do: 'answer', index: 0, outcome: TARGET_DOWN },
    { do: 'configure', workers: 2, ...plain },
  ];

  it('loses no message from the books, whatever the target and the configuration do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const { ledger, delivery } = make({});
        const target = heldTarget();
        delivery.connect(target.output);
        let n = 0;
        for (const one of steps) {
          switch (one.do) {
            case 'accept':
              put(delivery, `k${one.key}`, `${n++}`);
              break;
            case 'answer':
              await target.answer(one.index, one.outcome);
              break;
            case 'wait':
              await vi.advanceTimersByTimeAsync(one.ms);
              break;
            case 'connect':
              delivery.connect(one.up ? target.output : undefined);
              break;
            case 'reset':
              ledger.reset();
              break;
            case 'configure':
              delivery.configure({ ...OPTIONS, ...one });
              break;
          }
          expectConserved(ledger);
        }
        delivery.connect(target.output);
        for (let round = 0; round < 500 && ledger.read().queuing + ledger.read().inflight > 0; round++) {
          await target.answerAll(DELIVERED);
          await vi.advanceTimersByTimeAsync(20_000);
        }
        expect(ledger.read()).toMatchObject({ queuing: 0, inflight: 0, queuing_bytes: 0 });
        expectConserved(ledger);
        await delivery.close();
      }),
      { numRuns: 150, seed: 1928346294, examples: [[LANES_REBUILT_UNDER_WAY]] },
    );
  });

  it('keeps the order of a key, one at a time, while single requests fail (sync)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }),
        fc.array(fc.constantFrom(DELIVERED, TARGET_DOWN, REQUEST_FAILED), { maxLength: 60 }),
        async (keys, outcomes) => {
          const { ledger, delivery } = make({ sync: true, workers: 2 });
          const target = heldTarget();
          delivery.connect(target.output);
          for (const [n, key] of keys.entries()) put(delivery, `k${key}`, `${key}:${n}`);
          for (const outcome of outcomes) {
            await target.answer(0, outcome);
            await vi.advanceTimersByTimeAsync(20_000);
          }
          for (let round = 0; round < 500 && ledger.read().queuing + ledger.read().inflight > 0; round++) {
            await target.answerAll(DELIVERED);
            await vi.advanceTimersByTimeAsync(20_000);
          }
          for (const key of new Set(keys)) {
            const got = target.delivered.filter((body) => body.startsWith(`${key}:`));
            const sent = keys.flatMap((other, n) => (other === key ? [`${key}:${n}`] : []));
            expect(got).toEqual(sent);
          }
          await delivery.close();
        },
      ),
      { numRuns: 100, seed: 20261121 },
    );
  });

  it('keeps the order of a key when the whole target fails (async)', async () => {
    const { delivery } = make({ workers: 3, window: 8 });
    const target = heldTarget();
    delivery.connect(target.output);
    const keys = Array.from({ length: 60 }, (_, n) => n % 5);
    for (const [n, key] of keys.entries()) put(delivery, `k${key}`, `${key}:${n}`);
    for (let round = 0; round < 100; round++) {
      await target.answerAll(round % 3 === 1 ? TARGET_DOWN : DELIVERED);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(target.delivered.length).toBe(60);
    for (const key of new Set(keys)) {
      const got = target.delivered.filter((body) => body.startsWith(`${key}:`));
      expect(got).toEqual(keys.flatMap((other, n) => (other === key ? [`${key}:${n}`] : [])));
    }
    await delivery.close();
  });

  it('tries a target that was down with one request, then with more and more', async () => {
    const { delivery } = make({ workers: 4, window: 16 });
    const target = heldTarget();
    delivery.connect(target.output);
    let n = 0;
    const top = (): void => {
      for (; n < 10_000; n++) put(delivery, `k${n}`, `${n}`);
    };
    top();
    for (let round = 0; round < 5; round++) await target.answerAll(DELIVERED);
    expect(target.open.length).toBe(64);
    await target.answerAll(TARGET_DOWN);
    expect(target.open.length).toBe(0);
    await vi.advanceTimersByTimeAsync(15_000);
    const widths: number[] = [];
    for (let round = 0; round < 60; round++) {
      widths.push(target.open.length);
      await target.answerAll(DELIVERED);
    }
    // Doubling up to half of what it failed under, then one more a round.
    expect(widths.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    for (const [round, width] of widths.entries()) {
      if (round > 6) expect(width - (widths[round - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
    expect(widths.at(-1)).toBe(64);
    // The second time it fails while it is tried: nothing but that one request goes.
    await target.answerAll(TARGET_DOWN);
    for (let round = 0; round < 5; round++) {
      await vi.advanceTimersByTimeAsync(15_000);
      expect(target.open.length).toBe(1);
      await target.answerAll(TARGET_DOWN);
    }
    await delivery.close();
  });

  it('begins gently on a new connection', async () => {
    const { delivery } = make({ workers: 16, window: 100 });
    const target = heldTarget();
    for (let n = 0; n < 2_000; n++) put(delivery, `k${n}`, `${n}`);
    delivery.connect(target.output);
    expect(target.open.length).toBe(8);
    await target.answerAll(DELIVERED);
    expect(target.open.length).toBe(16);
    await delivery.discard();
  });

  it('rests for as long as the target asks', async () => {
    const { delivery } = make({ workers: 1 });
    const target = heldTarget();
    delivery.connect(target.output);
    put(delivery, 'a', 'a');
    put(delivery, 'b', 'b');
    await target.answer(0, TARGET_DOWN);
    await target.answer(0, { ...TARGET_DOWN, afterMs: 30_000 } as Outcome);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(target.open.length).toBe(0);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(target.open.length).toBe(1);
    await delivery.discard();
  });

  it('takes a target for down that fails every request', async () => {
    const { delivery } = make({ workers: 16, window: 100 });
    const target = heldTarget();
    delivery.connect(target.output);
    for (let n = 0; n < 500; n++) put(delivery, `k${n}`, `${n}`);
    for (let round = 0; round < 3; round++) await target.answerAll(REQUEST_FAILED);
    expect(target.open.length).toBe(0);
    await vi.advanceTimersByTimeAsync(400);
    expect(target.open.length).toBeLessThanOrEqual(1);
    await delivery.discard();
  });

  it('counts ages on a clock that nobody can set', async () => {
    const { ledger, delivery, buried } = make({ ttlMs: 60_000, batchTimeMs: 100, batchSize: 10 });
    const target = heldTarget();
    put(delivery, 'k', 'first');
    vi.setSystemTime(Date.now() + 24 * 3_600_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(buried).toEqual([]);
    vi.setSystemTime(Date.now() - 48 * 3_600_000);
    put(delivery, 'k', 'second');
    delivery.connect(target.output);
    await vi.advanceTimersByTimeAsync(200);
    await target.answerAll(DELIVERED);
    await vi.advanceTimersByTimeAsync(200);
    await target.answerAll(DELIVERED);
    expect(target.delivered).toEqual(['first', 'second']);
    expect(ledger.read()).toMatchObject({ success: 2, late_reply: 0, dropped: 0 });
    put(delivery, 'k', 'third');
    delivery.connect(undefined);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(ledger.read()).toMatchObject({ 'dropped.expired': 1 });
    await delivery.discard();
  });

  it('gives up a request that fails again and again while others get through', async () => {
    const { ledger, delivery, buried } = make({ workers: 8 });
    const target = heldTarget();
    delivery.connect(target.output);
    put(delivery, 'bad', 'bad');
    for (let n = 0; n < 40 && buried.length === 0; n++) {
      put(delivery, 'good', `${n}`);
      for (let index = target.open.length - 1; index >= 0; index--) {
        const bad = target.open[index]?.batch[0]?.body === 'bad';
        await target.answer(index, bad ? REQUEST_FAILED : DELIVERED);
      }
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(buried).toEqual(['rejected bad']);
    expect(ledger.read().failed).toBe(1);
    await delivery.close();
  });

  it('drops the oldest when full, and says so', async () => {
    const { ledger, delivery, buried } = make({ maxBytes: 1000, workers: 3 });
    for (let n = 0; n < 20; n++) put(delivery, `k${n}`, `${n}`);
    const m = ledger.read();
    expect(m.queuing_bytes).toBeLessThanOrEqual(1000);
    expect(m['dropped.queue_full']).toBe(20 - m.queuing);
    expect(buried[0]).toBe('queue_full 0');
    await delivery.close();
  });

  it('expires what waits too long, also while the target is away', async () => {
    const { ledger, delivery, buried } = make({ ttlMs: 5_000 });
    put(delivery, 'k', 'old');
    await vi.advanceTimersByTimeAsync(4_000);
    put(delivery, 'k', 'new');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(buried).toEqual(['expired old']);
    expect(ledger.read()).toMatchObject({ 'dropped.expired': 1, queuing: 1 });
    await delivery.close();
  });
});
