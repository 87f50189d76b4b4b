import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELIVERED, type Output } from '../connectors/driver.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { openDiskStore } from './disk-store.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { DeliveryOptions } from './options.ts';

const OPTIONS: DeliveryOptions = {
  workers: 4,
  window: 50,
  sync: false,
  batchSize: 1,
  batchTimeMs: 0,
  ttlMs: Number.POSITIVE_INFINITY,
  maxBytes: 1024 ** 3,
  mode: 'auto',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly delivery: Delivery;
  readonly ledger: Ledger;
  readonly got: string[];
  readonly output: Output;
}

function run(options: Partial<DeliveryOptions> = {}, onFault = throwFault): Run {
  const ledger = createLedger();
  const got: string[] = [];
  const delivery = createDelivery({ ...OPTIONS, ...options }, ledger, (hooks) => openDiskStore(folder, hooks), {
    answered() {},
    rejected() {},
    bury: () => Promise.resolve(),
    disk: onFault,
  });
  const output: Output = {
    render: () => ({ ok: true, value: { meta: '', body: '' } }),
    describe: () => ({}),
    async send(batch) {
      got.push(...batch.map((one) => String(one.body)));
      return batch.map(() => DELIVERED);
    },
  };
  return { delivery, ledger, got, output };
}

function put(to: Run, key: string, body: string): void | Promise<void> {
  return to.delivery.accept({ meta: 'm', body }, key, 1, undefined);
}

