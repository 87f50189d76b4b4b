import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let first: MqttClient;
let second: MqttClient;
beforeAll(async () => {
  server = await startTestServer();
  const common = { reconnectPeriod: 0, keepalive: 30 };
  first = await connectAsync(server.mqtt, { ...common, clientId: 'c/1', username: 'ann', protocolVersion: 5 });
  second = await connectAsync(server.mqtt, { ...common, clientId: 'c2', protocolVersion: 4, clean: false });
  await first.subscribeAsync('t/+', { qos: 1, nl: true, rh: 2 });
  await second.subscribeAsync({ 't/1': { qos: 2 }, '$share/g/s': { qos: 0 } });
  const arrived = new Promise<void>((resolve) => second.once('message', () => resolve()));
  await first.publishAsync('t/1', 'hello', { qos: 1 });
  await arrived;
});
afterAll(() => server.stop());

const get = async (path: string) => (await server.call('GET', path)).body;
const ids = (body: { data: { clientid: string }[] }) => body.data.map(({ clientid }) => clientid);

describe('/clients', () => {
  it('shows each as EMQX does', async () => {
    const client = await get('/clients/c%2F1');
    expect(client).toMatchObject({
      clientid: 'c/1',
      username: 'ann',
      node: 'sluice@127.0.0.1',
      connected: true,
      listener: 'tcp:default',
      ip_address: '127.0.0.1',
      port: expect.any(Number),
      proto_name: 'MQTT',
      proto_ver: 5,
      keepalive: 30,
      clean_start: true,
      expiry_interval: 0,
      subscriptions_cnt: 1,
      recv_msg: 1,
      'recv_msg.qos1': 1,
      send_msg: 0,
      // CONNECT, SUBSCRIBE, PUBLISH
      recv_pkt: 3,
      send_pkt: 3,
      mqueue_len: 0,
    });
    expect(Date.now() - Date.parse(client.connected_at)).toBeLessThan(60_000);
    expect(await get('/clients/c2')).toMatchObject({ username: null, proto_ver: 4, 'send_msg.qos1': 1 });
    expect(await server.call('GET', '/clients/nobody')).toMatchObject({
      status: 404,
      body: { code: 'CLIENTID_NOT_FOUND' },
    });
  });

  it.each([
    ['', ['c/1', 'c2']],
    ['?clientid=c2&clientid=x', ['c2']],
    ['?like_clientid=%2F', ['c/1']],
    ['?username=ann', ['c/1']],
    ['?like_username=nn', ['c/1']],
    ['?ip_address=127.0.0.2', []],
    ['?conn_state=connected', ['c/1', 'c2']],
    ['?conn_state=disconnected', []],
    ['?conn_state=idle', []],
    ['?clean_start=false', ['c2']],
    ['?proto_ver=5', ['c/1']],
    ['?gte_connected_at=2020-01-01T00:00:00Z', ['c/1', 'c2']],
    ['?lte_created_at=1577836800000', []],
    ['?node=other@host', []],
  ])('filter %s', async (query, expected) => {
    const body = await get(`/clients${query}`);
    expect(ids(body)).toEqual(expected);
    expect(body.meta.count).toBe(expected.length);
  });

  it('gives pages, and only the fields that are asked for', async () => {
    expect(await get('/clients?limit=1&page=2&fields=clientid,connected')).toEqual({
      data: [{ clientid: 'c2', connected: true }],
      meta: { count: 2, hasnext: false, limit: 1, page: 2 },
    });
    expect((await get('/clients?limit=1')).meta.hasnext).toBe(true);
    for (const bad of ['page=0', 'limit=-1', 'limit=99999999', 'proto_ver=6', 'conn_state=x', 'gte_created_at=soon'])
      expect((await server.call('GET', `/clients?${bad}`)).body.code).toBe('BAD_REQUEST');
  });
});

