import { connect } from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';

/** Columns of reference facts §7.4: those of a delivery, and the reason. */
const COLUMNS = [
  'clientid',
  'event',
  'flags',
  'from_clientid',
  'from_username',
  'id',
  'metadata',
  'node',
  'payload',
  'peerhost',
  'peername',
  'pub_props',
  'publish_received_at',
  'qos',
  'reason',
  'timestamp',
  'topic',
  'username',
];

describe('$events/delivery_dropped, by real clients', () => {
  let engine: EngineHost;
  let port = 0;
  let folder: ReturnType<typeof temporaryFolder>;
  let publisher: MqttClient;
  const clients: MqttClient[] = [];
  const events: Record<string, unknown>[] = [];

  beforeEach(async () => {
    events.length = 0;
    folder = temporaryFolder();
    engine = createEngine({
      writeConsole: (line) => events.push(JSON.parse(line.slice(line.indexOf('{'))) as Record<string, unknown>),
    });
    const sql = 'SELECT * FROM "$events/delivery_dropped", "$events/message_dropped"';
    const actions = [{ function: 'console' as const }];
    const rule = {
      id: 'r',
      name: '',
      sql,
      enable: true,
      description: '',
      actions,
      created_at: '',
      last_modified_at: '',
    };
    const started = await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config: { connectors: [], actions: [], sources: [], rules: [rule] },
    });
    if (!started.ok) throw new Error(started.error.message);
    port = started.value.mqttPort;
    publisher = await open({ clientId: 'pub', username: 'upub' });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await engine.stop();
    folder.remove();
  });

  async function open(options: IClientOptions): Promise<MqttClient> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      ...options,
    });
    clients.push(client);
    return client;
  }

  /** A subscriber that went away and whose session stays. */
  async function openAndLeave(topic: string): Promise<IClientOptions> {
    const options = { clientId: 'sub', username: 'usub', clean: false, properties: { sessionExpiryInterval: 300 } };
    const client = await open(options);
    await client.subscribeAsync(topic, { qos: 1 });
    await client.endAsync();
    return options;
  }

  async function dropped(reason: string): Promise<Record<string, unknown>> {
    await until(() => events.some((event) => event.reason === reason), `dropped: ${reason}`, 25_000);
    const event = events.find((one) => one.reason === reason) ?? {};
    expect(Object.keys(event).sort()).toEqual(COLUMNS);
    expect(event).toMatchObject({
      event: 'delivery.dropped',
      clientid: 'sub',
      from_clientid: 'pub',
      from_username: 'upub',
      username: 'usub',
      peerhost: '127.0.0.1',
      peername: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      topic: 't',
      node: 'sluice@127.0.0.1',
      metadata: { rule_id: 'r' },
    });
    return event;
  }

  it('no_local: the subscriber sent it itself', async () => {
    const client = await open({ clientId: 'sub', username: 'usub' });
    await client.subscribeAsync('t', { qos: 1, nl: true });
    await client.publishAsync('t', 'own', { qos: 1 });
    await until(() => events.some((event) => event.reason === 'no_local'), 'dropped');
    const event = events.find((one) => one.reason === 'no_local');
    expect(event).toMatchObject({ event: 'delivery.dropped', clientid: 'sub', from_clientid: 'sub', payload: 'own' });
    expect(Object.keys(event ?? {}).sort()).toEqual(COLUMNS);
  });

  it('too_large: the subscriber takes only smaller packets', async () => {
    const client = await open({ clientId: 'sub', username: 'usub', properties: { maximumPacketSize: 60 } });
    await client.subscribeAsync('t', { qos: 1 });
    for (const qos of [0, 1] as const) {
      events.length = 0;
      await publisher.publishAsync('t', 'x'.repeat(100), { qos });
      expect(await dropped('too_large')).toMatchObject({ qos, payload: 'x'.repeat(100) });
    }
  });

  it('qos0_msg: the subscriber is away, and QoS 0 does not wait', async () => {
    await openAndLeave('t');
    await publisher.publishAsync('t', 'now', { qos: 0 });
    expect(await dropped('qos0_msg')).toMatchObject({ qos: 0, payload: 'now' });
  });

  it('expired: the message became too old while it waited', async () => {
    const options = await openAndLeave('t');
    const properties = { messageExpiryInterval: 1, userProperties: { k: 'v' } };
    await publisher.publishAsync('t', 'old', { qos: 1, properties });
    await publisher.publishAsync('t', 'young', { qos: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await open(options);
    expect(await dropped('expired')).toMatchObject({
      qos: 1,
      payload: 'old',
      pub_props: { 'Message-Expiry-Interval': 1, 'User-Property': { k: 'v' } },
    });
  });

  it('queue_full: more waits for the subscriber than its session holds', async () => {
    await openAndLeave('t');
    const acks: Promise<unknown>[] = [];
    for (let n = 0; n < 10_003; n++) acks.push(publisher.publishAsync('t', `${n}`, { qos: 1 }));
    await Promise.all(acks);
    expect(await dropped('queue_full')).toMatchObject({ qos: 1, payload: '0' });
    await until(() => events.filter((event) => event.reason === 'queue_full').length === 3, 'the oldest three');
    expect(events.map((event) => event.payload)).toEqual(['0', '1', '2']);
  });

  it('queue_full: a connected subscriber that does not read', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const text = (value: string) => Buffer.from([0, value.length, ...Buffer.from(value)]);
    const packet = (header: number, ...parts: Buffer[]) => {
      const body = Buffer.concat(parts);
      return Buffer.concat([Buffer.from([header, body.length]), body]);
    };
    // CONNECT of MQTT 5 with user name and clean start, then SUBSCRIBE at QoS 0.
    const settings = Buffer.from([5, 0x82, 0, 0, 0]);
    socket.write(packet(0x10, text('MQTT'), settings, text('sub'), text('usub')));
    socket.write(packet(0x82, Buffer.from([0, 1, 0]), text('t'), Buffer.from([0])));
    const answers: number[] = [];
    socket.on('data', (bytes) => answers.push(...bytes));
    const suback = [0x90, 4, 0, 1, 0, 0];
    await until(() => answers.slice(-6).join() === suback.join(), 'subscribed');
    socket.pause();
    const payload = Buffer.alloc(64 * 1024, 'x');
    for (let n = 0; n < 600; n++) await publisher.publishAsync('t', payload, { qos: 0 });
    expect(await dropped('queue_full')).toMatchObject({ qos: 0, payload: payload.toString() });
    socket.destroy();
  });

  it('message_dropped: nobody subscribes', async () => {
    await publisher.publishAsync('t', 'x', { qos: 1 });
    await until(() => events.length > 0, 'dropped');
    expect(events[0]).toMatchObject({
      event: 'message.dropped',
      reason: 'no_subscribers',
      clientid: 'pub',
      topic: 't',
    });
    expect(Object.keys(events[0] ?? {}).sort()).toEqual(COLUMNS.filter((name) => !name.startsWith('from_')));
  });
});