async function until(test: () => boolean): Promise<void> {
  for (let n = 0; n < 500; n++) {
    if (test()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('timed out');
}

const files = (): string[] => readdirSync(folder).map((name) => join(folder, name));

describe('durable buffer', () => {
  it('sends after a restart what was acknowledged and not delivered, in order, and nothing else', async () => {
    const first = run();
    const safe: (void | Promise<void>)[] = [];
    for (let n = 0; n < 300; n++) safe.push(put(first, `k${n % 7}`, `${n}`));
    await Promise.all(safe);
    // A crash: the first run is neither stopped nor told.
    const second = run();
    expect(second.ledger.read()).toMatchObject({ matched: 300, queuing: 300 });
    second.delivery.connect(second.output);
    await until(() => second.got.length === 300);
    expect(new Set(second.got).size).toBe(300);
    for (let key = 0; key < 7; key++) {
      const own = second.got.map(Number).filter((n) => n % 7 === key);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(second.ledger.read()).toMatchObject({ queuing: 0, queuing_bytes: 0, inflight: 0, success: 300 });
    await second.delivery.close();
    const third = run();
    expect(third.ledger.read().queuing).toBe(0);
    await third.delivery.close();
  });

  it('keeps far more than fits in memory, and gives it back in order', async () => {
    const first = run({ workers: 1 });
    const total = 20_000;
    let last: Promise<void> | undefined;
    for (let n = 0; n < total; n++) last = putSafe(first, 'k', `${n}`.padEnd(200, '.'));
    await last;
    expect(first.ledger.read().queuing).toBe(total);
    first.delivery.connect(first.output);
    for (let n = total; n < total + 100; n++) last = putSafe(first, 'k', `${n}`.padEnd(200, '.'));
    await until(() => first.got.length === total + 100);
    expect(first.got.map((body) => Number.parseInt(body, 10))).toEqual(
      Array.from({ length: total + 100 }, (_, n) => n),
    );
    await first.delivery.close();
  });

  it('does not let a backlog of some starve the fresh messages of others', async () => {
    const first = run();
    let last: Promise<void> | undefined;
    for (let n = 0; n < 20_000; n++) last = putSafe(first, `old${n % 5}`, `old ${n}`);
    await last;
    let delivered = 0;
    const slow: Output = {
      ...first.output,
      async send(batch, lane) {
        const outcomes = await first.output.send(batch, lane);
        if (++delivered % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        return outcomes;
      },
    };
    first.delivery.connect(slow);
    await until(() => first.got.length > 4_500);
    const before = first.got.length;
    void putSafe(first, 'fresh', 'fresh');
    await until(() => first.got.length === 20_001);
    expect(first.got.indexOf('fresh')).toBeLessThan(Math.max(before + 6_000, 12_000));
    for (let key = 0; key < 5; key++) {
      const own = first.got.filter((body) => body.startsWith('old')).map((body) => Number(body.slice(4)));
      const ofKey = own.filter((n) => n % 5 === key);
      expect(ofKey).toEqual([...ofKey].sort((a, b) => a - b));
    }
    await first.delivery.close();
  });

  it('says that the disk fails, does not acknowledge, and goes on when it works again', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    const faults: (string | undefined)[] = [];
    const first = run({}, (error) => faults.push(error?.code));
    await expect(putSafe(first, 'k', 'lost on disk')).rejects.toThrow();
    expect(faults[0]).toBeDefined();
    rmSync(folder);
    await putSafe(first, 'k', 'safe');
    expect(faults.at(-1)).toBeUndefined();
    await first.delivery.close();
    const second = run();
    second.delivery.connect(second.output);
    await until(() => second.got.length > 0);
    expect(second.got).toEqual(['safe']);
    await second.delivery.close();
  });

  it('gives the disk back once everything is delivered', async () => {
    const first = run();
    first.delivery.connect(first.output);
    const body = 'x'.repeat(10_000);
    for (let n = 0; n < 4_000; n++) await (n % 100 === 99 ? put(first, `k${n}`, body) : void put(first, `k${n}`, body));
    await until(() => first.ledger.read().success === 4_000);
    await until(() => files().reduce((sum, path) => sum + statSync(path).size, 0) < 20 * 1024 ** 2);
    await first.delivery.close();
  });

  it('loses at most the damaged record, and counts it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 30 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (total, where, flip) => {
          rmSync(folder, { recursive: true, force: true });
          const first = run();
          await Promise.all(Array.from({ length: total }, (_, n) => put(first, `k${n}`, `body ${n}`)));
          await first.delivery.close();
          const [path] = files();
          const content = readFileSync(path!);
          const at = where % content.length;
          content[at] = (content[at] ?? 0) ^ flip;
          writeFileSync(path!, content);
          const second = run();
          second.delivery.connect(second.output);
          await until(() => second.ledger.read().queuing + second.ledger.read().inflight === 0);
          const got = new Set(second.got);
          expect(got.size).toBe(total - 1);
          for (const body of got) expect(body).toMatch(/^body \d+$/);
          const lastRecord = at >= content.length - content.length / total;
          if (!lastRecord) expect(second.delivery.damaged()).toBe(1);
          await second.delivery.close();
        },
      ),
      { numRuns: 60, seed: 20261121 },
    );
  });

  it('takes a file that a crash cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(), async (total, where) => {
        rmSync(folder, { recursive: true, force: true });
        const first = run();
        await Promise.all(Array.from({ length: total }, (_, n) => put(first, 'k', `body ${n}`)));
        await first.delivery.close();
        const [path] = files();
        const content = readFileSync(path!);
        const cut = where % (content.length + 1);
        writeFileSync(path!, content.subarray(0, cut));
        const second = run();
        second.delivery.connect(second.output);
        await until(() => second.ledger.read().queuing + second.ledger.read().inflight === 0);
        const whole = Array.from({ length: total }, (_, n) => `body ${n}`).slice(0, second.got.length);
        expect(second.got).toEqual(whole);
        expect(second.delivery.damaged()).toBe(0);
        await put(second, 'k', 'after');
        await until(() => second.got.at(-1) === 'after');
        await second.delivery.close();
      }),
      { numRuns: 40, seed: 20261121 },
    );
  });
});

function throwFault(error: NodeJS.ErrnoException | undefined): void {
  if (error !== undefined) throw error;
}

function putSafe(to: Run, key: string, body: string): Promise<void> {
  return put(to, key, body) ?? Promise.resolve();
}
