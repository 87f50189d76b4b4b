import { afterEach, describe, expect, it } from 'vitest';
import { collect, pause, rawConnect, startBroker, subscribe, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const bytes = (text: string) => Buffer.from(text);

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
      subscriptions: [{ topic: '$share/g/t', qos: 1, nl: true, rap: false, rh: 0 }],
    });
    expect((await client.next('disconnect')).reasonCode).toBe(130);
  });
});
