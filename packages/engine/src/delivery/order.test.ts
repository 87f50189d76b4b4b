import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DELIVERED, type Outcome, type Output, type Request } from '../connectors/driver.ts';
import { MEMORY_ONLY } from '../testing/memory-store.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createLedger } from './ledger.ts';
import type { DeliveryOptions } from './options.ts';

/** What a target may do with one request: take it, or fail, alone or as a whole. */
type Fate = 'take' | 'fail' | 'break';

const FAIL: Outcome = { kind: 'retry', scope: 'request', fault: { code: 'request_refused', message: 'broken' } };
const BREAK: Outcome = { kind: 'retry', scope: 'target', fault: { code: 'request_refused', message: 'down' } };

interface Model {
  readonly output: Output;
  /** Bodies in the order in which the target took them. */
  readonly taken: readonly string[];
  readonly pending: number;
  /** Most requests of one key that were ever under way together. */
  readonly mostOfOneKey: number;
  /** One pending request, or all of one lane, is answered; the next `fates` say how. */
  answer(pick: number, fate: Fate): Promise<void>;
}

async function settled(): Promise<void> {
  for (let n = 0; n < 6; n++) await Promise.resolve();
}

const keyOf = (request: Request): string => String(request.body).split(':')[0] ?? '';

/** Like a server behind HTTP: it handles each request by itself and answers in whatever order. */
function independentTarget(fateOf: () => Fate): Model {
  const taken: string[] = [];
  const pending: { readonly outcomes: Outcome[]; readonly keys: string[]; readonly give: (o: Outcome[]) => void }[] =
    [];
  let mostOfOneKey = 0;
  return {
    taken,
    get pending() {
      return pending.length;
    },
    get mostOfOneKey() {
      return mostOfOneKey;
    },
    output: {
      render: () => ({ ok: true, value: { meta: '', body: '' } }),
      describe: () => ({}),
      send: (batch) =>
        new Promise((give) => {
          const outcomes = batch.map((request): Outcome => {
            const fate = fateOf();
            if (fate === 'take') taken.push(String(request.body));
            return fate === 'take' ? DELIVERED : fate === 'fail' ? FAIL : BREAK;
          });
          pending.push({ outcomes, keys: batch.map(keyOf), give });
          const all = pending.flatMap((one) => one.keys);
          for (const key of all) mostOfOneKey = Math.max(mostOfOneKey, all.filter((other) => other === key).length);
        }),
    },
    async answer(pick) {
      const [one] = pending.splice(pick % Math.max(1, pending.length), 1);
      one?.give(one.outcomes);
      await settled();
    },
  };
}

/** Like a connection: it takes what a lane sends in order, and when it breaks, nobody knows what it took last. */
function connectionTarget(): Model {
  const taken: string[] = [];
  const lanes = new Map<number, { readonly body: string; readonly give: (outcome: Outcome) => void }[]>();
  const count = (): number => [...lanes.values()].reduce((sum, lane) => sum + lane.length, 0);
  let mostOfOneKey = 0;
  return {
    taken,
    get pending() {
      return count();
    },
    get mostOfOneKey() {
      return mostOfOneKey;
    },
    output: {
      pipelined: true,
      render: () => ({ ok: true, value: { meta: '', body: '' } }),
      describe: () => ({}),
      send: (batch, index) => {
        const lane = lanes.get(index) ?? [];
        lanes.set(index, lane);
        const answers = batch.map(
          (request) => new Promise<Outcome>((give) => lane.push({ body: String(request.body), give })),
        );
        const keys = lane.map((one) => one.body.split(':')[0]);
        for (const key of keys) mostOfOneKey = Math.max(mostOfOneKey, keys.filter((other) => other === key).length);
        return Promise.all(answers);
      },
    },
    async answer(pick, fate) {
      const busy = [...lanes.values()].filter((lane) => lane.length > 0);
      const lane = busy[pick % Math.max(1, busy.length)];
      if (lane === undefined) return;
      const arrived = lane.splice(0, fate === 'take' ? 1 + (pick % lane.length) : lane.length);
      for (const [n, { body, give }] of arrived.entries()) {
        if (fate === 'take') {
          taken.push(body);
          give(DELIVERED);
        } else {
          // Some were taken, and the answer is lost.
          if (n < pick % arrived.length) taken.push(body);
          give(BREAK);
        }
      }
      await settled();
    },
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), key: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      pick: fc.nat(50),
      fate: fc.constantFrom<Fate>('take', 'take', 'break'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('configure' as const),
      workers: fc.integer({ min: 1, max: 5 }),
      window: fc.integer({ min: 1, max: 30 }),
      batchSize: fc.integer({ min: 1, max: 3 }),
      sync: fc.boolean(),
    }),
  },
);

const OPTIONS: DeliveryOptions = {
  workers: 2,
  window: 20,
  sync: false,
  batchSize: 1,
  batchTimeMs: 0,
  ttlMs: Number.POSITIVE_INFINITY,
  maxBytes: 1024 ** 2,
  mode: 'memory',
  relaxed: false,
};

