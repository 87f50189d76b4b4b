import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBroker } from '../broker.ts';
import { rawConnect, startBroker, type TestBroker, until } from '../testing/harness.ts';

let folder: string;
let test: TestBroker;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broker-'));
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const bytes = (text: string) => Buffer.from(text);
const persistent = { clientId: 'p', clean: false, properties: { sessionExpiryInterval: 3600 } };
const option = { nl: false, rap: false, rh: 0 } as const;

async function subscribeAndLeave(topic: string, qos: 0 | 1 | 2 = 2): Promise<void> {
  const client = await rawConnect(test.port, persistent);
  client.write({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic, qos, ...option }],
    properties: { subscriptionIdentifier: 5 },
  });
  await client.next('suback');
  client.write({ cmd: 'disconnect', reasonCode: 0 });
  await until(() => client.closed);
}

async function restart(): Promise<void> {
  await test.close();
  test = await startBroker({ dataDir: folder });
}

describe('a restart', () => {
  it('keeps sessions, subscriptions and queued messages with all that belongs to them', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t/#');
    const publisher = await rawConnect(test.port, { clientId: 'pub', username: 'ann' });
    const properties = { contentType: 'c', userProperties: { a: ['1', '2'] }, messageExpiryInterval: 1000 };
    for (const [i, qos] of ([1, 2] as const).entries())
      publisher.write({
        cmd: 'publish',
        topic: `t/${qos}`,
        payload: bytes(`\u0000${qos}`),
        qos,
        messageId: i + 1,
        dup: false,
        retain: false,
        properties,
      });
    await publisher.next('puback');
    await publisher.next('pubrec');
    const ids = test.named('publish').map((event) => event.args[0].id);
    await restart();
    expect(test.broker.stats()).toMatchObject({ sessions: 1, subscriptions: 1 });
    const client = await rawConnect(test.port, persistent);
    expect((client.packets[0] as { sessionPresent: boolean }).sessionPresent).toBe(true);
    for (const qos of [1, 2]) {
      const packet = await client.next('publish');
      expect([packet.topic, packet.payload.toString(), packet.qos]).toEqual([`t/${qos}`, `\u0000${qos}`, qos]);
      expect(packet.properties).toMatchObject({
        contentType: 'c',
        userProperties: { a: ['1', '2'] },
        subscriptionIdentifier: 5,
      });
      expect(packet.properties?.messageExpiryInterval).toBeGreaterThan(990);
    }
    const delivered = test.named('delivered');
    expect(delivered.map((event) => event.args[0].id)).toEqual(ids);
    expect(delivered[0]?.args[0].from).toMatchObject({ clientid: 'pub', username: 'ann', peerhost: '127.0.0.1' });
    test.broker.publish({ topic: 't/live', payload: bytes('x'), qos: 1, retain: false });
    expect((await client.next('publish')).topic).toBe('t/live');
  });

  it('keeps retained messages, and forgets what was taken away', async () => {
    test = await startBroker({ dataDir: folder });
    for (const [topic, text] of [
      ['a', 'old'],
      ['b', 'gone'],
      ['a', 'new'],
      ['b', ''],
    ])
      test.broker.publish({ topic: topic as string, payload: bytes(text as string), qos: 0, retain: true });
    await restart();
    expect(test.broker.stats().retained).toBe(1);
    const client = await rawConnect(test.port);
    client.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 1, ...option }] });
    const packet = await client.next('publish');
    expect([packet.topic, packet.payload.toString(), packet.retain]).toEqual(['a', 'new', true]);
  });

  it('does not bring back what is done: acknowledged messages, unsubscribed filters, ended sessions', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t');
    for (let i = 0; i < 3; i++) test.broker.publish({ topic: 't', payload: bytes(`${i}`), qos: 1, retain: false });
    const client = await rawConnect(test.port, persistent);
    for (let i = 0; i < 2; i++) client.write({ cmd: 'puback', messageId: (await client.next('publish')).messageId });
    client.write({ cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: 'u', qos: 1, ...option }] });
    client.write({ cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['t'] });
    await client.next('unsuback');
    const brief = await rawConnect(test.port, { clientId: 'brief', properties: { sessionExpiryInterval: 60 } });
    brief.write({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 0 } });
    await until(() => brief.closed);
    await restart();
    expect(test.broker.stats()).toMatchObject({ sessions: 1, subscriptions: 1 });
    expect(test.broker.publish({ topic: 't', payload: bytes('x'), qos: 1, retain: false }).subscribers).toBe(0);
    const again = await rawConnect(test.port, persistent);
    expect((await again.next('publish')).payload.toString()).toBe('2');
  });

  it('goes on with QoS 2 handshakes under the same packet ids', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t');
    for (const text of ['a', 'b']) test.broker.publish({ topic: 't', payload: bytes(text), qos: 2, retain: false });
    const client = await rawConnect(test.port, persistent);
    const first = await client.next('publish');
    const second = await client.next('publish');
    client.write({ cmd: 'pubrec', messageId: second.messageId });
    await client.next('pubrel');
    client.write({ cmd: 'publish', topic: 'x', payload: 'y', qos: 2, messageId: 77, dup: false, retain: false });
    await client.next('pubrec');
    await restart();
    const again = await rawConnect(test.port, persistent);
    const resent = await again.next('publish');
    expect([resent.messageId, resent.payload.toString(), resent.dup]).toEqual([first.messageId, 'a', true]);
    expect((await again.next('pubrel')).messageId).toBe(second.messageId);
    again.write({ cmd: 'publish', topic: 'x', payload: 'y', qos: 2, messageId: 77, dup: true, retain: false });
    await again.next('pubrec');
    expect(test.named('publish')).toEqual([]);
    again.write({ cmd: 'pubrel', messageId: 77 });
    await again.next('pubcomp');
  });

  it('publishes the will of a client that was connected when the broker died', async () => {
    test = await startBroker({ dataDir: folder });
    const will = {
      topic: 'w',
      payload: bytes('gone'),
      qos: 1,
      retain: true,
      properties: { contentType: 'c' },
    } as const;
    await rawConnect(test.port, { ...persistent, will });
    // What the log says at this moment is what is left after a kill.
    await until(() => test.broker.stats().sessions === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const log = readFileSync(join(folder, 'broker.log'));
    await test.close();
    writeFileSync(join(folder, 'broker.log'), log);
    test = await startBroker({ dataDir: folder });
    await until(() => test.named('publish').length === 1);
    expect(test.named('publish')[0]?.args[0]).toMatchObject({ topic: 'w', retain: true, from: { clientid: 'p' } });
  });

  it('finds what an owner published once the promise has resolved', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t');
    const { settled } = test.broker.publish({ topic: 't', payload: bytes('of owner'), qos: 1, retain: false });
    expect(settled).toBeInstanceOf(Promise);
    await settled;
    expect(readFileSync(join(folder, 'broker.log')).includes('of owner')).toBe(true);
    expect(
      test.broker.publish({ topic: 'nobody', payload: bytes('x'), qos: 1, retain: false }).settled,
    ).toBeUndefined();
  });

  it('does not happen to acknowledge before the message is on disk', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t');
    const publisher = await rawConnect(test.port, { clientId: 'pub' });
    publisher.write({ cmd: 'publish', topic: 't', payload: 'kept', qos: 1, messageId: 1, dup: false, retain: false });
    await publisher.next('puback');
    expect(readFileSync(join(folder, 'broker.log')).includes('kept')).toBe(true);
  });
});

