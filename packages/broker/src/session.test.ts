import { afterEach, describe, expect, it } from 'vitest';
import { collect, pause, rawConnect, startBroker, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const FOREVER = { sessionExpiryInterval: 0xffffffff };

describe('sessions', () => {
  it.each([
    { protocolVersion: 4, clean: false },
    { protocolVersion: 5, clean: false, properties: FOREVER },
  ] as const)('keeps subscriptions and QoS 1/2 messages of an absent client: %o', async (options) => {
    test = await startBroker();
    const first = await test.client({ clientId: 'c', ...options });
    await first.subscribeAsync('t', { qos: 2 });
    await first.endAsync();
    await until(() => test.named('disconnected').length === 1);
    const publisher = await test.client({ clientId: 'p' });
    for (const qos of [0, 1, 2] as const) await publisher.publishAsync('t', `q${qos}`, { qos });
    expect(test.named('deliveryDropped').map((event) => event.args[2])).toEqual(['qos0_msg']);
    const again = await test.client({ clientId: 'c', ...options });
    const received = collect(again);
    await until(() => received.length === 2, 'queued messages');
    expect(received.map((message) => [message.payload, message.packet.qos])).toEqual([
      ['q1', 1],
      ['q2', 2],
    ]);
    await publisher.publishAsync('t', 'live', { qos: 1 });
    await until(() => received.length === 3, 'live message');
  });

  it('tells the client whether there was a session', async () => {
    test = await startBroker();
    const connect = (clean: boolean, expiry: number) =>
      rawConnect(test.port, { clientId: 's', clean, properties: { sessionExpiryInterval: expiry } });
    const presence = async (clean: boolean, expiry: number) => {
      const client = await connect(clean, expiry);
      client.write({ cmd: 'disconnect', reasonCode: 0 });
      await until(() => client.closed);
      return (client.packets[0] as { sessionPresent: boolean }).sessionPresent;
    };
    expect(await presence(false, 100)).toBe(false);
    expect(await presence(false, 100)).toBe(true);
    expect(await presence(true, 100)).toBe(false);
    expect(await presence(false, 0)).toBe(true);
    expect(await presence(false, 100)).toBe(false);
  });

  it('ends a session after its expiry, which DISCONNECT may change', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: 's', properties: { sessionExpiryInterval: 100 } });
    client.write({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 1 } });
    await until(() => test.broker.stats().connections === 0);
    expect(test.broker.stats().sessions).toBe(1);
    await until(() => test.broker.stats().sessions === 0, 'expiry');
  });

  it('refuses to give a session a life it did not have', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: 's' });
    client.write({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 10 } });
    expect((await client.next('disconnect')).reasonCode).toBe(130);
  });

  it.each([true, false])('hands a client id over to the newer connection (clean start %s)', async (clean) => {
    test = await startBroker();
    const properties = { sessionExpiryInterval: 60 };
    const old = await rawConnect(test.port, { clientId: 'x', properties });
    old.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] });
    await old.next('suback');
    const young = await rawConnect(test.port, { clientId: 'x', clean, properties });
    expect((await old.next('disconnect')).reasonCode).toBe(142);
    await until(() => old.closed);
    expect(test.named('disconnected')[0]?.args[1]).toBe(clean ? 'discarded' : 'takenover');
    expect((young.packets[0] as { sessionPresent: boolean }).sessionPresent).toBe(!clean);
    expect(test.broker.stats()).toMatchObject({ connections: 1, sessions: 1, subscriptions: clean ? 0 : 1 });
  });

  it('sends again what was not acknowledged, under the same packet ids, marked as duplicates', async () => {
    test = await startBroker();
    const properties = { sessionExpiryInterval: 60 };
    const before = await rawConnect(test.port, { clientId: 'x', properties });
    before.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 2 }] });
    await before.next('suback');
    for (const qos of [1, 2, 2, 1] as const)
      test.broker.publish({ topic: 't', payload: Buffer.from(`q${qos}`), qos, retain: false });
    const sent = [];
    for (let i = 0; i < 4; i++) sent.push(await before.next('publish'));
    before.write({ cmd: 'pubrec', messageId: sent[1]?.messageId });
    await before.next('pubrel');
    before.write({ cmd: 'puback', messageId: sent[0]?.messageId });
    await until(() => test.named('acked').length === 2);
    before.socket.destroy();
    await until(() => test.named('disconnected').length === 1);
    expect(test.named('disconnected')[0]?.args[1]).toBe('tcp_closed');
    const after = await rawConnect(test.port, { clientId: 'x', clean: false, properties });
    expect((await after.next('pubrel')).messageId).toBe(sent[1]?.messageId);
    for (const i of [2, 3]) {
      const packet = await after.next('publish');
      expect([packet.messageId, packet.dup, packet.qos]).toEqual([sent[i]?.messageId, true, sent[i]?.qos]);
    }
    after.write({ cmd: 'pubcomp', messageId: sent[1]?.messageId });
    after.write({ cmd: 'pubrec', messageId: sent[2]?.messageId });
    expect((await after.next('pubrel')).messageId).toBe(sent[2]?.messageId);
  });

  it('drops the oldest when the queue of an absent client is full', async () => {
    test = await startBroker({ limits: { maxQueue: 10 } });
    const options = { clientId: 'c', clean: false, protocolVersion: 4 } as const;
    const first = await test.client(options);
    await first.subscribeAsync('t', { qos: 1 });
    await first.endAsync();
    await until(() => test.broker.stats().connections === 0);
    for (let i = 0; i < 25; i++)
      test.broker.publish({ topic: 't', payload: Buffer.from(String(i)), qos: 1, retain: false });
    const dropped = test.named('deliveryDropped');
    expect(dropped.map((event) => event.args[0].payload.toString())).toEqual(
      Array.from({ length: 15 }, (_, i) => String(i)),
    );
    expect(new Set(dropped.map((event) => event.args[2]))).toEqual(new Set(['queue_full']));
    const again = await test.client({ ...options });
    const received = collect(again);
    await until(() => received.length === 10);
    expect(received[0]?.payload).toBe('15');
  });

  it('closes on a second CONNECT', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: 'x' });
    client.write({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId: 'x', clean: true, keepalive: 0 });
    expect((await client.next('disconnect')).reasonCode).toBe(130);
  });
});

describe('keep-alive', () => {
  it('closes a silent client after one and a half times its keep-alive', async () => {
    test = await startBroker();
    const started = Date.now();
    const client = await rawConnect(test.port, { clientId: 'x', keepalive: 1 });
    expect((await client.next('disconnect')).reasonCode).toBe(141);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1500);
    expect(test.named('disconnected')[0]?.args[1]).toBe('keepalive_timeout');
  });

  it('answers pings and keeps who pings', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: 'x', keepalive: 1 });
    for (let i = 0; i < 4; i++) {
      await pause(500);
      client.write({ cmd: 'pingreq' });
      await client.next('pingresp');
    }
    expect(client.closed).toBe(false);
  });
});
