import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELIVERED, type Output } from '../connectors/driver.ts';
import { type SmallDisk, smallDisk, whyNoSmallDisk } from '../testing/small-disk.ts';
import { createDelivery } from './delivery.ts';
import { openDiskStore } from './disk-store.ts';
import { createLedger, type Ledger } from './ledger.ts';

const why = whyNoSmallDisk();

async function until(test: () => boolean): Promise<void> {
  for (let n = 0; n < 500; n++) {
    if (test()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('timed out');
}

function expectConserved(ledger: Ledger): void {
  const m = ledger.read();
  expect(m.matched).toBe(m.success + m.failed + m.dropped + m.queuing + m.inflight + m.late_reply);
}

describe.skipIf(why !== undefined)(`a full disk${why === undefined ? '' : ` (${why})`}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = smallDisk(1)!;
  });
  afterEach(() => disk.remove());

  function run() {
    const ledger = createLedger();
    const got: string[] = [];
    const faults: (string | undefined)[] = [];
    const folder = join(disk.path, 'buffer');
    const options = {
      workers: 4,
      window: 50,
      sync: false,
      batchSize: 1,
      batchTimeMs: 0,
      mode: 'auto' as const,
      relaxed: false,
    };
    const delivery = createDelivery(
      { ...options, ttlMs: Number.POSITIVE_INFINITY, maxBytes: 1024 ** 3 },
      ledger,
      (hooks) => openDiskStore(folder, hooks),
      {
        answered() {},
        rejected() {},
        bury: () => Promise.resolve(),
        disk: (error) => faults.push(error?.code),
      },
    );
    const output: Output = {
      render: () => ({ ok: true, value: { meta: '', body: '' } }),
      describe: () => ({}),
      async send(batch) {
        got.push(...batch.map((one) => String(one.body).trim()));
        return batch.map(() => DELIVERED);
      },
    };
    return { ledger, got, faults, delivery, output };
  }

  it('acknowledges what it kept and nothing else, says so, and goes on when there is room again', async () => {
    const first = run();
    const acked: string[] = [];
    const refused: string[] = [];
    for (let n = 0; n < 200; n++) {
      const body = `${n}`;
      const safe = first.delivery.accept({ meta: '', body: body.padEnd(10_000) }, `k${n % 5}`, 1, undefined);
      await Promise.resolve(safe).then(
        () => acked.push(body),
        () => refused.push(body),
      );
      expectConserved(first.ledger);
    }
    expect(acked.length).toBeGreaterThan(50);
    expect(refused.length).toBeGreaterThan(50);
    expect(first.faults.at(-1)).toBe('ENOSPC');
    expect(first.ledger.read()).toMatchObject({ matched: 200, queuing: acked.length, 'dropped.other': refused.length });
    // The target takes what was kept; that needs no room, and its ends are written when there is some.
    first.delivery.connect(first.output);
    await until(() => first.got.length === acked.length);
    expect(first.got.toSorted()).toEqual(acked.toSorted());
    await first.delivery.accept({ meta: '', body: 'after' }, 'k', 1, undefined);
    await until(() => first.faults.at(-1) === undefined);
    await until(() => first.got.includes('after'));
    expectConserved(first.ledger);
    await first.delivery.close();
    // Nothing of it comes again.
    const second = run();
    expect(second.ledger.read().matched).toBe(0);
    await second.delivery.close();
  });

  it('keeps what was acknowledged over a crash on a full disk', async () => {
    const first = run();
    const acked: string[] = [];
    for (let n = 0; n < 150; n++) {
      const safe = first.delivery.accept({ meta: '', body: `${n}`.padEnd(10_000) }, 'k', 1, undefined);
      await Promise.resolve(safe).then(
        () => acked.push(`${n}`),
        () => {},
      );
    }
    const second = run();
    expect(second.delivery.damaged()).toBe(0);
    second.delivery.connect(second.output);
    await until(() => second.got.length === acked.length);
    expect(second.got).toEqual(acked);
    await second.delivery.close();
    await first.delivery.discard();
  });

  it('stops in time when nothing can be written', async () => {
    const first = run();
    await first.delivery.accept({ meta: '', body: 'one' }, 'k', 1, undefined);
    writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(1020 * 1024));
    first.delivery.connect(first.output);
    for (let n = 0; n < 20; n++) {
      void first.delivery.accept({ meta: '', body: 'x'.repeat(9_000) }, 'k', 1, undefined)?.catch(() => {});
    }
    const started = performance.now();
    await first.delivery.close();
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
