import { afterEach, describe, expect, it } from 'vitest';
import {
  collect,
  pause,
  rawClient,
  rawConnect,
  startBroker,
  subscribe,
  type TestBroker,
  until,
} from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const bytes = (text: string) => Buffer.from(text);
describe('CONNECT and CONNACK', () => {
  it('says what the server can do and gives a client id to who has none', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: '', properties: { requestResponseInformation: true } });
    const { properties } = client.packets[0] as Extract<(typeof client.packets)[0], { cmd: 'connack' }>;
    expect(properties).toMatchObject({
      receiveMaximum: 1024,
      maximumPacketSize: 1 << 20,
      topicAliasMaximum: 64,
      retainAvailable: true,
      wildcardSubscriptionAvailable: true,
      subscriptionIdentifiersAvailable: true,
      sharedSubscriptionAvailable: true,
    });
    expect(properties?.assignedClientIdentifier).toBe(test.broker.clients().rows[0]?.clientid);
    expect(properties?.responseInformation).toContain(properties?.assignedClientIdentifier);
  });

  it.each([
    [{ receiveMaximum: 0 }, 130],
    [{ maximumPacketSize: 0 }, 130],
    [{ authenticationMethod: 'SCRAM' }, 140],
  ] as const)('refuses %o with reason code %i', async (properties, code) => {
    test = await startBroker();
    const client = await rawConnect(test.port, { properties });
    expect((client.packets[0] as { reasonCode: number }).reasonCode).toBe(code);
    await until(() => client.closed);
  });

  it('refuses an empty client id of a persistent MQTT 3.1.1 session and protocol versions it does not know', async () => {
    test = await startBroker();
    const nameless = await rawClient(test.port, 4);
    nameless.write(Buffer.from('100c00044d5154540400003c0000', 'hex'));
    expect((await nameless.next('connack')).returnCode).toBe(2);
    const future = await rawClient(test.port, 4);
    future.write(Buffer.from('100d00044d5154540602003c000161', 'hex'));
    expect((await future.next('connack')).returnCode).toBe(1);
  });

  it('tells the events of a connection in the order of EMQX', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, {
      username: 'user1',
      keepalive: 60,
      properties: { receiveMaximum: 20, userProperties: { ka: 'va' } },
    });
    client.write({ cmd: 'disconnect', reasonCode: 0, properties: { userProperties: { why: 'done' } } });
    await until(() => test.named('disconnected').length === 1);
    expect(test.events.map((event) => event.name)).toEqual(['authnComplete', 'connected', 'connack', 'disconnected']);
    expect(test.events[0]?.args.slice(1)).toEqual(['success', false, true]);
    expect(test.events[1]?.args[0]).toMatchObject({
      clientid: 'raw',
      username: 'user1',
      peerhost: '127.0.0.1',
      peerport: client.socket.localPort ?? expect.any(Number),
      sockname: `127.0.0.1:${test.port}`,
      protocol: 'MQTT',
      version: 5,
      cleanStart: true,
      keepalive: 60,
      expiryInterval: 0,
      isBridge: false,
      receiveMaximum: 20,
      properties: { receiveMaximum: 20, userProperties: { ka: 'va' } },
    });
    expect(test.events[3]?.args.slice(1)).toEqual(['normal', { userProperties: { why: 'done' } }]);
  });
});

describe('subscription options', () => {
  it('give the identifiers of all subscriptions that fit', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    await subscribe(client, 'a/#', {}, { subscriptionIdentifier: 7 });
    await subscribe(client, 'a/b', {}, { subscriptionIdentifier: 300 });
    await subscribe(client, 'c', {});
    test.broker.publish({ topic: 'a/b', payload: bytes('x'), qos: 1, retain: false });
    test.broker.publish({ topic: 'c', payload: bytes('x'), qos: 0, retain: false });
    const ids = (await client.next('publish')).properties?.subscriptionIdentifier as number[];
    expect([...ids].sort()).toEqual([300, 7]);
    expect((await client.next('publish')).properties?.subscriptionIdentifier).toBeUndefined();
  });

  it('no local keeps own messages away', async () => {
    test = await startBroker();
    const client = await test.client({ clientId: 'c', protocolVersion: 5 });
    const other = await test.client({ clientId: 'o', protocolVersion: 5 });
    const received = collect(client);
    await client.subscribeAsync('t', { qos: 1, nl: true });
    await client.publishAsync('t', 'mine', { qos: 1 });
    await other.publishAsync('t', 'theirs', { qos: 1 });
    await until(() => received.length === 1);
    expect(received[0]?.payload).toBe('theirs');
    expect(test.named('deliveryDropped')[0]?.args[2]).toBe('no_local');
  });

  it.each([
    ['a/#/b', 143],
    ['a+', 143],
    ['', 143],
    ['$share/g', 143],
    ['$share//t', 143],
    ['$share/g+/t', 143],
    [`${'a/'.repeat(200)}a`, 143],
    ['a/+/#', 1],
  ])('%s is answered with %i', async (filter, code) => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    expect(await subscribe(client, filter)).toBe(code);
    const old = await rawConnect(test.port, { protocolVersion: 4, clientId: 'old' });
    old.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: filter, qos: 1 }] });
    expect((await old.next('suback')).granted[0]).toBe(code > 2 ? 128 : code);
  });

  it('limits how many a session may have', async () => {
    test = await startBroker({ limits: { maxSubscriptions: 2 } });
    const client = await rawConnect(test.port);
    const codes = [];
    for (const topic of ['a', 'b', 'c', 'a']) codes.push(await subscribe(client, topic));
    expect(codes).toEqual([1, 1, 151, 1]);
  });

  it('answers unsubscribe filter by filter', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    await subscribe(client, 'a');
    client.write({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['a', 'b'] });
    expect((await client.next('unsuback')).granted).toEqual([0, 17]);
  });
});

