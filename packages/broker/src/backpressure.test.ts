import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { pause, rawClient, rawConnect, startBroker, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

async function stranger(): Promise<Socket & { isOver?: boolean }> {
  const socket: Socket & { isOver?: boolean } = connect(test.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('close', () => {
    socket.isOver = true;
  });
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

describe('a subscriber that does not read', () => {
  it.each([0, 1] as const)('costs a bounded queue at QoS %i, and gets the newest when it reads again', async (qos) => {
    test = await startBroker({ limits: { maxQueue: 100, maxWriteBuffer: 64 << 10, sendTimeout: 60_000 } });
    const slow = await rawConnect(test.port, { properties: { receiveMaximum: 65_535 } });
    slow.write({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos, nl: false, rap: false, rh: 0 }] });
    await slow.next('suback');
    slow.socket.pause();
    const total = 20_000;
    for (let i = 0; i < total; i++) {
      const payload = Buffer.alloc(1024, `${i} `);
      test.broker.publish({ topic: 't', payload, qos, retain: false });
      if (i % 100 === 0) await new Promise(setImmediate);
    }
    const drops = test.named('deliveryDropped');
    expect(drops.length).toBeGreaterThan(1000);
    expect(new Set(drops.map((event) => event.args[2]))).toEqual(new Set(['queue_full']));
    slow.socket.resume();
    const numbers = () =>
      slow.packets.flatMap((packet) =>
        packet.cmd === 'publish' ? [Number.parseInt(packet.payload.toString(), 10)] : [],
      );
    if (qos === 0) {
      await until(() => numbers().at(-1) === total - 1, 'the newest message');
      expect(numbers().length + drops.length).toBe(total);
    } else {
      await until(() => {
        for (const packet of slow.packets)
          if (packet.cmd === 'publish' && !packet.dup) {
            packet.dup = true;
            slow.write({ cmd: 'puback', messageId: packet.messageId, reasonCode: 0 });
          }
        return numbers().at(-1) === total - 1;
      }, 'the newest message');
    }
    expect(numbers()).toEqual([...numbers()].sort((a, b) => a - b));
  });

  it('is closed when it takes nothing for too long', async () => {
    test = await startBroker({ limits: { sendTimeout: 500, maxWriteBuffer: 64 << 10 } });
    const slow = await rawConnect(test.port);
    slow.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 't', qos: 0, nl: false, rap: false, rh: 0 }],
    });
    await slow.next('suback');
    slow.socket.pause();
    for (let i = 0; i < 12_000; i++)
      test.broker.publish({ topic: 't', payload: Buffer.alloc(1024), qos: 0, retain: false });
    await until(() => test.named('disconnected').length === 1);
    expect(test.named('disconnected')[0]?.args[1]).toBe('send_timeout');
    expect(test.broker.stats()).toMatchObject({ connections: 0, sessions: 0, subscriptions: 0 });
  });

  it('does not hold up the others', async () => {
    test = await startBroker();
    const deaf = await rawConnect(test.port, { clientId: 'deaf' });
    deaf.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 't', qos: 0, nl: false, rap: false, rh: 0 }],
    });
    await deaf.next('suback');
    deaf.socket.pause();
    const client = await test.client({ clientId: 'c' });
    let received = 0;
    client.on('message', () => received++);
    await client.subscribeAsync('t', { qos: 1 });
    for (let i = 0; i < 200; i++) {
      test.broker.publish({ topic: 't', payload: Buffer.alloc(50_000), qos: 1, retain: false });
      if (i % 10 === 0) await pause(1);
    }
    await until(() => received === 200, 'all 200 messages');
  });

  it('is not read either: its own packets do not pile up answers', async () => {
    test = await startBroker({ limits: { maxWriteBuffer: 4096, sendTimeout: 60_000 } });
    const client = await rawConnect(test.port, { protocolVersion: 4 });
    client.socket.pause();
    const pings = Buffer.alloc(2 * 50_000, Buffer.of(0xc0, 0));
    let isBlocked = false;
    for (let i = 0; i < 400 && !isBlocked; i++) {
      isBlocked = !client.socket.write(pings);
      await pause(1);
      if (isBlocked) isBlocked = client.socket.writableLength > 0;
    }
    expect(isBlocked).toBe(true);
    client.socket.destroy();
  });
});

