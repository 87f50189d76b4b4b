import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionMetrics, ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../testing/child.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { freePort } from '../testing/mosquitto.ts';
import { randomNumbers } from '../testing/random.ts';

/** Kills of us and as many of the target, for each system; more in the long run: `npm run test:kills`. */
const KILLS = Number(process.env.KILLS ?? 3);
const SEED = Number(process.env.SEED ?? 20261121);

const WORKERS = 4;
const WINDOW = 10;
const CLIENTS = 8;

interface System {
  readonly type: 'http' | 'mqtt';
  connector(port: number): Record<string, unknown>;
  readonly parameters: Record<string, string | number>;
  /** Most requests under way. */
  readonly window: number;
}

const SYSTEMS: readonly System[] = [
  {
    type: 'http',
    connector: (port) => ({ url: `http://127.0.0.1:${port}` }),
    parameters: { method: 'post', body: '${payload}' },
    window: CLIENTS,
  },
  {
    type: 'mqtt',
    connector: (port) => ({ server: `127.0.0.1:${port}`, proto_ver: 'v4', clean_start: true }),
    parameters: { topic: 'out', payload: '${payload}', qos: 1 },
    window: WORKERS * WINDOW,
  },
];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(SYSTEMS)('kill -9 with $type', (system) => {
  const random = randomNumbers(SEED);
  const acked = new Set<string>();
  let folder: ReturnType<typeof temporaryFolder>;
  let target: Child | undefined;
  let engine: Child | undefined;
  let clients: MqttClient[] = [];
  let flood: NodeJS.Timeout | undefined;
  let next = 0;
  let targetPort = 0;
  let mqttPort = 0;

  beforeEach(async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder.path, 'engine'));
    [targetPort, mqttPort] = [await freePort(), await freePort()];
    await startTarget();
    await startEngine();
  }, 60_000);
  afterEach(async () => {
    await stopClients();
    await engine?.kill();
    await target?.kill();
    folder.remove();
  }, 60_000);

  const log = (): string => join(folder.path, 'counted');
  /** What the target has counted so far, in its order. */
  const counted = (): string[] => readFileSync(log(), 'utf8').split('\n').slice(0, -1);

  async function startTarget(): Promise<void> {
    target = await startChild(
      new URL('../testing/target-process.ts', import.meta.url),
      [system.type, `${targetPort}`, log()],
      /ready/,
    );
  }

  async function startEngine(): Promise<void> {
    const record = { enable: true, description: '' };
    const times = { created_at: 0, last_modified_at: 0 };
    const connector = { type: system.type, name: 'c', ...record, ...system.connector(targetPort) } as ConnectorConfig;
    const action: ChannelConfig = {
      type: system.type,
      name: 'a',
      ...record,
      ...times,
      connector: 'c',
      parameters: system.parameters,
      resource_opts: { worker_pool_size: WORKERS, inflight_window: WINDOW, health_check_interval: '1s' },
    };
    const rule = { id: 'r', name: '', ...record, ...times, sql: 'SELECT payload FROM "t/#"' };
    const options = {
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort,
      dataDir: join(folder.path, 'engine'),
      config: {
        connectors: [connector],
        actions: [action],
        sources: [],
        rules: [{ ...rule, actions: [`${system.type}:a`] }],
      },
    };
    engine = await startChild(
      new URL('../testing/engine-process.ts', import.meta.url),
      [JSON.stringify(options)],
      /"ok":true/,
    );
    clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: `c${n}`, reconnectPeriod: 0 }),
      ),
    );
    for (const client of clients) client.on('error', () => {});
    flood = setInterval(() => {
      for (const [n, client] of clients.entries()) {
        const body = `c${n}:${next++}`;
        client.publish('t/1', body, { qos: 1 }, (error) => {
          if (!error) acked.add(body);
        });
      }
    }, 16);
  }

  async function stopClients(): Promise<void> {
    clearInterval(flood);
    await Promise.all(clients.map((client) => client.endAsync(true)));
    clients = [];
  }

  async function metrics(): Promise<ActionMetrics> {
    const all = (await engine?.ask('metrics')) as Record<string, ActionMetrics> | undefined;
    return all?.[`${system.type}:a`] as ActionMetrics;
  }

  it(`loses no acknowledged message (${KILLS} kills each, seed ${SEED})`, {
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    let engineStart = 0;
    const victims = Array.from({ length: 2 * KILLS }, (_, n) => (n % 2 === 0 ? 'us' : 'target'));
    for (const [index, whom] of shuffled(victims, random).entries()) {
      await pause(20 + random() * 400);
      const before = counted().length;
      if (whom === 'us') {
        await engine?.kill();
        await stopClients();
        // Now and then both are down.
        const both = index % 5 === 0;
        if (both) await target?.kill();
        await pause(30);
        engineStart = counted().length;
        await startEngine();
        if (both) await startTarget();
      } else {
        await target?.kill();
        await pause(random() * 300);
        await startTarget();
      }
      await until(() => counted().length > before, 'it goes on', 30_000);
    }
    clearInterval(flood);
    // As long as it gets less, it is not stuck, only slow.
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      const waits = async (): Promise<number> => (await metrics()).queuing + (await metrics()).inflight;
      await until(async () => (await waits()) < left, `less than ${left} wait`, 60_000);
      left = await waits();
    }
    const all = counted();
    const arrived = new Set(all);
    const twice = all.length - arrived.size;
    const lost = [...acked].filter((body) => !arrived.has(body));
    const books = await metrics();
    const figures = { system: system.type, kills: KILLS, acked: acked.size, lost: lost.length, twice };
    if (process.env.KILLS !== undefined) process.stdout.write(`${JSON.stringify({ ...figures, seed: SEED })}\n`);

    expect(lost).toEqual([]);
    expect(acked.size).toBeGreaterThan(KILLS * 20);
    // The ledger agrees with the independent counter to the message.
    const sinceStart = new Set(all.slice(engineStart)).size;
    expect(books).toMatchObject({ matched: sinceStart, success: sinceStart, failed: 0, dropped: 0, late_reply: 0 });
    // Twice came only what was under way, or answered within the last commit, at a kill.
    expect(twice).toBeLessThanOrEqual(2 * KILLS * 2 * system.window);
    // And each client's messages came in order.
    for (let n = 0; n < CLIENTS; n++) {
      const own = [...arrived].filter((body) => body.startsWith(`c${n}:`)).map((body) => Number(body.split(':')[1]));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  });
});

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const left = [...values];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}
