import { readFileSync } from 'node:fs';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';

/** Rules on live events, each with what EMQX 5.8.6 made of the same short life of three devices. */
interface Case {
  readonly id: string;
  readonly what: string;
  readonly sql: string;
  readonly messages: readonly string[];
}

const path = new URL('../../conformance/live-cases.jsonl', import.meta.url);
const cases = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const VARYING = [
  'id',
  'timestamp',
  'publish_received_at',
  'connected_at',
  'disconnected_at',
  'node',
  'peername',
  'sockname',
];

/** A message without what differs from run to run. */
function comparable(text: string): Record<string, unknown> {
  const columns = JSON.parse(text) as Record<string, unknown>;
  for (const name of [...VARYING, 'metadata']) if (name in columns) columns[name] = 'varies';
  // How many messages may be under way to a client that sets no limit: 32 in EMQX's configuration, more here.
  const ownLimit = columns.receive_maximum === 20;
  if ('receive_maximum' in columns && !ownLimit) columns.receive_maximum = 'by configuration';
  return columns;
}

const folder = temporaryFolder();
const heard = new Map<string, string[]>();
let engine: EngineHost;
let listener: MqttClient;

beforeAll(async () => {
  engine = createEngine();
  const rules = cases.map(({ id, sql }) => ({
    id,
    name: '',
    sql,
    enable: true,
    description: '',
    actions: [
      {
        function: 'republish' as const,
        args: {
          topic: `cfo/${id}`,
          payload: '${.}',
          qos: 0,
          retain: false,
          user_properties: '',
          mqtt_properties: {},
          direct_dispatch: false,
        },
      },
    ],
    created_at: '',
    last_modified_at: '',
  }));
  const started = await engine.start({
    node: 'sluice@127.0.0.1',
    mqttHost: '127.0.0.1',
    mqttPort: 0,
    dataDir: folder.path,
    config: { connectors: [], actions: [], sources: [], rules },
  });
  if (!started.ok) throw new Error(started.error.message);
  const url = `mqtt://127.0.0.1:${started.value.mqttPort}`;
  const connect = (options: IClientOptions): Promise<MqttClient> =>
    connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0, clean: true, ...options });

  listener = await connect({ clientId: 'listener' });
  listener.on('message', (topic, payload) => {
    const id = topic.slice('cfo/'.length);
    heard.set(id, [...(heard.get(id) ?? []), payload.toString()]);
  });
  await listener.subscribeAsync('cfo/#');

  const a = await connect({
    clientId: 'cfl_a',
    username: 'cfuser',
    keepalive: 33,
    properties: { sessionExpiryInterval: 30, receiveMaximum: 20, userProperties: { fleet: 'north' } },
  });
  await a.subscribeAsync('cfl/in/#', {
    qos: 1,
    properties: { subscriptionIdentifier: 7, userProperties: { why: 'test' } },
  });
  await a.publishAsync('cfl/in/x', '{"v":1}', {
    qos: 1,
    properties: { payloadFormatIndicator: true, contentType: 'application/json', userProperties: { k: ['v1', 'v2'] } },
  });
  await a.publishAsync('cfl/nobody', 'nobody listens', { qos: 0 });
  await a.publishAsync('cfl/in/y', 'plain', { qos: 0, retain: true });
  await a.unsubscribeAsync('cfl/in/#', { properties: { userProperties: { bye: 'now' } } });
  await a.endAsync();

  const b = await connect({ clientId: 'cfl_b', protocolVersion: 4, keepalive: 10 });
  b.on('error', () => {});
  await b.subscribeAsync('cfl/b/+', { qos: 2 });
  await b.publishAsync('cfl/b/1', '[1,2]', { qos: 2 });
  b.stream.destroy();

  const c = await connect({ clientId: 'cfl_c' });
  await c.endAsync(false, { reasonCode: 4 });
  const wanted = cases.reduce((sum, { messages }) => sum + messages.length, 0);
  await until(() => [...heard.values()].flat().length >= wanted, 'all messages of the rules');
});

afterAll(async () => {
  await listener?.endAsync(true);
  await engine.stop();
  folder.remove();
});

it.each(cases)('$id $what', ({ id, messages }) => {
  expect((heard.get(id) ?? []).map(comparable)).toEqual(messages.map(comparable));
});