describe('the log', () => {
  it('does not grow without end, and loses nothing while it is rewritten', async () => {
    test = await startBroker({
      dataDir: folder,
      limits: { maxQueue: 100_000, maxQueueBytes: 1 << 30, maxInflight: 50 },
    });
    await subscribeAndLeave('t');
    const file = join(folder, 'broker.log');
    const payload = Buffer.alloc(4000, 1);
    let largest = 0;
    let published = 0;
    const publish = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const numbered = Buffer.concat([bytes(`${published++} `), payload]);
        test.broker.publish({ topic: 't', payload: numbered, qos: 1, retain: false });
        const last = test.broker.publish({ topic: `r/${i % 10}`, payload: numbered, qos: 0, retain: true });
        if (i % 200 === 0) {
          await new Promise((resolve) => setTimeout(resolve, 2));
          // An owner that publishes faster than the disk takes it waits.
          await last.settled;
          largest = Math.max(largest, statSync(file).size);
        }
      }
    };
    await publish(1000);
    const client = await rawConnect(test.port, persistent);
    let done = 0;
    const acknowledge = () => {
      for (; done < client.packets.length; done++) {
        const packet = client.packets[done];
        if (packet?.cmd === 'publish') client.write({ cmd: 'puback', messageId: packet.messageId });
      }
    };
    client.socket.on('data', acknowledge);
    acknowledge();
    for (let round = 0; round < 10; round++) {
      await publish(500);
      await until(() => test.named('acked').length === published, 'all acknowledged');
    }
    client.write({ cmd: 'disconnect', reasonCode: 0 });
    await until(() => client.closed);
    await publish(500);
    await restart();
    // 6,500 times two messages of 4,000 bytes went in: 52 MB.
    expect(largest).toBeLessThan(30 << 20);
    expect(statSync(file).size).toBeLessThan(30 << 20);
    expect(test.broker.stats()).toMatchObject({ sessions: 1, subscriptions: 1, retained: 10 });
    const again = await rawConnect(test.port, persistent);
    const numbers: number[] = [];
    for (let i = 0; i < 500; i++) {
      const packet = await again.next('publish');
      numbers.push(Number.parseInt(packet.payload.toString(), 10));
      again.write({ cmd: 'puback', messageId: packet.messageId });
    }
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => 6000 + i));
  });

  it('tells of damage, keeps a copy and goes on with the rest', async () => {
    test = await startBroker({ dataDir: folder });
    await subscribeAndLeave('t');
    for (let i = 0; i < 10; i++)
      test.broker.publish({ topic: 't', payload: bytes(`number ${i}`), qos: 1, retain: false });
    await test.close();
    const file = join(folder, 'broker.log');
    const log = readFileSync(file);
    log[log.indexOf('number 4')] = 0;
    writeFileSync(file, log);
    const errors: unknown[] = [];
    test = await startBroker({ dataDir: folder, onError: (error) => errors.push(error) });
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).toMatch(/damaged.*broker\.log\.damaged/);
    expect(readFileSync(`${file}.damaged`).equals(log)).toBe(true);
    const client = await rawConnect(test.port, persistent);
    const texts = [];
    for (let i = 0; i < 9; i++) texts.push((await client.next('publish')).payload.toString());
    expect(texts).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9].map((i) => `number ${i}`));
    await restart();
    expect(errors).toHaveLength(1);
  });

  it('is refused where there can be no folder', async () => {
    test = await startBroker();
    writeFileSync(join(folder, 'file'), '');
    expect(() => createBroker({ dataDir: join(folder, 'file', 'x') })).toThrow(/ENOTDIR/);
  });
});
