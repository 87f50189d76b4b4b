import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { expect, it } from 'vitest';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { until } from '../testing/harness.ts';
import { MOSQUITTO, startMosquitto } from '../testing/mosquitto.ts';
import { probe } from './probe.ts';

/** 1,000 in the long run: `PROBES=1000`. */
const PROBES = Number(process.env.PROBES ?? 100);

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0, resource_opts: {} };

function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

it.skipIf(MOSQUITTO === undefined)(
  `${PROBES} connection tests in a row leave nothing behind`,
  { timeout: 30_000 + PROBES * 300 },
  async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mosquitto = await startMosquitto();
    const toHttp = await startFaultProxy((server.address() as AddressInfo).port);
    const toMqtt = await startFaultProxy(mosquitto.port);
    const refusing = await startFaultProxy(mosquitto.port);
    const closedPort = refusing.port;
    await refusing.close();
    const http = (port: number) =>
      ({ type: 'http', name: 'h', ...record, url: `http://127.0.0.1:${port}` }) as ConnectorConfig;
    const mqtt = (port: number) =>
      ({ type: 'mqtt', name: 'm', ...record, server: `127.0.0.1:${port}` }) as ConnectorConfig;
    const webhook: ChannelConfig = {
      type: 'http',
      name: 'a',
      ...record,
      ...times,
      connector: 'h',
      parameters: { method: 'post', body: 'x' },
    };
    const source: ChannelConfig = {
      type: 'mqtt',
      name: 's',
      ...record,
      ...times,
      connector: 'm',
      parameters: { topic: 't/#', qos: 1 },
    };
    const kinds = [
      () => probe(http(toHttp.port)),
      () => probe(mqtt(toMqtt.port)),
      () => probe(http(toHttp.port), { kind: 'action', config: webhook }),
      () => probe(mqtt(toMqtt.port), { kind: 'source', config: source }),
      () => probe(http(closedPort)),
      () => probe(mqtt(closedPort)),
    ];
    // The first of each kind may load a library.
    for (const one of kinds) await one();
    await until(() => toHttp.open() + toMqtt.open() === 0, 'no connection');
    const base = resources();
    let good = 0;
    for (let n = 0; n < PROBES; n++) {
      const report = await kinds[n % kinds.length]!();
      if (report.ok) good++;
    }
    expect(good).toBe(Array.from({ length: PROBES }, (_, n) => n % 6).filter((kind) => kind < 4).length);
    await until(() => toHttp.open() + toMqtt.open() === 0, 'no connection at the target');
    const isBase = (): boolean => {
      const now = resources();
      return ['TCPSocketWrap', 'TCPServerWrap', 'Timeout', 'TLSWrap'].every(
        (kind) => (now[kind] ?? 0) <= (base[kind] ?? 0),
      );
    };
    await until(isBase, 'no socket and no timer');
    await toHttp.close();
    await toMqtt.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await mosquitto.stop();
  },
);