describe('message properties', () => {
  it('arrive as they were sent, user properties in their order', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { clientId: 'sub' });
    await subscribe(client, 't');
    const publisher = await rawConnect(test.port, { clientId: 'pub' });
    const properties = {
      payloadFormatIndicator: true,
      contentType: 'application/json',
      responseTopic: 'r',
      correlationData: bytes('\u0000\u0001'),
      userProperties: { z: '1', a: ['2', '3'] },
    };
    publisher.write({
      cmd: 'publish',
      topic: 't',
      payload: '{}',
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
      properties,
    });
    expect({ ...(await client.next('publish')).properties }).toEqual(properties);
    expect(test.named('publish')[0]?.args[0].properties).toEqual(properties);
  });

  it('message expiry counts down while the message waits and ends it', async () => {
    test = await startBroker();
    const options = { clientId: 's', clean: false, properties: { sessionExpiryInterval: 60 } };
    const before = await rawConnect(test.port, options);
    await subscribe(before, 't');
    before.socket.destroy();
    await until(() => test.broker.stats().connections === 0);
    const publish = (text: string, messageExpiryInterval: number) =>
      test.broker.publish({
        topic: 't',
        payload: bytes(text),
        qos: 1,
        retain: false,
        properties: { messageExpiryInterval },
      });
    publish('short', 1);
    publish('long', 100);
    await pause(1100);
    const after = await rawConnect(test.port, options);
    const packet = await after.next('publish');
    expect(packet.payload.toString()).toBe('long');
    expect(packet.properties?.messageExpiryInterval).toBeLessThanOrEqual(99);
    expect(packet.properties?.messageExpiryInterval).toBeGreaterThan(95);
    expect(test.named('deliveryDropped').map((event) => event.args[2])).toEqual(['expired']);
  });

  it('retained messages expire', async () => {
    test = await startBroker();
    const properties = { messageExpiryInterval: 1 };
    test.broker.publish({ topic: 't', payload: bytes('x'), qos: 0, retain: true, properties });
    await pause(1050);
    const client = await rawConnect(test.port);
    await subscribe(client, 't');
    await pause(30);
    expect(client.packets.some((packet) => packet.cmd === 'publish')).toBe(false);
    expect(test.broker.stats().retained).toBe(0);
  });

  it('tells a publisher that nobody listens', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, messageId: 1, dup: false, retain: false });
    expect((await client.next('puback')).reasonCode).toBe(16);
  });
});

describe('server side', () => {
  it.each([
    ['e000', 'normal'],
    ['e00100', 'normal'],
    ['e00104', 'disconnect_with_will_message'],
    ['e0020000', 'normal'],
  ])('takes DISCONNECT in each of its lengths: %s', async (hex, reason) => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    client.write(Buffer.from(hex, 'hex'));
    await until(() => test.named('disconnected').length === 1);
    expect(test.named('disconnected')[0]?.args[1]).toBe(reason);
  });

  it('knows a bridge by its CONNECT, and does not send it its own messages', async () => {
    test = await startBroker();
    const bridge = await rawConnect(test.port, { protocolVersion: 4, bridgeMode: true } as never);
    bridge.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 1 }] });
    await bridge.next('suback');
    bridge.write({ cmd: 'publish', topic: 't', payload: 'mine', qos: 0, dup: false, retain: false });
    await until(() => test.named('publish').length === 1);
    test.broker.publish({ topic: 't', payload: bytes('theirs'), qos: 1, retain: true });
    expect(await bridge.next('publish')).toMatchObject({ payload: bytes('theirs'), retain: true });
    expect(test.named('connected')[0]?.args[0].isBridge).toBe(true);
  });

  it('kicks a client', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    expect(test.broker.kick('raw')).toBe(true);
    expect((await client.next('disconnect')).reasonCode).toBe(152);
    expect(test.named('disconnected')[0]?.args[1]).toBe('kicked');
    expect(test.broker.kick('nobody')).toBe(false);
  });

  it('says goodbye when it stops, in time even if a peer does not react', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    const deaf = await rawConnect(test.port, { clientId: 'deaf' });
    deaf.socket.removeAllListeners('end');
    deaf.socket.pause();
    const started = Date.now();
    await test.broker.close();
    expect(Date.now() - started).toBeLessThan(2000);
    expect((await client.next('disconnect')).reasonCode).toBe(139);
    deaf.socket.destroy();
  });
});
