import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checkpoints, memoryCheckpoints } from '../connectors/stream/checkpoints.ts';
import { probe } from '../host/probe.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { until } from './harness.ts';
import { type SourceHarness, startSourceHarness } from './source-harness.ts';

/** A real system to read from. */
interface SourceCounterpart {
  readonly port: number;
  /** Writes bodies, in order for each key; settles when the system has them. */
  put(messages: readonly { readonly key: string; readonly body: string }[]): Promise<void>;
  stop(): Promise<void>;
}

export interface SourceCase {
  readonly name: string;
  readonly skip?: string | undefined;
  start(): Promise<SourceCounterpart>;
  connector(port: number): ConnectorConfig;
  /** Reads from the oldest message on, where there is such a thing. */
  source(): ChannelConfig;
  /** Most messages that the rules may hold without having taken them over. */
  readonly mostHeld: number;
  /** A connector whose credentials are refused, and what the reason says. */
  refused?(): Promise<{ readonly connector: ConnectorConfig; readonly reason: RegExp; stop(): Promise<void> }>;
  /** A source whose object does not exist or is not permitted, and the code of the fault. */
  readonly missing?: { source(): ChannelConfig; readonly code: string };
}

const numbered = (count: number, keys = 1) =>
  Array.from({ length: count }, (_, n) => ({ key: `k${n % keys}`, body: `${n}` }));