describe('a subscriber that stalls', () => {
  const publish = (messageId: number) =>
    ({ cmd: 'publish', topic: 't', payload: `${messageId}`, qos: 1, messageId, dup: false, retain: false }) as const;

  async function stallingSubscriber() {
    const client = await rawConnect(test.port, { clientId: 'sub', properties: { receiveMaximum: 10 } });
    client.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 't', qos: 1, nl: false, rap: false, rh: 0 }],
    });
    await client.next('suback');
    return client;
  }

  it('holds up its publishers and loses nothing', async () => {
    test = await startBroker({ limits: { maxQueue: 100, slowSubscriberGrace: 60_000 } });
    const subscriber = await stallingSubscriber();
    const publisher = await rawConnect(test.port, { clientId: 'pub' });
    for (let i = 1; i <= 1000; i++) publisher.write(publish(i));
    const acknowledged = () => publisher.packets.filter((packet) => packet.cmd === 'puback').length;
    await until(() => acknowledged() > 0);
    await pause(100);
    // Window and half the queue.
    expect(acknowledged()).toBe(60);
    expect(test.named('publish')).toHaveLength(61);
    const received: string[] = [];
    let done = 0;
    await until(() => {
      for (; done < subscriber.packets.length; done++) {
        const packet = subscriber.packets[done];
        if (packet?.cmd !== 'publish') continue;
        received.push(packet.payload.toString());
        subscriber.write({ cmd: 'puback', messageId: packet.messageId });
      }
      return received.length === 1000;
    }, 'all messages');
    expect(received).toEqual(Array.from({ length: 1000 }, (_, i) => String(i + 1)));
    expect(test.named('deliveryDropped')).toEqual([]);
    await until(() => acknowledged() === 1000);
  });

  it('does so for no longer than the grace', async () => {
    test = await startBroker({ limits: { maxQueue: 100, slowSubscriberGrace: 300 } });
    await stallingSubscriber();
    const publisher = await rawConnect(test.port, { clientId: 'pub' });
    for (let i = 1; i <= 1000; i++) publisher.write(publish(i));
    await until(() => publisher.packets.filter((packet) => packet.cmd === 'puback').length === 1000);
    expect(test.named('deliveryDropped').length).toBe(1000 - 110);
  });

  it('lets its publishers go when it leaves, and tells an owner to wait too', async () => {
    test = await startBroker({ limits: { maxQueue: 100, slowSubscriberGrace: 60_000 } });
    const subscriber = await stallingSubscriber();
    const publishOne = () =>
      test.broker.publish({ topic: 't', payload: Buffer.from('x'), qos: 1, retain: false }).settled;
    for (let i = 0; i < 60; i++) expect(publishOne()).toBeUndefined();
    const held = publishOne();
    expect(held).toBeInstanceOf(Promise);
    subscriber.socket.destroy();
    await held;
  });
});

