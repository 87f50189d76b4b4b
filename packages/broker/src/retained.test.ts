import { matchesTopic } from '@sluice/contract';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Message } from './message.ts';
import { createMessageIds } from './message-id.ts';
import { createRetained } from './retained.ts';
import { collect, pause, rawConnect, startBroker, type TestBroker, until } from './testing/harness.ts';

describe('retained messages', () => {
  let test: TestBroker;
  afterEach(() => test.close());

  it('greet a new subscriber with the last message of each topic', async () => {
    test = await startBroker();
    const publisher = await test.client({ clientId: 'p' });
    await publisher.publishAsync('a/1', 'old', { qos: 1, retain: true });
    await publisher.publishAsync('a/1', 'new', { qos: 1, retain: true });
    await publisher.publishAsync('a/2', 'gone', { qos: 1, retain: true });
    await publisher.publishAsync('a/2', '', { qos: 1, retain: true });
    await publisher.publishAsync('b', 'other', { qos: 0, retain: true });
    await publisher.publishAsync('end', 'x', { qos: 1, retain: false });
    expect(test.broker.stats().retained).toBe(2);
    const subscriber = await test.client({ clientId: 's' });
    const received = collect(subscriber);
    await subscriber.subscribeAsync('a/#', { qos: 2 });
    await until(() => received.length === 1);
    expect(received[0]).toMatchObject({ topic: 'a/1', payload: 'new', packet: { retain: true, qos: 1 } });
    await publisher.publishAsync('a/1', 'live', { qos: 1, retain: true });
    await until(() => received.length === 2);
    expect(received[1]?.packet.retain).toBe(false);
  });

  it('come all, in spite of the queue bound, and never after a newer one', async () => {
    test = await startBroker({ limits: { maxQueue: 10, maxInflight: 5 } });
    for (let i = 0; i < 500; i++)
      test.broker.publish({ topic: `r/${i}`, payload: Buffer.from('old'), qos: 1, retain: true });
    const subscriber = await test.client({ clientId: 's' });
    const received = collect(subscriber);
    subscriber.subscribe('r/#', { qos: 1 });
    await until(() => received.length > 10);
    test.broker.publish({ topic: 'r/499', payload: Buffer.from('new'), qos: 1, retain: true });
    await until(() => received.length === 500);
    await pause(20);
    expect(received.length).toBe(500);
    expect(received.filter((message) => message.topic === 'r/499').map((message) => message.payload)).toEqual(['new']);
    expect(test.named('deliveryDropped')).toEqual([]);
  });

  it('follow the retain handling of MQTT 5', async () => {
    test = await startBroker();
    test.broker.publish({ topic: 't', payload: Buffer.from('x'), qos: 0, retain: true });
    const client = await rawConnect(test.port, { clientId: 'c' });
    const subscribe = async (rh: number) => {
      const before = client.packets.filter((packet) => packet.cmd === 'publish').length;
      client.write({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [{ topic: 't', qos: 0, rh, rap: false, nl: false }],
      });
      await client.next('suback');
      client.write({ cmd: 'pingreq' });
      await client.next('pingresp');
      return client.packets.filter((packet) => packet.cmd === 'publish').length - before;
    };
    expect(await subscribe(2)).toBe(0);
    expect(await subscribe(1)).toBe(0);
    expect(await subscribe(0)).toBe(1);
    client.write({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['t'] });
    await client.next('unsuback');
    expect(await subscribe(1)).toBe(1);
  });

  it('keep the retain flag when the subscription asks for it', async () => {
    test = await startBroker();
    const client = await test.client({ protocolVersion: 5, clientId: 'c' });
    const received = collect(client);
    await client.subscribeAsync('t', { qos: 0, rap: true });
    await client.publishAsync('t', 'x', { retain: true });
    await client.publishAsync('t', 'y', { retain: false });
    await until(() => received.length === 2);
    expect(received.map((message) => message.packet.retain)).toEqual([true, false]);
  });

  it('are stored up to the limit', async () => {
    test = await startBroker({ limits: { maxRetained: 3 } });
    for (let i = 0; i < 5; i++)
      test.broker.publish({ topic: `t/${i % 4}`, payload: Buffer.from('x'), qos: 0, retain: true });
    expect(test.broker.stats().retained).toBe(3);
  });
});

describe('retained store', () => {
  const ids = createMessageIds('n', 's');
  const retain = (topic: string) =>
    new Message(
      {
        topic,
        topicBytes: Buffer.from(topic),
        payload: Buffer.from('x'),
        qos: 0,
        retain: true,
        dup: false,
        rawProperties: Buffer.alloc(0),
        expiry: undefined,
        receivedAt: 0,
        hops: 0,
        from: undefined,
        origin: undefined,
        frame: undefined,
      },
      ids,
    );
  const level = fc.constantFrom('', 'a', 'b', '$s');
  const topic = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/') || 'a');
  const filter = fc
    .tuple(fc.array(fc.oneof(level, fc.constant('+')), { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([levels, rest]) => [...levels, ...(rest ? ['#'] : [])].join('/') || '#');

  it('finds by filter exactly what the rules of matching say', () => {
    fc.assert(
      fc.property(fc.uniqueArray(topic), fc.array(topic), filter, (topics, removed, pattern) => {
        const store = createRetained(1000);
        for (const one of topics) store.set(retain(one));
        for (const one of removed) store.delete(one);
        const expected = topics.filter((one) => !removed.includes(one) && matchesTopic(one, pattern)).sort();
        expect(
          store
            .match(pattern, 1)
            .map((message) => message.topic)
            .sort(),
        ).toEqual(expected);
      }),
      { numRuns: 500, seed: 20_240_501 },
    );
  });
});
