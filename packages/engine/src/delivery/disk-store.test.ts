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
  relaxed: false,
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

async function until(test: () => boolean, limitMs = 5_000): Promise<void> {
  for (let n = 0; n < limitMs / 10; n++) {
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

  it('counts what a running buffer cannot read any more, and goes on', async () => {
    const first = run();
    const total = 20_000;
    await putMany(first, total);
    expect(files().length).toBeGreaterThan(2);
    // One file is gone, and a few bits of another are wrong.
    const [, second, third] = files().sort();
    rmSync(second!);
    const content = readFileSync(third!);
    for (const at of [1_000, 50_000, 50_001, 700_000]) content[at] = (content[at] ?? 0) ^ 0xff;
    writeFileSync(third!, content);
    first.delivery.connect(first.output);
    await until(() => first.ledger.read().queuing + first.ledger.read().inflight === 0, 20_000);
    const m = first.ledger.read();
    expect(m.matched).toBe(total);
    expect(m.success).toBe(first.got.length);
    expect(m.success + m.dropped).toBe(total);
    expect(m['dropped.other']).toBe(first.delivery.damaged());
    expect(m.queuing_bytes).toBe(0);
    // Groups of 500 went with the file; the bits of the other cost the three records they are in.
    expect(m.dropped).toBeGreaterThan(5_000);
    expect(m.dropped % 500).toBe(3);
    // Nothing holds the files any more.
    first.delivery.tidy();
    expect(files().length).toBe(1);
    await first.delivery.close();
  });

  it('tells after a start that a file is missing', async () => {
    const first = run();
    await putMany(first, 20_000);
    await first.delivery.close();
    rmSync(files().sort()[1]!);
    const second = run();
    expect(second.delivery.damaged()).toBe(1);
    const { matched } = second.ledger.read();
    expect(matched).toBeGreaterThan(11_000);
    second.delivery.connect(second.output);
    await until(() => second.ledger.read().success === matched, 20_000);
    await second.delivery.close();
  });

  it('writes the last requests of an old file again, so that it can go, and loses none of them', async () => {
    const first = run({ workers: 1 });
    const stuck = {
      kind: 'retry',
      scope: 'request',
      fault: { code: 'request_refused', message: 'no' },
      afterMs: 60_000,
    } as const;
    const output: Output = {
      ...first.output,
      async send(batch) {
        return batch.map((one) => {
          if (String(one.body).startsWith('stuck')) return stuck;
          first.got.push(String(one.body));
          return DELIVERED;
        });
      },
    };
    first.delivery.connect(output);
    for (let n = 0; n < 5; n++) await putSafe(first, `stuck${n}`, `stuck ${n}`);
    const body = 'x'.repeat(100_000);
    for (let n = 0; n < 1_000; n++) {
      const safe = putSafe(first, `k${n % 20}`, `${n} ${body}`);
      if (n % 20 === 19) await safe;
    }
    await until(() => first.ledger.read().success === 1_000, 20_000);
    expect(files().length).toBeGreaterThan(8);
    first.delivery.tidy();
    await until(() => {
      first.delivery.tidy();
      return files().length <= 2;
    });
    // A crash now: they are in the new file.
    const second = run();
    expect(second.ledger.read()).toMatchObject({ matched: 5, queuing: 5 });
    second.delivery.connect(second.output);
    await until(() => second.got.length === 5);
    expect(second.got.sort()).toEqual([0, 1, 2, 3, 4].map((n) => `stuck ${n}`));
    await second.delivery.close();
    const third = run();
    expect(third.ledger.read().matched).toBe(0);
    await third.delivery.close();
    await first.delivery.discard();
  });
});

function throwFault(error: NodeJS.ErrnoException | undefined): void {
  if (error !== undefined) throw error;
}

function putSafe(to: Run, key: string, body: string): Promise<void> {
  return put(to, key, body) ?? Promise.resolve();
}

/** In groups, so that they lie in several files. */
async function putMany(to: Run, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const safe = putSafe(to, `k${n % 50}`, `${n}`.padEnd(1000, '.'));
    if (n % 500 === 499) await safe;
  }
}
