import { RULE_EVENTS, STREAM_EVENTS } from '@sluice/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { EVENT_TABLES } from './events.ts';

/** What a real broker put into the columns of the same events (5.8.6); times and addresses are made equal. */
const LIVE: Readonly<Record<string, object>> = {
  'message.publish': {
    username: 'undefined',
    topic: 'live/x',
    timestamp: 0,
    qos: 1,
    publish_received_at: 0,
    pub_props: { 'User-Property-Pairs': [{ value: 'v', key: 'k' }], 'User-Property': { k: 'v' }, 'Content-Type': 'ct' },
    peername: 'peer',
    peerhost: '127.0.0.1',
    payload: '{"v":1}',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    id: 'id',
    flags: { retain: false, dup: false },
    event: 'message.publish',
    clientid: 'ref_pub',
    client_attrs: {},
  },
  'message.dropped': {
    username: 'undefined',
    topic: 'dead/none',
    timestamp: 0,
    reason: 'no_subscribers',
    qos: 0,
    publish_received_at: 0,
    pub_props: { 'User-Property': {} },
    peername: 'peer',
    peerhost: '127.0.0.1',
    payload: 'nobody',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    id: 'id',
    flags: { retain: false, dup: false },
    event: 'message.dropped',
    clientid: 'ref_pub',
  },
  'client.check_authn_complete': {
    username: 'user1',
    timestamp: 0,
    reason_code: 'success',
    peername: 'peer',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    is_superuser: false,
    is_anonymous: true,
    event: 'client.check_authn_complete',
    clientid: 'evc',
    client_attrs: {},
  },
  'client.connected': {
    username: 'user1',
    timestamp: 0,
    sockname: 'sock',
    receive_maximum: 20,
    proto_ver: 5,
    proto_name: 'MQTT',
    peername: 'peer',
    node: 'sluice@127.0.0.1',
    mountpoint: 'undefined',
    metadata: { rule_id: 'ev' },
    keepalive: 60,
    is_bridge: false,
    expiry_interval: 0,
    event: 'client.connected',
    connected_at: 0,
    conn_props: {
      'User-Property-Pairs': [{ value: 'va', key: 'ka' }],
      'User-Property': { ka: 'va' },
      'Receive-Maximum': 20,
    },
    clientid: 'evc',
    client_attrs: {},
    clean_start: true,
  },
  'client.connack': {
    username: 'user1',
    timestamp: 0,
    sockname: 'sock',
    reason_code: 'success',
    proto_ver: 5,
    proto_name: 'MQTT',
    peername: 'peer',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    keepalive: 60,
    expiry_interval: 0,
    event: 'client.connack',
    conn_props: {
      'User-Property-Pairs': [{ value: 'va', key: 'ka' }],
      'User-Property': { ka: 'va' },
      'Receive-Maximum': 20,
    },
    clientid: 'evc',
    clean_start: true,
  },
  'client.check_authz_complete': {
    username: 'user1',
    topic: 'live/#',
    timestamp: 0,
    result: 'allow',
    peername: 'peer',
    peerhost: '127.0.0.1',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    event: 'client.check_authz_complete',
    clientid: 'evc',
    client_attrs: {},
    authz_source: expect.any(String),
    action: 'subscribe',
  },
  'session.subscribed': {
    username: 'user1',
    topic: 'live/#',
    timestamp: 0,
    sub_props: { 'User-Property': {} },
    qos: 1,
    peername: 'peer',
    peerhost: '127.0.0.1',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    event: 'session.subscribed',
    clientid: 'evc',
    client_attrs: {},
  },
  'message.delivered': {
    username: 'user1',
    topic: 'live/x',
    timestamp: 0,
    qos: 1,
    publish_received_at: 0,
    pub_props: { 'User-Property-Pairs': [{ value: 'v', key: 'k' }], 'User-Property': { k: 'v' }, 'Content-Type': 'ct' },
    peername: 'peer',
    peerhost: '127.0.0.1',
    payload: '{"v":1}',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    id: 'id',
    from_username: 'undefined',
    from_clientid: 'ref_pub',
    flags: { retain: false, dup: false },
    event: 'message.delivered',
    clientid: 'evc',
  },
  'message.acked': {
    username: 'user1',
    topic: 'live/x',
    timestamp: 0,
    qos: 1,
    publish_received_at: 0,
    puback_props: { 'User-Property': {} },
    pub_props: { 'User-Property-Pairs': [{ value: 'v', key: 'k' }], 'User-Property': { k: 'v' }, 'Content-Type': 'ct' },
    peername: 'peer',
    peerhost: '127.0.0.1',
    payload: '{"v":1}',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    id: 'id',
    from_username: 'undefined',
    from_clientid: 'ref_pub',
    flags: { retain: false, dup: false },
    event: 'message.acked',
    clientid: 'evc',
  },
  'session.unsubscribed': {
    username: 'user1',
    topic: 'live/#',
    timestamp: 0,
    unsub_props: { 'User-Property': {} },
    qos: 1,
    peername: 'peer',
    peerhost: '127.0.0.1',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    event: 'session.unsubscribed',
    clientid: 'evc',
    client_attrs: {},
  },
  'client.disconnected': {
    username: 'user1',
    timestamp: 0,
    sockname: 'sock',
    reason: 'normal',
    proto_ver: 5,
    proto_name: 'MQTT',
    peername: 'peer',
    node: 'sluice@127.0.0.1',
    metadata: { rule_id: 'ev' },
    event: 'client.disconnected',
    disconnected_at: 0,
    disconn_props: { 'User-Property': {} },
    connected_at: 0,
    clientid: 'evc',
    client_attrs: {},
  },
};

