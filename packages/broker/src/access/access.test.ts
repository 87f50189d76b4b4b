import { afterEach, describe, expect, it } from 'vitest';
import { pause, rawClient, rawConnect, startBroker, type TestBroker, until } from '../testing/harness.ts';
import type { ClientInfo } from '../types.ts';
import { createAccess } from './access.ts';
import { createPasswords, hashPassword } from './passwords.ts';
import { compilePermissions, DEFAULT_PERMISSIONS, type PermissionRule } from './permissions.ts';

const peer = (peerhost: string) => ({
  listener: 'tcp' as const,
  port: 1883,
  peerhost,
  peerport: 1,
  sockname: '',
  certificateName: undefined,
  closedReason: 'tcp_closed' as const,
});
const client = (facts: Partial<ClientInfo> = {}) =>
  ({ clientid: 'c1', username: 'u1', peerhost: '10.0.0.9', ...facts }) as ClientInfo;

describe('anonymous clients', () => {
  it.each([
    [undefined, '127.0.0.1', 0],
    [undefined, '::1', 0],
    [undefined, '192.168.1.5', 135],
    ['always', '192.168.1.5', 0],
    ['never', '127.0.0.1', 135],
  ] as const)('setting %s from %s: reason code %i', async (anonymous, host, code) => {
    const access = createAccess(anonymous === undefined ? {} : { anonymous });
    expect(await access.authenticate(undefined, undefined, peer(host))).toMatchObject({ code, isAnonymous: true });
  });
});

describe('passwords', () => {
  it('let in who knows them', async () => {
    const passwords = createPasswords([
      { username: 'ann', passwordHash: await hashPassword('s3cret'), isSuperuser: true },
      { username: 'odd', passwordHash: 'md5$whatever' },
    ]);
    const verify = (name: string, password: string) => passwords.verify(name, Buffer.from(password));
    expect(await verify('ann', 's3cret')).toEqual({ outcome: 'right', isSuperuser: true });
    expect(await verify('ann', 's3cret')).toEqual({ outcome: 'right', isSuperuser: true });
    expect(await verify('ann', 'S3cret')).toEqual({ outcome: 'wrong', isSuperuser: false });
    expect(await verify('bob', 's3cret')).toEqual({ outcome: 'wrong', isSuperuser: false });
    expect(await verify('odd', 'whatever')).toEqual({ outcome: 'wrong', isSuperuser: false });
  });

  it('are hashed with a salt of their own', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'));
  });
});

describe('permissions', () => {
  const rules: PermissionRule[] = [
    { permission: 'deny', action: 'all', topics: ['secret/#'] },
    { permission: 'allow', action: 'publish', topics: ['out/${clientid}/#', 'user/${username}'] },
    { permission: 'allow', action: 'subscribe', username: 'u1', topics: ['in/+/x', 'eq #'] },
    { permission: 'deny', action: 'all', clientid: 'bad' },
    { permission: 'allow', action: 'all', peerhost: '127.0.0.1' },
  ];
  const may = compilePermissions(rules);

  it.each([
    ['publish', 'out/c1/a', 'allow'],
    ['publish', 'out/c2/a', undefined],
    ['publish', 'user/u1', 'allow'],
    ['publish', 'secret/x', 'deny'],
    ['subscribe', 'secret', 'deny'],
    ['subscribe', 'secret/+', 'deny'],
    ['subscribe', '+/x', 'deny'],
    ['subscribe', '#', 'deny'],
    ['subscribe', 'in/a/x', 'allow'],
    ['subscribe', 'in/+/x', 'allow'],
    ['subscribe', 'in/#', undefined],
    ['subscribe', 'in/+/+', undefined],
  ] as const)('%s %s: %s', (action, topic, result) => {
    expect(may(action, client(), topic)).toBe(result);
  });

  it('do not let a client id with wildcards or levels widen a rule', () => {
    expect(may('publish', client({ clientid: '+' }), 'out/+/a')).toBeUndefined();
    expect(may('publish', client({ clientid: 'a/b' }), 'out/a/b')).toBeUndefined();
    expect(may('publish', client({ username: undefined }), 'user/')).toBeUndefined();
  });

  it('by default keep $SYS and everything at once to this machine', () => {
    const defaults = compilePermissions(DEFAULT_PERMISSIONS);
    for (const [topic, near, far] of [
      ['#', 'allow', 'deny'],
      ['+/#', 'allow', 'deny'],
      ['$SYS/brokers', 'allow', 'deny'],
      ['a/#', 'allow', 'allow'],
    ])
      expect([
        defaults('subscribe', client({ peerhost: '127.0.0.1' }), topic as string),
        defaults('subscribe', client(), topic as string),
      ]).toEqual([near, far]);
  });
});

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

  it('takes new users and permissions while it runs', async () => {
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
});
