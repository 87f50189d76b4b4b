import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../testing/child.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { freePort } from '../testing/mosquitto.ts';

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0 };

describe('a stop under load', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let sink: Server;
  let proxy: FaultProxy;
  let mqttPort = 0;
  let engine: Child | undefined;
  const counts = new Map<string, number>();

  beforeEach(async () => {
    counts.clear();
    folder = temporaryFolder();
    mkdirSync(join(folder.path, 'engine'));
    sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        counts.set(body, (counts.get(body) ?? 0) + 1);
        setTimeout(() => response.end(), 5);
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    proxy = await startFaultProxy((sink.address() as AddressInfo).port);
    mqttPort = await freePort();
    await start();
  }, 60_000);
  afterEach(async () => {
    await engine?.kill();
    await proxy.close();
    sink.closeAllConnections();
    await new Promise((resolve) => sink.close(resolve));
    folder.remove();
  }, 60_000);

  async function start(): Promise<void> {
    const action: ChannelConfig = {
      type: 'http',
      name: 'a',
      ...record,
      ...times,
      connector: 'h',
      parameters: { method: 'post', body: '${payload}' },
      resource_opts: {},
    };
    const connector = { type: 'http', name: 'h', ...record, url: `http://127.0.0.1:${proxy.port}` } as ConnectorConfig;
    const rule = { id: 'r', name: '', ...record, ...times, sql: 'SELECT payload FROM "t/#"', actions: ['http:a'] };
    const config = { connectors: [connector], actions: [action], sources: [], rules: [rule] };
    const options = {
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort,
      dataDir: join(folder.path, 'engine'),
      config,
    };
    engine = await startChild(
      new URL('../testing/engine-process.ts', import.meta.url),
      [JSON.stringify(options)],
      /"ok":true/,
    );
  }

  /** Publishes from eight clients until the engine is told to stop; gives what was acknowledged. */
  async function loadAndStop(
    before: () => unknown,
  ): Promise<{ acked: ReadonlySet<string>; ms: number; code: number | null }> {
    const acked = new Set<string>();
    const clients = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: `c${n}`, reconnectPeriod: 0 }),
      ),
    );
    for (const client of clients) client.on('error', () => {});
    let n = 0;
    const flood = setInterval(() => {
      for (const client of clients) {
        const body = `m${n++}`;
        client.publish('t/1', body, { qos: 1 }, (error) => {
          if (!error) acked.add(body);
        });
      }
    }, 4);
    await until(() => counts.size > 200, 'under way');
    await before();
    const started = performance.now();
    engine?.tell('stop');
    const code = (await engine?.ended) ?? null;
    const ms = performance.now() - started;
    clearInterval(flood);
    await Promise.all(clients.map((client) => client.endAsync(true)));
    return { acked, ms, code };
  }

  it('loses nothing and sends nothing twice', { timeout: 60_000 }, async () => {
    const { acked, ms, code } = await loadAndStop(() => {});
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    await start();
    await until(() => [...acked].every((body) => counts.has(body)), 'all that was acknowledged', 20_000);
    // What was under way got its moment to be answered.
    expect([...counts.values()].filter((count) => count > 1)).toEqual([]);
  });

  it('ends in time and loses nothing when the target hangs', { timeout: 60_000 }, async () => {
    const { acked, ms, code } = await loadAndStop(async () => {
      proxy.set({ kind: 'black_hole' });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(code).toBe(0);
    expect(ms).toBeLessThan(5_000);
    proxy.set({ kind: 'pass' });
    proxy.reset();
    await start();
    await until(() => [...acked].every((body) => counts.has(body)), 'all that was acknowledged', 20_000);
  });
});