function made(line: string): { readonly event: string } & Record<string, unknown> {
  const columns = JSON.parse(line.slice(line.indexOf('{'))) as { event: string } & Record<string, unknown>;
  for (const time of ['timestamp', 'publish_received_at', 'connected_at', 'disconnected_at']) {
    if (time in columns) {
      expect(columns[time], `${columns.event} ${time}`).toBeGreaterThan(1.7e12);
      columns[time] = 0;
    }
  }
  if ('id' in columns) expect(columns.id).toMatch(/^[0-9A-F]{32}$/);
  if ('id' in columns) columns.id = 'id';
  if ('peername' in columns) expect(columns.peername).toMatch(/^127\.0\.0\.1:\d+$/);
  if ('peername' in columns) columns.peername = 'peer';
  if ('sockname' in columns) expect(columns.sockname).toMatch(/^127\.0\.0\.1:\d+$/);
  if ('sockname' in columns) columns.sockname = 'sock';
  return columns;
}

describe('events of real clients', () => {
  let engine: EngineHost;
  let port = 0;
  let folder: ReturnType<typeof temporaryFolder>;
  let clients: MqttClient[] = [];
  const lines: string[] = [];

  beforeEach(async () => {
    lines.length = 0;
    clients = [];
    folder = temporaryFolder();
    engine = createEngine({ writeConsole: (line) => lines.push(line) });
    const events = RULE_EVENTS.map((one) => `"${one.event}"`).join(', ');
    const rule = {
      id: 'ev',
      name: '',
      sql: `SELECT * FROM ${events}, "live/#"`,
      enable: true,
      description: '',
      actions: [{ function: 'console' as const }],
      created_at: '',
      last_modified_at: '',
    };
    const config = { connectors: [], actions: [], sources: [], rules: [rule] };
    const started = await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config,
    });
    if (started.ok) port = started.value.mqttPort;
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await engine.stop();
    folder.remove();
  });

  const find = (event: string, clientid: string) =>
    lines.map(made).find((columns) => columns.event === event && columns.clientid === clientid);

  it('have the columns and values of a real broker', async () => {
    const url = `mqtt://127.0.0.1:${port}`;
    const publisher = await connectAsync(url, { clientId: 'ref_pub', protocolVersion: 5 });
    const subscriber = await connectAsync(url, {
      clientId: 'evc',
      username: 'user1',
      protocolVersion: 5,
      properties: { receiveMaximum: 20, userProperties: { ka: 'va' } },
    });
    clients.push(publisher, subscriber);
    await publisher.publishAsync('dead/none', 'nobody', { qos: 0 });
    await subscriber.subscribeAsync('live/#', { qos: 1 });
    const properties = { contentType: 'ct', userProperties: { k: 'v' } };
    await publisher.publishAsync('live/x', '{"v":1}', { qos: 1, properties });
    await until(() => lines.some((line) => line.includes('message.acked')), 'acknowledged');
    await subscriber.unsubscribeAsync('live/#');
    await subscriber.endAsync();
    await until(() => lines.some((line) => line.includes('client.disconnected')), 'disconnected');
    for (const [event, columns] of Object.entries(LIVE)) {
      const clientid = (columns as { clientid: string }).clientid;
      expect(find(event, clientid), event).toEqual(columns);
    }
  });
});

it('messages of streaming systems have the columns that the editor knows', () => {
  const names = EVENT_TABLES.streamMessage.names.filter((name) => name !== 'metadata').sort();
  for (const { columns } of STREAM_EVENTS) expect([...columns].sort()).toEqual(names);
});
