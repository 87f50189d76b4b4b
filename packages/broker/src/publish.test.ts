import { afterEach, describe, expect, it } from 'vitest';
import { collect, pause, rawConnect, startBroker, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

describe.each([3, 4, 5] as const)('publish and subscribe, protocol level %i', (protocolVersion) => {
  const protocol = { protocolVersion, protocolId: protocolVersion === 3 ? 'MQIsdp' : 'MQTT' } as const;

  it.each([0, 1, 2] as const)('delivers QoS %i both ways, in order and once', async (qos) => {
    test = await startBroker();
    const subscriber = await test.client({ ...protocol, clientId: 'sub' });
    const publisher = await test.client({ ...protocol, clientId: 'pub' });
    const received = collect(subscriber);
    await subscriber.subscribeAsync('a/+/c', { qos });
    await Promise.all(Array.from({ length: 200 }, (_, i) => publisher.publishAsync('a/b/c', `m${i}`, { qos })));
    await until(() => received.length >= 200, '200 messages');
    await pause(20);
    expect(received.map((message) => message.payload)).toEqual(Array.from({ length: 200 }, (_, i) => `m${i}`));
    expect(new Set(received.map((message) => message.packet.qos))).toEqual(new Set([qos]));
    expect(test.named('publish')).toHaveLength(200);
    expect(test.named('delivered')).toHaveLength(200);
    await until(() => test.named('acked').length === (qos === 0 ? 0 : 200), 'acks');
    const ids = test.named('publish').map((event) => event.args[0].id);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toEqual([...ids].sort());
    expect(ids[0]).toMatch(/^[0-9A-F]{32}$/);
  });

  it('delivers at the lower of the two QoS', async () => {
    test = await startBroker();
    const client = await test.client({ ...protocol, clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync('t', { qos: 1 });
    await client.publishAsync('t', 'two', { qos: 2 });
    await client.publishAsync('t', 'zero', { qos: 0 });
    await until(() => received.length === 2);
    expect(received.map((message) => message.packet.qos)).toEqual([1, 0]);
  });

  it('stops after unsubscribe', async () => {
    test = await startBroker();
    const client = await test.client({ ...protocol, clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync(['t', 'u'], { qos: 1 });
    await client.unsubscribeAsync('t');
    await client.publishAsync('t', 'no', { qos: 1 });
    await client.publishAsync('u', 'yes', { qos: 1 });
    await until(() => received.length === 1);
    expect(received[0]?.payload).toBe('yes');
    expect(test.named('dropped')[0]?.args[1]).toBe('no_subscribers');
    expect(test.named('unsubscribed')[0]?.args.slice(1, 3)).toEqual(['t', 1]);
  });
});

describe('publish', () => {
  it('gives an MQTT 3.1.1 and an MQTT 5 subscriber the same message', async () => {
    test = await startBroker();
    const old = await test.client({ protocolVersion: 4, clientId: 'old' });
    const young = await test.client({ protocolVersion: 5, clientId: 'young' });
    const received = [collect(old), collect(young)];
    await old.subscribeAsync('#', { qos: 0 });
    await young.subscribeAsync('#', { qos: 0 });
    await old.publishAsync('x', 'from old');
    await young.publishAsync('x', 'from young', { properties: { contentType: 'text/plain' } });
    await until(() => received.every((list) => list.length === 2));
    expect(received.map((list) => list.map((message) => message.payload))).toEqual([
      ['from old', 'from young'],
      ['from old', 'from young'],
    ]);
    expect(received[1]?.[1]?.packet.properties).toEqual({ contentType: 'text/plain' });
  });

  it('gives a session a message once when several of its filters fit, with the highest QoS', async () => {
    test = await startBroker();
    const client = await test.client({ clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync({ 'a/#': { qos: 0 }, 'a/+': { qos: 2 }, '#': { qos: 1 } });
    await client.publishAsync('a/b', 'once', { qos: 2 });
    await until(() => received.length > 0);
    await pause(30);
    expect(received.map((message) => message.packet.qos)).toEqual([2]);
  });

  it('does not match topics that start with $ by a leading wildcard', async () => {
    test = await startBroker();
    const client = await test.client({ clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync(['#', '+/x', '$own/#'], { qos: 0 });
    await client.publishAsync('$own/x', 'm');
    await client.publishAsync('$other/x', 'm');
    await client.publishAsync('end', 'm');
    await until(() => received.some((message) => message.topic === 'end'));
    expect(received.map((message) => message.topic)).toEqual(['$own/x', 'end']);
  });

  it('carries large and empty payloads', async () => {
    test = await startBroker();
    const client = await test.client({ clientId: 'c' });
    const sizes: number[] = [];
    client.on('message', (_topic, payload) => sizes.push(payload.length));
    await client.subscribeAsync('t', { qos: 1 });
    for (const size of [0, 1, 127, 128, 16_383, 16_384, 900_000])
      await client.publishAsync('t', Buffer.alloc(size, 7), { qos: 1 });
    await until(() => sizes.length === 7);
    expect(sizes).toEqual([0, 1, 127, 128, 16_383, 16_384, 900_000]);
  });

  it('publishes for its owner', async () => {
    test = await startBroker();
    const client = await test.client({ protocolVersion: 5, clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync('t', { qos: 1 });
    const properties = { contentType: 'ct', userProperties: { a: ['1', '2'], b: '3' } };
    const payload = new TextEncoder().encode('hi');
    const result = test.broker.publish({ topic: 't', payload, qos: 1, retain: false, properties, hops: 3 });
    expect(result.subscribers).toBe(1);
    expect(result.id).toBe(test.named('publish')[0]?.args[0].id);
    expect(test.named('publish')[0]?.args[0].hops).toBe(3);
    await until(() => received.length === 1);
    expect(received[0]?.packet.properties).toEqual(properties);
    expect(() => test.broker.publish({ topic: 'a/#', payload, qos: 0, retain: false })).toThrow(/no topic/);
  });

  it('acknowledges a QoS 1/2 publisher when the owner has the message safe, in order', async () => {
    const waiting = new Map<string, () => void>();
    test = await startBroker({
      hooks: {
        publish: (message) =>
          message.topic === 'now' ? undefined : new Promise((resolve) => waiting.set(message.topic, resolve)),
      },
    });
    const client = await rawConnect(test.port, { protocolVersion: 4 });
    const send = (topic: string, messageId: number, qos: 1 | 2) =>
      client.write({ cmd: 'publish', topic, payload: 'x', qos, messageId, dup: false, retain: false });
    send('slow', 1, 1);
    send('now', 2, 1);
    send('fast', 3, 2);
    await until(() => waiting.size === 2);
    await pause(30);
    waiting.get('fast')?.();
    await pause(30);
    expect(client.packets.filter((packet) => packet.cmd !== 'connack')).toEqual([]);
    waiting.get('slow')?.();
    await client.next('pubrec');
    const order = client.packets.filter((packet) => packet.cmd !== 'connack');
    expect(order.map((packet) => [packet.cmd, packet.messageId])).toEqual([
      ['puback', 1],
      ['puback', 2],
      ['pubrec', 3],
    ]);
  });

  it('closes the connection without an acknowledgement when the owner could not keep the message', async () => {
    test = await startBroker({ hooks: { publish: () => Promise.reject(new Error('disk full')) } });
    const client = await rawConnect(test.port, { protocolVersion: 4 });
    client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, messageId: 9, dup: false, retain: false });
    await until(() => client.closed);
    expect(client.packets.map((packet) => packet.cmd)).toEqual(['connack']);
    expect(test.named('disconnected')[0]?.args[1]).toBe('publish_failed');
  });

  it('survives a hook that throws', async () => {
    test = await startBroker({
      hooks: {
        publish: () => {
          throw new Error('boom');
        },
      },
    });
    const client = await test.client({ clientId: 'c' });
    await client.publishAsync('t', 'x', { qos: 0 });
    await pause(20);
    expect(client.connected).toBe(true);
  });

  it('takes a QoS 2 message once however often it comes', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { protocolVersion: 4 });
    const send = (dup: boolean) =>
      client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 2, messageId: 7, dup, retain: false });
    send(false);
    send(true);
    await client.next('pubrec');
    await client.next('pubrec');
    expect(test.named('publish')).toHaveLength(1);
    client.write({ cmd: 'pubrel', messageId: 7 });
    await client.next('pubcomp');
    send(false);
    await client.next('pubrec');
    expect(test.named('publish')).toHaveLength(2);
  });
});
