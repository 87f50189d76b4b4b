import { afterEach, describe, expect, it } from 'vitest';
import { rawClient, rawConnect, startBroker, type TestBroker, until } from '../testing/harness.ts';
import { hashPassword } from './passwords.ts';
import type { PermissionRule } from './permissions.ts';

describe('a broker with users', () => {
  let test: TestBroker;
  afterEach(() => test.close());

  it('checks them, tells its owner, and forgets nobody who waits', async () => {
    const users = [
      { username: 'ann', passwordHash: await hashPassword('right') },
      { username: 'root', passwordHash: await hashPassword('toor'), isSuperuser: true },
    ];
    const permissions: PermissionRule[] = [{ permission: 'allow', action: 'subscribe', topics: ['ok/#'] }];
    test = await startBroker({ access: { anonymous: 'never', users, permissions, noMatch: 'deny' } });
    const code = async (username: string | undefined, password: string, protocolVersion: 4 | 5) => {
      const credentials = username === undefined ? {} : { username, password: Buffer.from(password) };
      const raw = await rawConnect(test.port, { clientId: `${username}`, protocolVersion, ...credentials });
      const connack = raw.packets[0] as { reasonCode?: number; returnCode?: number };
      return { raw, code: protocolVersion === 5 ? connack.reasonCode : connack.returnCode };
    };
    expect((await code('ann', 'wrong', 5)).code).toBe(134);
    expect((await code('ann', 'wrong', 4)).code).toBe(4);
    expect((await code('nobody', 'x', 5)).code).toBe(134);
    expect((await code(undefined, '', 5)).code).toBe(135);
    expect((await code(undefined, '', 4)).code).toBe(5);
    expect(test.named('authnComplete').map((event) => event.args[1])).toEqual([
      'bad_username_or_password',
      'bad_username_or_password',
      'bad_username_or_password',
      'not_authorized',
      'not_authorized',
    ]);
    expect(test.named('connack').map((event) => event.args[1])[0]).toBe('bad_username_or_password');
    expect(test.named('disconnected')).toEqual([]);

    const ann = await code('ann', 'right', 5);
    expect(ann.code).toBe(0);
    const option = { nl: false, rap: false, rh: 0 };
    ann.raw.write({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [
        { topic: 'ok/a', qos: 1, ...option },
        { topic: 'no', qos: 1, ...option },
      ],
    });
    expect((await ann.raw.next('suback')).granted).toEqual([1, 135]);
    ann.raw.write({ cmd: 'publish', topic: 'ok/a', payload: 'x', qos: 1, messageId: 2, dup: false, retain: false });
    expect((await ann.raw.next('puback')).reasonCode).toBe(135);
    expect(test.named('publish')).toEqual([]);
    expect(test.named('authzComplete').map((event) => event.args.slice(1))).toEqual([
      ['subscribe', 'ok/a', 'allow', 'file'],
      ['subscribe', 'no', 'deny', 'default'],
      ['publish', 'ok/a', 'deny', 'default'],
    ]);
    const root = await code('root', 'toor', 4);
    root.raw.write({ cmd: 'publish', topic: 'ok/a', payload: 'x', qos: 1, messageId: 2, dup: false, retain: false });
    await root.raw.next('puback');
    expect((await ann.raw.next('publish')).topic).toBe('ok/a');
    expect(test.named('authzComplete').at(-1)?.args.slice(1)).toEqual(['publish', 'ok/a', 'allow', 'superuser']);
  });

  it('takes packets that follow CONNECT before the answer', async () => {
    const users = [{ username: 'ann', passwordHash: await hashPassword('right') }];
    test = await startBroker({ access: { users } });
    const client = await test.client({ clientId: 'w' });
    let received = 0;
    client.on('message', () => received++);
    await client.subscribeAsync('t');
    const eager = await rawClient(test.port, 4);
    eager.write({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'eager',
      clean: true,
      keepalive: 0,
      username: 'ann',
      password: Buffer.from('right'),
    });
    for (let i = 0; i < 3; i++)
      eager.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 0, dup: false, retain: false });
    await until(() => received === 3);
  });

  it('notices a client that goes while its password is looked at', async () => {
    test = await startBroker({ access: { users: [{ username: 'ann', passwordHash: await hashPassword('right') }] } });
    const hasty = await rawClient(test.port, 5);
    const id = { protocolId: 'MQTT', protocolVersion: 5, clientId: 'hasty', clean: true, keepalive: 0 } as const;
    hasty.write({ cmd: 'connect', ...id, username: 'ann', password: Buffer.from('right') });
    hasty.socket.end();
    await until(() => test.broker.stats().connections === 0);
    expect([test.named('authnComplete'), test.named('connected')]).toEqual([[], []]);
  });

  it('disconnects who tries what is forbidden, if it is told to', async () => {
    const lastPacket = (raw: { packets: unknown[] }) => raw.packets.at(-1) as { cmd: string; reasonCode: number };
    const permissions: PermissionRule[] = [{ permission: 'deny', action: 'all', topics: ['bad'] }];
    test = await startBroker({ access: { permissions, denyAction: 'disconnect' } });
    for (const protocolVersion of [4, 5] as const) {
      const publisher = await rawConnect(test.port, { protocolVersion, clientId: 'p' });
      publisher.write({ cmd: 'publish', topic: 'bad', payload: 'x', qos: 1, messageId: 1, dup: false, retain: false });
      await until(() => publisher.closed);
      const subscriber = await rawConnect(test.port, { protocolVersion, clientId: 's' });
      subscriber.write({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [{ topic: 'bad', qos: 0, nl: false, rap: false, rh: 0 }],
      });
      await until(() => subscriber.closed);
      if (protocolVersion === 5) expect(lastPacket(subscriber)).toMatchObject({ cmd: 'disconnect', reasonCode: 135 });
    }
    expect(test.named('publish')).toEqual([]);
  });
});
