import { afterEach, describe, expect, it } from 'vitest';
import { collect, rawConnect, startBroker, subscribe, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const bytes = (text: string) => Buffer.from(text);

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
    expect((await client.next('disconnect')).reasonCode).toBe(130);
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
