import { afterEach, describe, expect, it } from 'vitest';
import {
  collect,
  pause,
  type RawClient,
  rawClient,
  rawConnect,
  startBroker,
  type TestBroker,
  until,
} from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const bytes = (text: string) => Buffer.from(text);
const ordinary = { nl: false, rap: false, rh: 0 } as const;

async function subscribe(client: RawClient, topic: string, options: object = {}, properties: object = {}) {
  client.write({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic, qos: 1, ...ordinary, ...options }],
    properties,
  });
  return (await client.next('suback')).granted[0];
}

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
    expect(properties?.assignedClientIdentifier).toBe(test.broker.clients()[0]?.clientid);
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

describe('flow control', () => {
  it('has at most the receive maximum of the client in flight', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { properties: { receiveMaximum: 3 } });
    await subscribe(client, 't', { qos: 2 });
    for (let i = 0; i < 10; i++)
      test.broker.publish({ topic: 't', payload: bytes(`${i}`), qos: i % 2 === 0 ? 1 : 2, retain: false });
    await pause(50);
    const sent = () => client.packets.filter((packet) => packet.cmd === 'publish');
    expect(sent()).toHaveLength(3);
    client.write({ cmd: 'puback', messageId: sent()[0]?.messageId, reasonCode: 0 });
    await until(() => sent().length === 4);
    client.write({ cmd: 'pubrec', messageId: sent()[1]?.messageId, reasonCode: 0 });
    await client.next('pubrel');
    expect(sent()).toHaveLength(4);
    client.write({ cmd: 'pubcomp', messageId: sent()[1]?.messageId, reasonCode: 0 });
    await until(() => sent().length === 5);
    client.write({ cmd: 'pubrec', messageId: sent()[3]?.messageId, reasonCode: 0x80 });
    await until(() => sent().length === 6);
  });

  it('disconnects who has more QoS 2 messages open than it may', async () => {
    test = await startBroker({ limits: { receiveMaximum: 5 } });
    const client = await rawConnect(test.port);
    for (let i = 1; i <= 6; i++)
      client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 2, messageId: i, dup: false, retain: false });
    expect((await client.next('disconnect')).reasonCode).toBe(147);
  });

  it('stops reading a publisher whose messages are not safe yet', async () => {
    const open: (() => void)[] = [];
    test = await startBroker({
      limits: { receiveMaximum: 10 },
      hooks: { publish: () => new Promise<void>((resolve) => open.push(resolve)) },
    });
    const client = await rawConnect(test.port, { protocolVersion: 4 });
    for (let i = 1; i <= 100; i++)
      client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, messageId: i, dup: false, retain: false });
    await until(() => open.length === 10);
    await pause(50);
    expect(open).toHaveLength(10);
    while (client.packets.filter((packet) => packet.cmd === 'puback').length < 100) {
      for (const resolve of open.splice(0)) resolve();
      await pause(1);
    }
    expect(test.named('publish')).toHaveLength(100);
  });

  it('does not send packets larger than the client takes', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { properties: { maximumPacketSize: 100 } });
    await subscribe(client, 't');
    for (const [qos, size] of [
      [1, 200],
      [0, 200],
      [1, 10],
    ] as const)
      test.broker.publish({ topic: 't', payload: Buffer.alloc(size), qos, retain: false });
    expect((await client.next('publish')).payload).toHaveLength(10);
    expect(test.named('deliveryDropped').map((event) => event.args[2])).toEqual(['too_large', 'too_large']);
  });

  it('refuses packets larger than it takes itself', async () => {
    test = await startBroker({ limits: { maxPacketSize: 1000 } });
    const client = await rawConnect(test.port);
    client.write({ cmd: 'publish', topic: 't', payload: Buffer.alloc(1000), qos: 0, dup: false, retain: false });
    expect((await client.next('disconnect')).reasonCode).toBe(149);
  });
});