describe('bad company', () => {
  it('strangers that say nothing or too slowly are closed', async () => {
    test = await startBroker({ limits: { connectTimeout: 300 } });
    const silent = await stranger();
    const loris = await stranger();
    const drip = setInterval(() => loris.write(Buffer.of(0x10)), 50);
    await until(() => silent.isOver === true && loris.isOver === true, 'both are closed');
    clearInterval(drip);
    expect(test.broker.stats().connections).toBe(0);
  });

  it.each([
    ['no CONNECT', Buffer.of(0xc0, 0)],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['an endless length', Buffer.of(0x10, 0xff, 0xff, 0xff, 0xff, 1)],
    ['a huge CONNECT', Buffer.of(0x10, 0xff, 0xff, 0xff, 0x7f, 0)],
    ['another protocol name', Buffer.from('100c00044d515455040200000000', 'hex')],
    ['reserved connect flag', Buffer.from('100d00044d5154540403000000016100', 'hex')],
  ])('%s is the end of a connection', async (_name, bytes) => {
    test = await startBroker();
    const socket = await stranger();
    socket.write(bytes);
    await until(() => socket.isOver === true);
    expect(test.broker.stats().connections).toBe(0);
  });

  it.each([
    ['QoS 3', '3600000174', 129],
    ['packet id 0', '32050001740000', 129],
    ['DUP at QoS 0', '3804000174 00'.replace(' ', ''), 129],
    ['a topic that is not UTF-8', '30060002c32800 61'.replace(' ', ''), 129],
    ['a topic with a wildcard', '30040001230061'.slice(0, 12), 144],
    ['a topic with U+0000', '3004000100 00'.replace(' ', ''), 144],
    ['no topic and no alias', '3003000000', 130],
    ['alias 0', '300600017403230000', 148],
    ['a property twice', '30080001740401010101', 130],
    ['a property that is not for PUBLISH', '30090001740511000000ff', 129],
    ['SUBSCRIBE without filters', '8203000100', 130],
    ['SUBSCRIBE with flags 0', '8007000100000161 00'.replace(' ', ''), 129],
    ['a server packet', '200200 00'.replace(' ', ''), 130],
    ['PUBACK without packet id', '4000', 129],
  ])('%s is answered with its reason code', async (_name, hex, code) => {
    test = await startBroker();
    const client = await rawConnect(test.port);
    const bytes = Buffer.from(hex, 'hex');
    bytes[1] = bytes.length - 2;
    client.write(bytes);
    expect((await client.next('disconnect')).reasonCode).toBe(code);
    await until(() => client.closed);
  });

  it('refuses connections beyond the limit', async () => {
    test = await startBroker({ limits: { maxConnections: 3 } });
    const clients = [];
    for (let i = 0; i < 4; i++) clients.push(await rawConnect(test.port, { clientId: `c${i}` }));
    expect(clients.map((client) => (client.packets[0] as { reasonCode: number }).reasonCode)).toEqual([0, 0, 0, 137]);
    expect(test.named('connack').at(-1)?.args[1]).toBe('server_busy');
  });

  it('a thousand connects at once all get in and out', async () => {
    test = await startBroker();
    await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const client = await rawConnect(test.port, { clientId: `c${i}`, protocolVersion: 4 });
        client.socket.destroy();
      }),
    );
    await until(() => test.broker.stats().connections === 0);
    expect(test.named('connected')).toHaveLength(1000);
    expect(test.broker.stats().sessions).toBe(0);
  });

  it('a packet in single bytes is a packet', async () => {
    test = await startBroker();
    const client = await rawClient(test.port, 4);
    for (const byte of Buffer.from('100d00044d5154540402003c000161', 'hex')) {
      client.socket.write(Buffer.of(byte));
      await pause(1);
    }
    await client.next('connack');
  });

  it('a hook that throws where no client is at fault is told and survived', async () => {
    const errors: unknown[] = [];
    test = await startBroker({
      onError: (error) => errors.push(error),
      hooks: {
        disconnected: () => {
          throw new Error('disconnected');
        },
        dropped: () => {
          throw new Error('dropped');
        },
        publish: ({ topic }) =>
          topic === 'late' ? pause(20).then(() => Promise.reject(new Error('late'))) : undefined,
      },
    });
    const will = {
      topic: 'w',
      payload: Buffer.from('x'),
      qos: 1,
      retain: false,
      properties: { willDelayInterval: 1 },
    } as const;
    const client = await rawConnect(test.port, { properties: { sessionExpiryInterval: 60 }, will });
    client.write({ cmd: 'publish', topic: 'late', payload: 'x', qos: 0, dup: false, retain: false });
    client.socket.end();
    await until(() => errors.length >= 2, 'both errors');
    expect(test.broker.stats().connections).toBe(0);
    expect(await rawConnect(test.port, { clientId: 'next' })).toMatchObject({ closed: false });
  });

  it('a fault in a hook costs the client its connection and nothing else', async () => {
    const errors: unknown[] = [];
    test = await startBroker({
      onError: (error) => errors.push(error),
      hooks: {
        subscribed: () => {
          throw new Error('hook');
        },
      },
    });
    const client = await rawConnect(test.port);
    client.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 't', qos: 0, nl: false, rap: false, rh: 0 }],
    });
    await until(() => client.closed);
    expect(errors).toHaveLength(1);
    expect(test.broker.stats()).toMatchObject({ connections: 0, sessions: 0, subscriptions: 0 });
  });
});
