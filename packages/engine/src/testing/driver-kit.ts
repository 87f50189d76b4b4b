import type { ActionMetrics, ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../host/probe.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Harness, startHarness, temporaryFolder, until } from './harness.ts';

/** A real system on the other side, and how to reach it. Rows have the fields `key` and `body`. */
export interface Counterpart {
  readonly port: number;
  /** Bodies that arrived, in order. */
  received(): readonly string[];
  /** Settles when `received` holds all that arrived until now; for systems that have to be asked. */
  caughtUp?(): Promise<void>;
  /** Answers come this much later from now on. */
  slow?(ms: number): void;
  stop(): Promise<void>;
}

export interface DriverCase {
  readonly name: string;
  readonly skip?: string | undefined;
  start(): Promise<Counterpart>;
  connector(port: number): ConnectorConfig;
  /** Sends `${body}`. */
  action(): ChannelConfig;
  /** A connector whose credentials are refused, and what the reason says. */
  refused?(): Promise<{
    readonly counterpart: Counterpart;
    readonly connector: ConnectorConfig;
    readonly reason: RegExp;
  }>;
}

/** The cases that every driver passes against the real system. */
export function describeDriver(driver: DriverCase): void {
  describe.skipIf(driver.skip !== undefined)(`driver ${driver.name}${driver.skip ? ` (${driver.skip})` : ''}`, () => {
    let counterpart: Counterpart;
    let proxy: FaultProxy;
    let folder: ReturnType<typeof temporaryFolder>;
    let running: Harness[] = [];

    beforeEach(async () => {
      counterpart = await driver.start();
      proxy = await startFaultProxy(counterpart.port);
      folder = temporaryFolder();
      running = [];
    });
    afterEach(async () => {
      await Promise.all(running.map((one) => one.stop()));
      await proxy.close();
      await counterpart.stop();
      folder.remove();
    });

    async function start(options: ChannelConfig['resource_opts'] = {}): Promise<Harness> {
      const action = driver.action();
      const harness = await startHarness(folder.path, driver.connector(proxy.port), {
        ...action,
        resource_opts: { ...action.resource_opts, ...options },
      });
      running.push(harness);
      return harness;
    }

    const metrics = (harness: Harness): ActionMetrics => harness.action.metrics();

    async function drained(harness: Harness, limitMs = 30_000): Promise<void> {
      await until(
        () => metrics(harness).queuing === 0 && metrics(harness).inflight === 0,
        `drained: ${JSON.stringify(metrics(harness))}`,
        limitMs,
      );
      await counterpart.caughtUp?.();
    }

    function expectConserved(harness: Harness): void {
      const m = metrics(harness);
      expect(m.matched).toBe(m.success + m.failed + m.dropped + m.queuing + m.inflight + m.late_reply);
    }

    it('opens, is connected, closes, and leaves no connection behind', async () => {
      for (let n = 0; n < 5; n++) {
        const harness = await start();
        await until(() => harness.connector.status().status === 'connected', 'connected');
        expect(harness.action.status().status).toBe('connected');
        await harness.stop();
        running = [];
      }
      await until(() => proxy.open() === 0, 'no open connection');
    });

    it('sends bodies whole, whatever is in them', async () => {
      const harness = await start();
      const bodies = ['plain', 'Zoë 日本 😀', '{"a":1}', ' line\nbreak\t"quote" ', 'x'.repeat(200_000)];
      for (const body of bodies) await harness.put({ key: 'k', body }, 'k', 1);
      await until(() => counterpart.received().length >= bodies.length, 'all bodies');
      expect(counterpart.received()).toEqual(bodies);
      await drained(harness);
      expect(metrics(harness)).toMatchObject({ matched: bodies.length, success: bodies.length });
    });

    it('keeps the order of each key', async () => {
      const harness = await start();
      const puts = Array.from({ length: 500 }, (_, n) =>
        harness.put({ key: `k${n % 9}`, body: `${n}` }, `k${n % 9}`, 0),
      );
      await Promise.all(puts);
      await until(() => counterpart.received().length >= 500, 'all');
      for (let key = 0; key < 9; key++) {
        const own = counterpart
          .received()
          .map(Number)
          .filter((n) => n % 9 === key);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
    });

    it('says within 5 s that the target refuses, waits, and delivers when it is back', async () => {
      await proxy.refuse();
      const harness = await start();
      await until(() => harness.connector.status().status === 'disconnected', 'disconnected', 5_000);
      expect(harness.connector.status().reason).toMatch(/refuses the connection/);
      expect(harness.connector.status().code).toBe('connection_refused');
      expect(harness.action.status()).toMatchObject({ code: 'connector_down', data: { below: 'connection_refused' } });
      expect(harness.action.status()).toMatchObject({ status: 'disconnected' });
      await harness.put({ key: 'k', body: 'later' }, 'k', 1);
      expect(metrics(harness)).toMatchObject({ queuing: 1, success: 0 });
      await proxy.accept();
      await until(() => counterpart.received().includes('later'), 'delivered', 20_000);
      await until(() => harness.action.status().status === 'connected', 'connected');
    });

    it('loses nothing when connections break again and again in mid-flight', async () => {
      const harness = await start();
      const total = 400;
      const puts: Promise<void>[] = [];
      for (let n = 0; n < total; n++) {
        puts.push(harness.put({ key: `k${n % 5}`, body: `${n}` }, `k${n % 5}`, 1));
        if (n % 80 === 79) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          proxy.reset();
        }
        expectConserved(harness);
      }
      await Promise.all(puts);
      await drained(harness);
      expect(new Set(counterpart.received()).size).toBe(total);
      expect(metrics(harness)).toMatchObject({ matched: total, success: total, failed: 0, dropped: 0 });
    });

    it('notices a target that hangs, and goes on when it answers again', { timeout: 90_000 }, async () => {
      const harness = await start();
      await harness.put({ key: 'k', body: 'first' }, 'k', 1);
      await until(() => counterpart.received().length === 1, 'first');
      proxy.set({ kind: 'black_hole' });
      await harness.put({ key: 'k', body: 'second' }, 'k', 1);
      await until(() => harness.connector.status().status !== 'connected', 'seen to hang', 30_000);
      expect(harness.connector.status().reason).toMatch(/answer/);
      proxy.set({ kind: 'pass' });
      proxy.reset();
      await until(() => counterpart.received().includes('second'), 'second', 30_000);
      await until(() => harness.connector.status().status === 'connected', 'connected', 30_000);
    });

    it('delivers after a crash of ours what was acknowledged before', async () => {
      await proxy.refuse();
      const before = await start();
      await Promise.all(Array.from({ length: 100 }, (_, n) => before.put({ key: 'k', body: `${n}` }, 'k', 1)));
      // The first run is neither stopped nor told; its connector never gets through.
      await before.connector.close();
      await proxy.accept();
      const after = await start();
      await drained(after);
      expect(counterpart.received()).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
    });

    it('survives a slow, sliced network', async () => {
      proxy.set({ kind: 'slice' });
      const harness = await start();
      await Promise.all(Array.from({ length: 20 }, (_, n) => harness.put({ key: 'k', body: `${n}` }, 'k', 1)));
      await drained(harness);
      expect(counterpart.received()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
    });

    it('never has more under way than the window', async () => {
      proxy.set({ kind: 'delay', ms: 50 });
      const harness = await start({ worker_pool_size: 2, inflight_window: 2 });
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, metrics(harness).inflight);
      }, 1);
      await Promise.all(Array.from({ length: 40 }, (_, n) => harness.put({ key: `k${n}`, body: `${n}` }, `k${n}`, 0)));
      await drained(harness);
      clearInterval(watch);
      expect(most).toBeLessThanOrEqual(4);
      expect(most).toBeGreaterThan(1);
    });

    it('stops within 5 s while everything is under way, and keeps it', async () => {
      const harness = await start();
      await until(() => harness.connector.isUp(), 'up');
      proxy.set({ kind: 'black_hole' });
      await Promise.all(Array.from({ length: 50 }, (_, n) => harness.put({ key: `k${n}`, body: `${n}` }, `k${n}`, 1)));
      const started = Date.now();
      await harness.stop();
      running = [];
      expect(Date.now() - started).toBeLessThan(5_000);
      expectConserved(harness);
      proxy.set({ kind: 'pass' });
      proxy.reset();
      const after = await start();
      await drained(after);
      expect(new Set(counterpart.received()).size).toBe(50);
    });

    it('tests a connection stage by stage and leaves nothing behind', async () => {
      const good = await probe(driver.connector(proxy.port));
      expect(good).toMatchObject({ ok: true });
      await until(() => proxy.open() === 0, 'no open connection');
      await proxy.refuse();
      const bad = await probe(driver.connector(proxy.port));
      expect(bad.ok).toBe(false);
      expect(bad.stages.at(-1)).toMatchObject({ stage: 'connect', outcome: 'failed' });
      await proxy.accept();
      proxy.set({ kind: 'black_hole' });
      const started = Date.now();
      await probe(driver.connector(proxy.port));
      expect(Date.now() - started).toBeLessThan(5_000);
    });

    const { refused: startRefused } = driver;
    if (startRefused === undefined) return;
    it('says that the credentials are refused', async () => {
      const refused = await startRefused();
      try {
        const harness = await startHarness(folder.path, refused.connector, driver.action());
        running.push(harness);
        await until(() => harness.connector.status().status === 'disconnected', 'disconnected', 5_000);
        expect(harness.connector.status().reason).toMatch(refused.reason);
        const report = await probe(refused.connector);
        expect(report.stages.at(-1)).toMatchObject({ stage: 'authenticate', outcome: 'failed' });
      } finally {
        await refused.counterpart.stop();
      }
    });
  });
}