describe('topic aliases', () => {
  it('of the client stand for the topic', async () => {
    test = await startBroker();
    const watcher = await test.client({ clientId: 'w' });
    const received = collect(watcher);
    await watcher.subscribeAsync('#', { qos: 0 });
    const client = await rawConnect(test.port);
    const send = (topic: string, topicAlias: number, text: string) =>
      client.write({
        cmd: 'publish',
        topic,
        payload: text,
        qos: 0,
        dup: false,
        retain: false,
        properties: { topicAlias, contentType: 'c', userProperties: { a: 'b' } },
      });
    send('a/b', 1, 'one');
    send('', 1, 'two');
    send('c', 1, 'three');
    send('', 1, 'four');
    await until(() => received.length === 4);
    expect(received.map((message) => [message.topic, message.payload])).toEqual([
      ['a/b', 'one'],
      ['a/b', 'two'],
      ['c', 'three'],
      ['c', 'four'],
    ]);
    expect(test.named('publish')[1]?.args[0].properties).toEqual({ contentType: 'c', userProperties: { a: 'b' } });
    send('', 2, 'unknown');
    expect((await client.next('disconnect')).reasonCode).toBe(148);
  });

  it('of the broker save the topic, as many as the client takes', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { properties: { topicAliasMaximum: 1 } });
    await subscribe(client, '#');
    for (const topic of ['a', 'b', 'a', 'b', 'a'])
      test.broker.publish({ topic, payload: bytes(topic), qos: 0, retain: false });
    await until(() => client.packets.filter((packet) => packet.cmd === 'publish').length === 5);
    const sent = client.packets.filter((packet) => packet.cmd === 'publish') as {
      topic: string;
      properties?: { topicAlias?: number };
    }[];
    expect(sent.map((packet) => [packet.topic, packet.properties?.topicAlias])).toEqual([
      ['a', 1],
      ['b', undefined],
      ['', 1],
      ['b', undefined],
      ['', 1],
    ]);
  });

  it('work with mqtt.js assigning them by itself', async () => {
    test = await startBroker();
    const watcher = await test.client({
      clientId: 'w',
      protocolVersion: 5,
      properties: { topicAliasMaximum: 10 },
    });
    const received = collect(watcher);
    await watcher.subscribeAsync('#', { qos: 1 });
    const publisher = await test.client({ clientId: 'p', protocolVersion: 5, autoAssignTopicAlias: true });
    for (let i = 0; i < 20; i++) await publisher.publishAsync(`t/${i % 3}`, `${i}`, { qos: (i % 2) as 0 | 1 });
    await until(() => received.length === 20);
    expect(received.map((message) => message.topic)).toEqual(Array.from({ length: 20 }, (_, i) => `t/${i % 3}`));
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

describe('shared subscriptions', () => {
  it('give each message to one member of each group', async () => {
    test = await startBroker();
    const members = await Promise.all([1, 2, 3].map((i) => test.client({ clientId: `m${i}`, protocolVersion: 5 })));
    const other = await test.client({ clientId: 'other', protocolVersion: 4 });
    for (const member of members) await member.subscribeAsync('$share/g/t/#', { qos: 1 });
    await other.subscribeAsync('$share/h/t/#', { qos: 1 });
    for (let i = 0; i < 30; i++) test.broker.publish({ topic: `t/${i}`, payload: bytes('x'), qos: 1, retain: false });
    await until(() => members.reduce((sum, member) => sum + collect(member).length, 0) === 30);
    expect(members.map((member) => collect(member).length)).toEqual([10, 10, 10]);
    await until(() => collect(other).length === 30);
    expect(test.named('subscribed')[0]?.args[1]).toBe('$share/g/t/#');
  });

  it('pass over absent members and hand on what a member leaves behind', async () => {
    test = await startBroker();
    const leaving = await rawConnect(test.port, { clientId: 'leaving' });
    await subscribe(leaving, '$share/g/t');
    const absent = await rawConnect(test.port, { clientId: 'absent', properties: { sessionExpiryInterval: 60 } });
    await subscribe(absent, '$share/g/t');
    absent.socket.destroy();
    await until(() => test.broker.stats().connections === 1);
    for (let i = 0; i < 4; i++) test.broker.publish({ topic: 't', payload: bytes(`${i}`), qos: 1, retain: false });
    await until(() => leaving.packets.filter((packet) => packet.cmd === 'publish').length === 4);
    const staying = await test.client({ clientId: 'staying', protocolVersion: 5 });
    await staying.subscribeAsync('$share/g/t', { qos: 1 });
    leaving.socket.destroy();
    await until(() => collect(staying).length === 4, 'what was not acknowledged');
  });

  it('refuse no local and retained messages', async () => {
    test = await startBroker();
    test.broker.publish({ topic: 't', payload: bytes('x'), qos: 0, retain: true });
    const client = await rawConnect(test.port);
    expect(await subscribe(client, '$share/g/t')).toBe(1);
    await pause(30);
    expect(client.packets.some((packet) => packet.cmd === 'publish')).toBe(false);
    client.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: '$share/g/t', qos: 1, ...ordinary, nl: true }],
    });
    expect((await client.next('disconnect')).reasonCode).toBe(130);
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