/** The cases that every source passes against the real system. */
export function describeSource(driver: SourceCase): void {
  describe.skipIf(driver.skip !== undefined)(`source ${driver.name}${driver.skip ? ` (${driver.skip})` : ''}`, () => {
    let counterpart: SourceCounterpart;
    let proxy: FaultProxy;
    let checkpoints: Checkpoints;
    let running: SourceHarness[] = [];

    beforeEach(async () => {
      counterpart = await driver.start();
      proxy = await startFaultProxy(counterpart.port);
      checkpoints = memoryCheckpoints();
      running = [];
    });
    afterEach(async () => {
      await Promise.all(running.map((one) => one.stop()));
      await proxy.close();
      await counterpart.stop();
    });

    async function start(take: Parameters<typeof startSourceHarness>[2], connector = driver.connector(proxy.port)) {
      const harness = await startSourceHarness(connector, driver.source(), take, checkpoints);
      running.push(harness);
      return harness;
    }

    const reading = (harness: SourceHarness, limitMs = 20_000) =>
      until(() => harness.fault() === undefined, `reading: ${JSON.stringify(harness.fault())}`, limitMs);

    it('opens, reads, closes, and leaves no connection behind', async () => {
      for (let n = 0; n < 3; n++) {
        const harness = await start(() => {});
        await reading(harness);
        await harness.stop();
        running = [];
      }
      await until(() => proxy.open() === 0, 'no open connection');
    });

    it('hands over bodies whole, whatever is in them', async () => {
      const got: string[] = [];
      await reading(await start((body) => void got.push(body)));
      const bodies = ['plain', 'Zoë 日本 😀', '{"a":1}', ' line\nbreak\t"quote" ', 'x'.repeat(200_000)];
      for (const body of bodies) await counterpart.put([{ key: 'k', body }]);
      await until(() => got.length >= bodies.length, `all bodies, not ${got.length}`);
      expect(got).toEqual(bodies);
    });

    it('keeps the order of each key', async () => {
      const got: number[] = [];
      await reading(await start((body) => void got.push(Number(body))));
      await counterpart.put(numbered(300, 7));
      await until(() => got.length >= 300, 'all');
      for (let key = 0; key < 7; key++) {
        const own = got.filter((n) => n % 7 === key);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
    });

    it('says within 5 s that the target refuses, and reads when it is back', { timeout: 60_000 }, async () => {
      const got: string[] = [];
      await proxy.refuse();
      const harness = await start((body) => void got.push(body));
      await until(() => harness.fault()?.code === 'connection_refused', 'refused', 5_000);
      await proxy.accept();
      await reading(harness);
      await counterpart.put([{ key: 'k', body: 'later' }]);
      await until(() => got.includes('later'), 'read', 20_000);
    });

    it('misses nothing when connections break again and again', { timeout: 90_000 }, async () => {
      const got = new Set<string>();
      await reading(await start((body) => void got.add(body)));
      const messages = numbered(200, 5);
      for (let n = 0; n < messages.length; n += 40) {
        await counterpart.put(messages.slice(n, n + 40));
        proxy.reset();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await until(() => got.size === messages.length, `all ${messages.length}`, 60_000);
    });

    it('notices a target that hangs, and goes on when it answers again', { timeout: 120_000 }, async () => {
      const got: string[] = [];
      const harness = await start((body) => void got.push(body));
      await reading(harness);
      await counterpart.put([{ key: 'k', body: 'first' }]);
      await until(() => got.includes('first'), 'first');
      proxy.set({ kind: 'black_hole' });
      await counterpart.put([{ key: 'k', body: 'second' }]);
      await until(() => harness.fault() !== undefined, 'seen to hang', 30_000);
      proxy.set({ kind: 'pass' });
      proxy.reset();
      await until(() => got.includes('second'), 'second', 60_000);
      await reading(harness);
    });

    it('reads again after a crash what the rules had not taken over', { timeout: 150_000 }, async () => {
      const held: string[] = [];
      const before = await start((body) => {
        held.push(body);
        return new Promise<void>(() => {});
      });
      await reading(before);
      await counterpart.put(numbered(10));
      await until(() => held.length > 0, 'handed over');
      await before.crash();
      running = [];
      const got = new Set<string>();
      // A consumer group waits for the session of the crashed member to expire.
      await reading(await start((body) => void got.add(body)), 60_000);
      await until(() => got.size === 10, `all 10, not ${[...got]}`, 60_000);
    });

    it('does not read on while the rules are busy, and loses nothing by it', { timeout: 60_000 }, async () => {
      const got = new Set<string>();
      const held: (() => void)[] = [];
      let open = false;
      const harness = await start((body) => {
        got.add(body);
        return open ? undefined : new Promise<void>((resolve) => held.push(resolve));
      });
      await reading(harness);
      const total = driver.mostHeld * 4;
      await counterpart.put(numbered(total, 5));
      await until(() => got.size > 0, 'some');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(got.size).toBeLessThanOrEqual(driver.mostHeld);
      open = true;
      for (const release of held) release();
      await until(() => got.size === total, `all ${total}`, 40_000);
    });

    it('survives a slow, sliced network', async () => {
      proxy.set({ kind: 'slice' });
      const got: string[] = [];
      await reading(await start((body) => void got.push(body)));
      await counterpart.put(numbered(20));
      await until(() => got.length >= 20, 'all');
      expect(got).toEqual(numbered(20).map(({ body }) => body));
    });

    it('stops within 5 s while the rules are busy, and reads the rest later', { timeout: 90_000 }, async () => {
      const done = new Set<string>();
      const slow = await start(async (body) => {
        await new Promise((resolve) => setTimeout(resolve, 50 + 10 * Number(body)));
        done.add(body);
      });
      await reading(slow);
      await counterpart.put(numbered(100));
      await until(() => done.size > 0, 'under way');
      const started = Date.now();
      await slow.stop();
      running = [];
      expect(Date.now() - started).toBeLessThan(5_000);
      await reading(await start((body) => void done.add(body)));
      await until(() => done.size === 100, 'all', 60_000);
    });

    it('tests a connection stage by stage, reads nothing by it and leaves nothing behind', async () => {
      const channel = { kind: 'source', config: driver.source() } as const;
      const good = await probe(driver.connector(proxy.port), channel);
      expect(good, JSON.stringify(good)).toMatchObject({ ok: true });
      expect(good.stages.map(({ stage }) => stage)).toEqual(
        expect.arrayContaining(['resolve', 'connect', 'authenticate', 'permission']),
      );
      await until(() => proxy.open() === 0, 'no open connection');
      proxy.set({ kind: 'black_hole' });
      const began = Date.now();
      const bad = await probe(driver.connector(proxy.port), channel);
      expect(Date.now() - began).toBeLessThan(5_000);
      expect(bad.stages.at(-1)).toMatchObject({ outcome: 'failed' });
      proxy.set({ kind: 'pass' });
      await until(() => proxy.open() === 0, 'no open connection after the black hole');
    });

    const { missing, refused: startRefused } = driver;
    if (missing !== undefined) {
      it('says what it may not read or what does not exist', async () => {
        const report = await probe(driver.connector(proxy.port), { kind: 'source', config: missing.source() });
        expect(report.stages.at(-1)).toMatchObject({
          ...{ stage: 'permission', outcome: 'failed' },
          error: { data: { fault: missing.code } },
        });
      });
    }
    if (startRefused !== undefined) {
      it('says that the credentials are refused', async () => {
        const refused = await startRefused();
        try {
          const harness = await start(() => {}, refused.connector);
          await until(() => refused.reason.test(harness.fault()?.message ?? ''), 'refused', 5_000);
          const report = await probe(refused.connector);
          expect(report.stages.at(-1)).toMatchObject({ stage: 'authenticate', outcome: 'failed' });
        } finally {
          await refused.stop();
        }
      });
    }
  });
}
