import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngineChange, EngineHost } from '../host.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { MOSQUITTO, startMosquitto } from '../testing/mosquitto.ts';
import { randomNumbers } from '../testing/random.ts';
import { createEngine } from './engine.ts';

const SEED = Number(process.env.SEED ?? 20261121);
const OPERATIONS = Number(process.env.OPERATIONS ?? 200);

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0 };
const resource_opts = { start_timeout: '50ms', health_check_interval: '500ms' };

/** Sockets, servers and timers that keep the process alive, by kind. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

describe.skipIf(MOSQUITTO === undefined)('changes at any moment', () => {
  it(`settle within 5 s and leave nothing behind (${OPERATIONS} operations, seed ${SEED})`, {
    timeout: 300_000,
  }, async () => {
    const random = randomNumbers(SEED);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    let received = 0;
    const sink = createServer((request, response) => {
      request.resume().on('end', () => {
        received++;
        setTimeout(() => response.end(), random() * 5);
      });
    });
    const httpPort = await listen(sink);
    const mosquitto = await startMosquitto();
    onTestFinished(() => mosquitto.stop());
    const proxies: readonly FaultProxy[] = [await startFaultProxy(httpPort), await startFaultProxy(mosquitto.port)];
    const [toHttp, toMqtt] = proxies as readonly [FaultProxy, FaultProxy];
    const refusing = new Set<FaultProxy>();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const base = resources();
    const folder = temporaryFolder();
    const engine: EngineHost = createEngine({ writeConsole: () => {}, writeError: () => {} });
    await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config: { connectors: [], actions: [], sources: [], rules: [] },
    });

    const http = (enable: boolean): ConnectorConfig =>
      ({
        type: 'http',
        name: 'h',
        ...record,
        enable,
        url: `http://127.0.0.1:${toHttp.port}`,
        pool_size: 1 + Math.floor(random() * 4),
        resource_opts,
      }) as ConnectorConfig;
    const mqtt = (enable: boolean): ConnectorConfig =>
      ({
        type: 'mqtt',
        name: 'm',
        ...record,
        enable,
        server: `127.0.0.1:${toMqtt.port}`,
        proto_ver: pick(['v4', 'v5']),
        pool_size: 1 + Math.floor(random() * 3),
        resource_opts,
      }) as ConnectorConfig;
    const webhook = (enable: boolean): ChannelConfig => ({
      type: 'http',
      name: 'a',
      ...record,
      ...times,
      enable,
      connector: 'h',
      parameters: { method: 'post', path: `/${Math.floor(random() * 9)}`, body: '${payload}' },
      resource_opts: { worker_pool_size: 1 + Math.floor(random() * 8) },
    });
    const bridge = (enable: boolean): ChannelConfig => ({
      type: 'mqtt',
      name: 'a',
      ...record,
      ...times,
      enable,
      connector: 'm',
      parameters: { topic: 'out/${topic}', payload: '${payload}', qos: pick([0, 1]) },
      resource_opts: { inflight_window: 1 + Math.floor(random() * 50) },
    });
    const source = (enable: boolean): ChannelConfig => ({
      type: 'mqtt',
      name: 's',
      ...record,
      ...times,
      enable,
      connector: 'm',
      parameters: { topic: pick(['out/#', 'in/+']), qos: 1 },
      resource_opts: {},
    });
    const rule = (enable: boolean): RuleConfig => ({
      id: 'r',
      name: '',
      description: '',
      enable,
      sql: 'SELECT payload, topic FROM "t/#"',
      actions: ['http:a', 'mqtt:a'],
      created_at: '',
      last_modified_at: '',
    });
    const changes: readonly (() => EngineChange)[] = [
      () => ({ kind: 'put_connector', config: http(random() < 0.7) }),
      () => ({ kind: 'put_connector', config: mqtt(random() < 0.7) }),
      () => ({ kind: 'put_action', config: webhook(random() < 0.8) }),
      () => ({ kind: 'put_action', config: bridge(random() < 0.8) }),
      () => ({ kind: 'put_source', config: source(random() < 0.8) }),
      () => ({ kind: 'put_rule', config: rule(random() < 0.8) }),
      () => ({ kind: 'remove_connector', id: pick(['http:h', 'mqtt:m'] as const) }),
      () => ({ kind: 'remove_action', id: pick(['http:a', 'mqtt:a'] as const) }),
      () => ({ kind: 'remove_source', id: 'mqtt:s' }),
      () => ({ kind: 'remove_rule', id: 'r' }),
    ];
    const starting: readonly EngineChange[] = [
      { kind: 'put_connector', config: http(true) },
      { kind: 'put_connector', config: mqtt(true) },
      { kind: 'put_action', config: webhook(true) },
      { kind: 'put_action', config: bridge(true) },
      { kind: 'put_source', config: source(true) },
      { kind: 'put_rule', config: rule(true) },
    ];

    async function disturb(proxy: FaultProxy): Promise<void> {
      if (refusing.delete(proxy)) await proxy.accept();
      switch (pick(['pass', 'pass', 'pass', 'black_hole', 'slice', 'reset', 'refuse'] as const)) {
        case 'pass':
          return proxy.set({ kind: 'pass' });
        case 'black_hole':
          return proxy.set({ kind: 'black_hole' });
        case 'slice':
          return proxy.set({ kind: 'slice' });
        case 'reset':
          return proxy.reset();
        case 'refuse':
          refusing.add(proxy);
          return proxy.refuse();
      }
    }

    await engine.apply(starting);
    let slowest = 0;
    for (let n = 0; n < OPERATIONS; n++) {
      for (let m = 0; m < 5; m++) {
        void engine.publish({ topic: `t/${m}`, payload: Buffer.from(`${n} ${m}`), qos: pick([0, 1]), retain: false });
      }
      if (random() < 0.3) await disturb(pick(proxies));
      // Now and then everything is there again, so that there is something to lose.
      const change = n % 25 === 24 ? starting : [pick(changes)()];
      const started = performance.now();
      await engine.apply(change);
      slowest = Math.max(slowest, (performance.now() - started) / change.length);
      if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 50));
    }
    expect(slowest).toBeLessThan(5_000);
    expect(received).toBeGreaterThan(0);

    const started = performance.now();
    await engine.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
    const isBase = (): boolean => {
      const now = resources();
      return ['TCPSocketWrap', 'TCPServerWrap', 'Timeout', 'TLSWrap'].every(
        (kind) => (now[kind] ?? 0) <= (base[kind] ?? 0),
      );
    };
    for (const proxy of refusing) await proxy.accept();
    await until(
      () => proxies.every((proxy) => proxy.open() === 0),
      `no connection is left (${proxies.map((one) => one.open())})`,
      5_000,
    );
    sink.closeIdleConnections();
    await until(isBase, `nothing is left: ${JSON.stringify({ base, now: resources() })}`, 10_000);
    await Promise.all(proxies.map((proxy) => proxy.close()));
    sink.closeAllConnections();
    await new Promise((resolve) => sink.close(resolve));
    folder.remove();
  });
});
