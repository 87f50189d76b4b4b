import { afterEach, describe, expect, it } from 'vitest';
import { pause, rawConnect, startBroker, subscribe, type TestBroker, until } from '../testing/harness.ts';
import { hashPassword } from './passwords.ts';
import type { PermissionRule } from './permissions.ts';

describe('users, permissions and bans that change while clients are connected', () => {
  let test: TestBroker;
  afterEach(() => test.close());

  it('hold for who comes from now on', async () => {
    test = await startBroker();
    test.broker.setAccess({ anonymous: 'never' });
    const refused = await rawConnect(test.port);
    expect((refused.packets[0] as { reasonCode: number }).reasonCode).toBe(135);
    test.broker.setAccess({ permissions: [{ permission: 'deny', action: 'publish' }] });
    const client = await rawConnect(test.port);
    client.write({ cmd: 'publish', topic: 't', payload: 'x', qos: 0, dup: false, retain: false });
    await pause(30);
    expect(test.named('publish')).toEqual([]);
  });

  const ann = async (password: string, isSuperuser = false) => ({
    username: 'ann',
    passwordHash: await hashPassword(password),
    isSuperuser,
  });
  const credentials = { username: 'ann', password: Buffer.from('one') };
  const lastPacket = (raw: { packets: unknown[] }) => raw.packets.at(-1) as { cmd: string; reasonCode: number };

  it('disconnects who could not come in any more, and nobody else', async () => {
    const one = await ann('one');
    const bob = { username: 'bob', passwordHash: await hashPassword('b') };
    test = await startBroker({ access: { users: [one, bob] } });
    const annClient = await rawConnect(test.port, { clientId: 'a', ...credentials });
    const bobClient = await rawConnect(test.port, { clientId: 'b', username: 'bob', password: Buffer.from('b') });
    const nobody = await rawConnect(test.port, { clientId: 'n' });
    test.broker.setAccess({ users: [one, bob, { ...one, username: 'new' }] });
    await pause(30);
    expect([annClient.closed, bobClient.closed, nobody.closed]).toEqual([false, false, false]);

    test.broker.setAccess({ users: [await ann('two'), bob] });
    await until(() => annClient.closed);
    expect(lastPacket(annClient)).toMatchObject({ cmd: 'disconnect', reasonCode: 135 });
    expect(test.named('disconnected').at(-1)?.args[1]).toBe('not_authorized');
    expect([bobClient.closed, nobody.closed]).toEqual([false, false]);

    test.broker.setAccess({ users: [bob], anonymous: 'never' });
    await until(() => nobody.closed);
    expect(bobClient.closed).toBe(false);
    test.broker.setAccess({ users: [bob], bans: [{ as: 'username', who: 'bob' }] });
    await until(() => bobClient.closed);
    expect(lastPacket(bobClient)).toMatchObject({ cmd: 'disconnect', reasonCode: 152 });
    const again = await rawConnect(test.port, { clientId: 'b', username: 'bob', password: Buffer.from('b') });
    expect(lastPacket(again)).toMatchObject({ cmd: 'connack', reasonCode: 138 });
  });

  it('ends subscriptions that are forbidden now, here and in sessions whose client is away', async () => {
    test = await startBroker();
    const here = await rawConnect(test.port, { clientId: 'here', properties: { sessionExpiryInterval: 100 } });
    const away = await rawConnect(test.port, { clientId: 'away', properties: { sessionExpiryInterval: 100 } });
    for (const raw of [here, away]) for (const topic of ['good', 'bad']) expect(await subscribe(raw, topic)).toBe(1);
    away.socket.destroy();
    await until(() => test.named('disconnected').length === 1);
    const cached = await rawConnect(test.port, { clientId: 'cached' });
    const publish = {
      cmd: 'publish',
      topic: 'bad',
      payload: 'x',
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    } as const;
    cached.write(publish);
    expect((await cached.next('puback')).reasonCode).toBe(0);

    test.broker.setAccess({ permissions: [{ permission: 'deny', action: 'all', topics: ['bad'] }] });
    await until(() => here.closed);
    expect(lastPacket(here)).toMatchObject({ cmd: 'disconnect', reasonCode: 135 });
    expect(test.named('unsubscribed').map(({ args }) => [args[0].clientid, args[1]])).toEqual([
      ['here', 'bad'],
      ['away', 'bad'],
    ]);
    cached.write({ ...publish, messageId: 2 });
    expect((await cached.next('puback')).reasonCode).toBe(135);
    expect(test.broker.stats().subscriptions).toBe(2);
    const back = await rawConnect(test.port, { clientId: 'here', clean: false });
    expect((back.packets[0] as { sessionPresent: boolean }).sessionPresent).toBe(true);
    expect(await subscribe(back, 'bad')).toBe(135);
  });

  it('gives and takes the privilege of a superuser at once', async () => {
    const permissions: PermissionRule[] = [{ permission: 'deny', action: 'all' }];
    const one = await ann('one');
    test = await startBroker({ access: { users: [one], permissions } });
    const raw = await rawConnect(test.port, credentials);
    expect(await subscribe(raw, 't')).toBe(135);
    test.broker.setAccess({ users: [{ ...one, isSuperuser: true }], permissions });
    expect(await subscribe(raw, 't')).toBe(1);
    test.broker.setAccess({ users: [one], permissions });
    await until(() => raw.closed);
  });
});
