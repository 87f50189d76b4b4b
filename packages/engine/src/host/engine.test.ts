import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../host.ts';
import { createEngine } from './engine.ts';
import { createEngineWorker } from './worker-host.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function until(test: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 300; n++) {
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`timed out: ${what}`);
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

async function sink(): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function rule(id: string, sql: string, actions: RuleConfig['actions']): RuleConfig {
  return { id, name: '', sql, enable: true, description: '', actions, created_at: '', last_modified_at: '' };
}

function connector(url: string): ConnectorConfig {
  return { type: 'http', name: 'hook', enable: true, description: '', url, resource_opts: {} };
}

function action(): ChannelConfig {
  return {
    type: 'http',
    name: 'post',
    enable: true,
    description: '',
    connector: 'hook',
    parameters: { method: 'post', path: '/in/${clientid}', headers: { 'content-type': 'application/json' } },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

async function started(host: EngineHost, config: Parameters<EngineHost['start']>[0]['config']): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-engine-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  cleanups.push(() => host.stop());
  const address = await host.start({ node: 'sluice@127.0.0.1', mqttHost: '127.0.0.1', mqttPort: 0, dataDir, config });
  if (!address.ok) throw new Error(address.error.message);
  return address.value.mqttPort;
}

async function client(port: number): Promise<mqtt.MqttClient> {
  const connected = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'dev-1', protocolVersion: 5 });
  cleanups.push(() => connected.endAsync(true));
  return connected;
}

describe.each([
  ['in this thread', () => createEngine({ writeConsole: () => {} })],
  ['in a worker thread', () => createEngineWorker()],
])('engine %s', (_name, create) => {
  it('takes a message from a client through a rule to a webhook and to subscribers', async () => {
    const { url, seen } = await sink();
    const host = create();
    const port = await started(host, {
      connectors: [connector(url)],
      actions: [action()],
      sources: [],
      rules: [
        rule('r1', 'SELECT payload.temp as temp, clientid, qos FROM "t/#" WHERE payload.temp > 20', [
          'http:post',
          {
            function: 'republish',
            args: {
              topic: 'out/${clientid}',
              qos: '${qos}',
              retain: false,
              payload: 'hot ${temp}',
              user_properties: '',
              mqtt_properties: {},
              direct_dispatch: false,
            },
          },
        ]),
      ],
    });
    const device = await client(port);
    const heard: string[] = [];
    device.on('message', (topic, payload) => heard.push(`${topic} ${payload}`));
    await device.subscribeAsync('out/#', { qos: 1 });
    await device.publishAsync('t/1', '{"temp": 30}', { qos: 1 });
    await device.publishAsync('t/1', '{"temp": 10}', { qos: 1 });
    await until(() => seen.length === 1 && heard.length === 1, 'both outputs');
    expect(heard).toEqual(['out/dev-1 hot 30']);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/in/dev-1' });
    expect(JSON.parse(seen[0]!.body)).toEqual({ temp: 30, clientid: 'dev-1', qos: 1 });
    expect(seen[0]!.headers['content-type']).toBe('application/json');
    await until(async () => (await host.channelMetrics('action'))['http:post']?.success === 1, 'success counted');
    const metrics = (await host.ruleMetrics()).r1;
    expect(metrics).toMatchObject({
      matched: 2,
      passed: 1,
      'failed.no_result': 1,
      'actions.total': 2,
      'actions.success': 2,
    });
    const statuses = await host.statuses();
    expect(statuses.connectors['http:hook']?.status).toBe('connected');
    expect(statuses.actions['http:post']?.status).toBe('connected');
  });
});
