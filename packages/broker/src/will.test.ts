import { afterEach, describe, expect, it } from 'vitest';
import { collect, pause, rawConnect, startBroker, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const will = { topic: 'will', payload: Buffer.from('gone'), qos: 1, retain: false } as const;

async function watcher() {
  const client = await test.client({ clientId: 'watcher', protocolVersion: 5 });
  const received = collect(client);
  await client.subscribeAsync('will', { qos: 1 });
  return received;
}

describe('wills', () => {
  it.each([3, 4, 5] as const)('are published when the connection breaks, level %i', async (protocolVersion) => {
    test = await startBroker();
    const received = await watcher();
    const client = await rawConnect(test.port, { protocolVersion, will });
    client.socket.destroy();
    await until(() => received.length === 1);
    expect(received[0]).toMatchObject({ topic: 'will', payload: 'gone', packet: { qos: 1 } });
    expect(test.named('publish')[0]?.args[0].from.clientid).toBe('raw');
  });

  it('are forgotten after DISCONNECT, unless it asks for them', async () => {
    test = await startBroker();
    const received = await watcher();
    const polite = await rawConnect(test.port, { will });
    polite.write({ cmd: 'disconnect', reasonCode: 0 });
    await until(() => polite.closed);
    const asking = await rawConnect(test.port, { will: { ...will, payload: Buffer.from('asked for') } });
    asking.write({ cmd: 'disconnect', reasonCode: 4 });
    await until(() => received.length === 1);
    expect(received[0]?.payload).toBe('asked for');
    expect(test.named('disconnected').map((event) => event.args[1])).toEqual([
      'normal',
      'disconnect_with_will_message',
    ]);
  });

  it('wait for their delay and are dropped when the client is back in time', async () => {
    test = await startBroker();
    const received = await watcher();
    const options = {
      clientId: 'd',
      clean: false,
      properties: { sessionExpiryInterval: 60 },
      will: { ...will, properties: { willDelayInterval: 1 } },
    };
    const first = await rawConnect(test.port, options);
    first.socket.destroy();
    await until(() => test.named('disconnected').length === 1);
    const second = await rawConnect(test.port, options);
    await pause(1400);
    expect(received).toEqual([]);
    const brokenAt = Date.now();
    second.socket.destroy();
    await until(() => received.length === 1);
    expect(Date.now() - brokenAt).toBeGreaterThanOrEqual(900);
  });

  it('do not wait longer than the session lives', async () => {
    test = await startBroker();
    const received = await watcher();
    const client = await rawConnect(test.port, {
      properties: { sessionExpiryInterval: 1 },
      will: { ...will, properties: { willDelayInterval: 3600, contentType: 'c', userProperties: { a: 'b' } } },
    });
    client.socket.destroy();
    await until(() => received.length === 1);
    expect(received[0]?.packet.properties).toMatchObject({ contentType: 'c', userProperties: { a: 'b' } });
  });

  it.each([
    ['with the next connection of the session, if it has no delay', 0, false, 1],
    ['not when the session goes on within its delay', 60, false, 0],
    ['when the next connection begins anew, whatever its delay', 60, true, 1],
  ])('are published %s', async (_, willDelayInterval, clean, count) => {
    test = await startBroker();
    const received = await watcher();
    const properties = { sessionExpiryInterval: 60 };
    const own = { ...will, properties: { willDelayInterval } };
    const first = await rawConnect(test.port, { clientId: 'one', properties, will: own });
    await rawConnect(test.port, { clientId: 'one', properties, clean });
    await until(() => first.closed);
    test.broker.publish({ topic: 'will', payload: Buffer.from('mark'), qos: 1, retain: false });
    await until(() => received.some(({ payload }) => payload === 'mark'));
    expect(received).toHaveLength(count + 1);
  });

  it('can be retained', async () => {
    test = await startBroker();
    const client = await rawConnect(test.port, { will: { ...will, retain: true } });
    client.socket.destroy();
    await until(() => test.broker.stats().retained === 1);
    const received = await watcher();
    await until(() => received.length === 1);
    expect(received[0]?.packet.retain).toBe(true);
  });

  it('refuse a topic with wildcards', async () => {
    test = await startBroker();
    const refused = rawConnect(test.port, { will: { ...will, topic: 'a/#' } });
    expect(((await refused).packets[0] as { reasonCode: number }).reasonCode).toBe(144);
  });
});