describe('/subscriptions and /topics', () => {
  it('show who has subscribed to what', async () => {
    expect(await get('/clients/c%2F1/subscriptions')).toEqual([
      { clientid: 'c/1', topic: 't/+', qos: 1, nl: 1, rap: 0, rh: 2, node: 'sluice@127.0.0.1', durable: false },
    ]);
    expect((await server.call('GET', '/clients/nobody/subscriptions')).status).toBe(404);
    expect((await get('/subscriptions')).meta.count).toBe(3);
    for (const [query, topics] of [
      ['clientid=c2', ['t/1', '$share/g/s']],
      ['topic=t/1', ['t/1']],
      ['share_group=g', ['$share/g/s']],
      ['qos=2', ['t/1']],
      ['match_topic=t/%23', ['t/+', 't/1']],
      ['match_topic=t/1', ['t/1']],
      ['node=x', []],
    ] as const)
      expect((await get(`/subscriptions?${query}`)).data.map((one: { topic: string }) => one.topic)).toEqual(topics);
    expect((await get('/topics')).data.map((one: { topic: string }) => one.topic).sort()).toEqual(['s', 't/+', 't/1']);
    expect(await get('/topics/t%2F1')).toEqual([{ topic: 't/1', node: 'sluice@127.0.0.1' }]);
    expect((await server.call('GET', '/topics/u')).body.code).toBe('TOPIC_NOT_FOUND');
  });
});

describe('retained messages', () => {
  it('are listed, shown and deleted', async () => {
    await first.publishAsync('r/1', 'one', { qos: 1, retain: true });
    await first.publishAsync('r/2', Buffer.from([0, 255]), { retain: true, properties: { messageExpiryInterval: 60 } });
    await server.call('POST', '/publish', { body: { topic: '$own/r', payload: 'x', retain: true } });
    const list = await get('/mqtt/retainer/messages?topic=r/%2B');
    expect(list.data.map((one: { topic: string }) => one.topic)).toEqual(['r/1', 'r/2']);
    expect(list.data[0]).toMatchObject({
      qos: 1,
      from_clientid: 'c/1',
      from_username: 'ann',
      msgid: expect.any(String),
    });
    expect(list.data[0]).not.toHaveProperty('payload');
    expect((await get('/mqtt/retainer/messages?limit=1')).meta).toEqual({ count: 3, hasnext: true, limit: 1, page: 1 });
    expect((await get('/mqtt/retainer/message/r%2F2')).payload).toBe('AP8=');
    expect((await server.call('DELETE', '/mqtt/retainer/message/r%2F1')).status).toBe(204);
    expect((await server.call('DELETE', '/mqtt/retainer/message/r%2F1')).status).toBe(404);
    expect((await server.call('GET', '/mqtt/retainer/message/r%2F1')).status).toBe(404);
    await server.restart();
    expect((await get('/mqtt/retainer/messages')).meta.count).toBe(2);
    await server.call('DELETE', '/mqtt/retainer/messages');
    expect((await get('/mqtt/retainer/messages')).data).toEqual([]);
  });
});

describe('after a restart', () => {
  it('clients that are away are there, and go when they are kicked', async () => {
    const { created_at, ...away } = await get('/clients/c2');
    expect(away).toMatchObject({ connected: false, subscriptions_cnt: 2, disconnected_at: expect.any(String) });
    expect(Date.parse(created_at)).toBeLessThan(Date.now());
    expect((await server.call('DELETE', '/clients/c2')).status).toBe(204);
    expect((await server.call('DELETE', '/clients/c2')).body.code).toBe('CLIENTID_NOT_FOUND');
    expect((await get('/subscriptions')).data).toEqual([]);
    const { data } = await get('/sluice/audit');
    expect(data[0]).toMatchObject({ actor: 'user:admin', action: 'kick', target: 'mqtt_client c2' });
  });

  it('a client that is connected is told', async () => {
    const client = await connectAsync(server.mqtt, { clientId: 'k', protocolVersion: 5, reconnectPeriod: 0 });
    const told = new Promise((resolve) => client.once('disconnect', resolve));
    expect((await server.call('POST', '/clients/kickout/bulk', { body: ['k', 'nobody'] })).status).toBe(204);
    expect(await told).toMatchObject({ reasonCode: 152 });
  });

  it('what was counted is under EMQX names', async () => {
    const [metrics] = await get('/metrics');
    expect(metrics).toMatchObject({ 'client.connected': 1, 'packets.connect.received': 1, 'session.terminated': 2 });
    const text = await get('/prometheus/stats');
    expect(text).toContain('\nemqx_packets_connect 1\n');
    expect(text).toMatch(/\n# TYPE emqx_bytes_received counter\nemqx_bytes_received \d+\n/);
    expect(text.match(/^emqx_messages_received /gm)).toHaveLength(1);
    expect((await get('/stats'))[0]).toMatchObject({ 'topics.count': 0, 'subscriptions.shared.count': 0 });
    expect(await get('/monitor_current')).toMatchObject({ topics: 0, shared_subscriptions: 0, dropped_msg_rate: 0 });
  });
});
