import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { until } from '../testing/harness.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '../testing/mosquitto.ts';

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0 };

describe.skipIf(MOSQUITTO === undefined)('mqtt source against mosquitto (needs mosquitto)', () => {
  let mosquitto: Mosquitto;
  let proxy: FaultProxy;
  let engine: EngineHost;
  let remote: MqttClient;
  let dataDir: string;
  const got: string[] = [];
  const hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push(body);
      response.end();
    });
  });

  beforeEach(async () => {
    got.length = 0;
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    mosquitto = await startMosquitto(['allow_anonymous true', 'max_inflight_messages 0']);
    proxy = await startFaultProxy(mosquitto.port);
    remote = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { keepalive: 600 });
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-source-'));
  });
  afterEach(async () => {
    await engine.stop();
    await remote.endAsync(true);
    await proxy.close();
    await mosquitto.stop();
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(topic: string, sql: string, connector: Partial<ConnectorConfig> = {}): Promise<void> {
    const { port } = hook.address() as AddressInfo;
    const source: ChannelConfig = {
      type: 'mqtt',
      name: 'in',
      ...record,
      connector: 'other',
      parameters: { topic, qos: 1, no_local: false },
      resource_opts: {},
      ...times,
    };
    const action: ChannelConfig = {
      type: 'http',
      name: 'out',
      ...record,
      connector: 'hook',
      parameters: { method: 'post', body: '${payload}' },
      resource_opts: {},
      ...times,
    };
    const mqtt = {
      type: 'mqtt',
      name: 'other',
      ...record,
      server: `127.0.0.1:${proxy.port}`,
      pool_size: 3,
      proto_ver: 'v5',
      clean_start: false,
      resource_opts: { health_check_interval: '1s' },
      ...connector,
    } as ConnectorConfig;
    engine = createEngine({ writeConsole: () => {} });
    const rule = { id: 'r', name: '', sql, ...record, actions: ['http:out'], created_at: '', last_modified_at: '' };
    await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir,
      config: {
        connectors: [mqtt, { type: 'http', name: 'hook', ...record, url: `http://127.0.0.1:${port}` }],
        actions: [action],
        sources: [source],
        rules: [rule],
      },
    });
    await until(
      async () => (await engine.statuses()).sources['mqtt:in']?.status === 'connected',
      'source is connected',
    );
  }

  it('hands each message once to the rules that read from it, with the columns of a source', async () => {
    await start('far/#', 'SELECT * FROM "$bridges/mqtt:in"');
    const parameters = { method: 'post' };
    const action = { type: 'http', name: 'out', ...record, connector: 'hook', parameters, resource_opts: {}, ...times };
    const sql = 'SELECT topic, qos, payload, server, event, retain, dup FROM "$sources/mqtt:in"';
    const rule = { id: 'r', name: '', sql, ...record, actions: ['http:out'], created_at: '', last_modified_at: '' };
    await engine.apply([
      { kind: 'put_action', config: action },
      { kind: 'put_rule', config: rule },
    ]);
    await remote.publishAsync('far/1', 'hello', { qos: 1 });
    await until(() => got.length === 1, 'arrived');
    expect(JSON.parse(got[0] ?? '')).toEqual({
      topic: 'far/1',
      qos: 1,
      payload: 'hello',
      server: `127.0.0.1:${proxy.port}`,
      event: '$bridges/mqtt:in',
      retain: false,
      dup: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(got.length).toBe(1);
    expect((await engine.channelMetrics('source'))['mqtt:in']).toMatchObject({ received: 1 });
  });

  it('spreads a shared subscription over the pool, each message once', async () => {
    await start('$share/g/far/#', 'SELECT * FROM "$bridges/mqtt:in"');
    await Promise.all(Array.from({ length: 60 }, (_, n) => remote.publishAsync(`far/${n}`, `${n}`, { qos: 1 })));
    await until(() => got.length >= 60, 'all arrived');
    expect(new Set(got).size).toBe(60);
    expect(got.length).toBe(60);
  });

  it('loses nothing when the connection breaks in mid-flight', async () => {
    await start('far/#', 'SELECT * FROM "$bridges/mqtt:in"');
    const sent: Promise<unknown>[] = [];
    for (let n = 0; n < 300; n++) {
      sent.push(remote.publishAsync('far/x', `${n}`, { qos: 1 }));
      if (n % 60 === 59) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        proxy.reset();
      }
    }
    await Promise.all(sent);
    await until(() => new Set(got).size === 300, `all arrived: ${new Set(got).size}`, 20_000);
  });

  it('stops receiving when disabled, and goes on when enabled', async () => {
    await start('far/#', 'SELECT * FROM "$bridges/mqtt:in"', { clean_start: true });
    const config = (enable: boolean): ChannelConfig => ({
      type: 'mqtt',
      name: 'in',
      enable,
      description: '',
      connector: 'other',
      parameters: { topic: 'far/#', qos: 1, no_local: false },
      resource_opts: {},
      ...times,
    });
    await engine.apply([{ kind: 'put_source', config: config(false) }]);
    expect((await engine.statuses()).sources['mqtt:in']?.status).toBe('disconnected');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await remote.publishAsync('far/1', 'while disabled', { qos: 1 });
    await engine.apply([{ kind: 'put_source', config: config(true) }]);
    await until(async () => (await engine.statuses()).sources['mqtt:in']?.status === 'connected', 'connected again');
    await remote.publishAsync('far/1', 'after', { qos: 1 });
    await until(() => got.length > 0, 'arrived');
    expect(got).toEqual(['after']);
  });
});
