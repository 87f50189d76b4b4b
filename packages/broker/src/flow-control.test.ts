import { afterEach, describe, expect, it } from 'vitest';
import { pause, rawConnect, startBroker, subscribe, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const bytes = (text: string) => Buffer.from(text);

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