function start(output: Output): Delivery {
  const delivery = createDelivery(OPTIONS, createLedger(), () => MEMORY_ONLY, {
    answered() {},
    rejected() {},
    bury: () => Promise.resolve(),
    disk() {},
  });
  delivery.connect(output);
  return delivery;
}

describe('order of a key', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function play(model: Model, steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
    const delivery = start(model.output);
    const sent = new Map<string, string[]>();
    let n = 0;
    for (const one of steps) {
      switch (one.do) {
        case 'accept': {
          const key = `k${one.key}`;
          const body = `${key}:${n++}`;
          sent.set(key, [...(sent.get(key) ?? []), body]);
          void delivery.accept({ meta: '', body }, key, 0, undefined);
          break;
        }
        case 'answer':
          await model.answer(one.pick, one.fate);
          break;
        case 'wait':
          await vi.advanceTimersByTimeAsync(one.ms);
          break;
        case 'replace':
          delivery.connect({ ...model.output });
          break;
        case 'configure':
          delivery.configure({ ...OPTIONS, ...one });
          break;
        default:
          one satisfies never;
      }
    }
    for (let round = 0; round < 2_000 && new Set(model.taken).size < n; round++) {
      await model.answer(0, 'take');
      if (model.pending === 0) await vi.advanceTimersByTimeAsync(20_000);
    }
    await delivery.discard();
    for (const [key, bodies] of sent) {
      const arrived = [...new Set(model.taken.filter((body) => body.startsWith(`${key}:`)))];
      expect(arrived).toEqual(bodies);
    }
    return { sent: n };
  }

  it('is kept whatever single requests do, and each arrives once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 150 }),
        fc.array(fc.constantFrom<Fate>('take', 'take', 'fail', 'break'), { maxLength: 100 }),
        async (steps, fates) => {
          const script = fates[Symbol.iterator]();
          const model = independentTarget(() => script.next().value ?? 'take');
          const { sent } = await play(model, steps);
          expect(model.taken.length).toBe(sent);
          expect(model.mostOfOneKey).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300, seed: 20261121 },
    );
  });

  it('is kept when connections break in mid-flight, and what was not under way arrives once', async () => {
    let deepest = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 150 }), async (steps) => {
        const model = connectionTarget();
        await play(model, steps);
        deepest = Math.max(deepest, model.mostOfOneKey);
      }),
      { numRuns: 300, seed: 20261121 },
    );
    // It really was pipelined.
    expect(deepest).toBeGreaterThan(3);
  });

  it('holds back only the key of which a request failed', async () => {
    const fates: Fate[] = ['fail', 'take', 'take', 'take'];
    const model = independentTarget(() => fates.shift() ?? 'take');
    const delivery = start(model.output);
    for (const body of ['a:1', 'b:1', 'c:1', 'd:1', 'a:2', 'b:2']) {
      void delivery.accept({ meta: '', body }, body.slice(0, 1), 0, undefined);
    }
    for (let n = 0; n < 10; n++) await model.answer(0, 'take');
    expect(model.taken).toEqual(['b:1', 'c:1', 'd:1', 'b:2']);
    await vi.advanceTimersByTimeAsync(200);
    await model.answer(0, 'take');
    await model.answer(0, 'take');
    expect(model.taken.slice(4)).toEqual(['a:1', 'a:2']);
    await delivery.discard();
  });

  it('lets a key have many under way where that is asked for, and holds it back after a failure', async () => {
    const fates: Fate[] = ['take', 'fail', 'take', 'take'];
    const model = independentTarget(() => fates.shift() ?? 'take');
    const delivery = start(model.output);
    delivery.configure({ ...OPTIONS, relaxed: true });
    for (let n = 0; n < 4; n++) void delivery.accept({ meta: '', body: `a:${n}` }, 'a', 0, undefined);
    expect(model.mostOfOneKey).toBe(4);
    await model.answer(1, 'take');
    void delivery.accept({ meta: '', body: 'a:4' }, 'a', 0, undefined);
    for (let n = 0; n < 3; n++) await model.answer(0, 'take');
    expect(model.taken).toEqual(['a:0', 'a:2', 'a:3']);
    await vi.advanceTimersByTimeAsync(200);
    await model.answer(0, 'take');
    await model.answer(0, 'take');
    expect(model.taken.slice(3)).toEqual(['a:1', 'a:4']);
    await delivery.discard();
  });

  it('gives each key its turn: a backlog of one does not hold up another', async () => {
    const model = independentTarget(() => 'take');
    const delivery = start(model.output);
    for (let n = 0; n < 1_000; n++) void delivery.accept({ meta: '', body: `old:${n}` }, 'old', 0, undefined);
    for (let n = 0; n < 100; n++) await model.answer(0, 'take');
    void delivery.accept({ meta: '', body: 'fresh:0' }, 'fresh', 0, undefined);
    for (let n = 0; n < 5; n++) await model.answer(0, 'take');
    expect(model.taken).toContain('fresh:0');
    await delivery.discard();
  });
});
