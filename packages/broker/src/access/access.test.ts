import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClientInfo } from '../client-info.ts';
import { pause, rawClient, rawConnect, startBroker, subscribe, type TestBroker, until } from '../testing/harness.ts';
import { createAccess } from './access.ts';
import { compileBans, isNetwork } from './bans.ts';
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
    expect(await access.authenticate('c', undefined, undefined, peer(host))).toMatchObject({ code, isAnonymous: true });
  });
});

describe('passwords', () => {
  it('let in who knows them', async () => {
    const passwords = createPasswords([
      { username: 'ann', passwordHash: await hashPassword('s3cret'), isSuperuser: true },
      { username: 'odd', passwordHash: 'md5$whatever' },
    ]);
    const verify = async (name: string, password: string) =>
      (await passwords.verify(name, Buffer.from(password))).outcome;
    expect(await verify('ann', 's3cret')).toBe('right');
    expect(await verify('ann', 's3cret')).toBe('right');
    expect(await verify('ann', 'S3cret')).toBe('wrong');
    expect(await verify('bob', 's3cret')).toBe('wrong');
    expect(await verify('odd', 'whatever')).toBe('wrong');
    expect((await passwords.verify('ann', Buffer.from('s3cret'))).user).toMatchObject({ isSuperuser: true });
  });

  it('that were right are wrong at once when they change', async () => {
    const first = { username: 'ann', passwordHash: await hashPassword('one') };
    const passwords = createPasswords([first]);
    const verify = async (password: string) => (await passwords.verify('ann', Buffer.from(password))).outcome;
    expect(await verify('one')).toBe('right');
    const late = verify('one');
    const underWay = verify('two');
    passwords.replace([{ username: 'ann', passwordHash: await hashPassword('two') }]);
    expect(await late).toBe('right');
    expect(await underWay).toBe('wrong');
    expect(await verify('one')).toBe('wrong');
    expect(await verify('two')).toBe('right');
    passwords.replace([]);
    expect(await verify('two')).toBe('wrong');
  });

  it('of too many clients at once are not worked on: they may come back', async () => {
    const passwords = createPasswords([{ username: 'ann', passwordHash: await hashPassword('one') }]);
    const verdicts = await Promise.all(
      Array.from({ length: 260 }, () => passwords.verify('nobody', Buffer.from('x')).then(({ outcome }) => outcome)),
    );
    expect(verdicts.filter((outcome) => outcome === 'busy')).toHaveLength(2);
  }, 60_000);

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
  const permissions = compilePermissions(rules);
  const may = (action: 'publish' | 'subscribe', who: ClientInfo, topic: string) =>
    permissions.check(who, { action, topic, qos: 0, retain: false })?.permission;

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
    const compiled = compilePermissions(DEFAULT_PERMISSIONS);
    const defaults = (action: 'subscribe', who: ClientInfo, topic: string) =>
      compiled.check(who, { action, topic, qos: 0 })?.permission;
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

describe('permissions by message', () => {
  it('look at QoS and retain flag', () => {
    const { check, isByMessage } = compilePermissions([
      { permission: 'deny', action: 'publish', topics: ['t'], retain: true },
      { permission: 'allow', action: 'all', topics: ['t'], qos: [0, 1] },
    ]);
    expect(isByMessage).toBe(true);
    const publish = (qos: 0 | 1 | 2, retain: boolean) =>
      check(client(), { action: 'publish', topic: 't', qos, retain })?.permission;
    expect([publish(0, true), publish(1, false), publish(2, false)]).toEqual(['deny', 'allow', undefined]);
    expect(check(client(), { action: 'subscribe', topic: 't', qos: 1 })?.permission).toBe('allow');
  });

  it('give the answer of the plain list, however it is searched', () => {
    const name = fc.constantFrom('a', 'b', undefined);
    const rule = fc.record({
      permission: fc.constantFrom('allow' as const, 'deny' as const),
      action: fc.constantFrom('publish' as const, 'subscribe' as const, 'all' as const),
      username: name,
      clientid: name,
      topics: fc.constantFrom(['t'], ['u'], undefined),
    });
    const who = fc.record({ clientid: fc.constantFrom('a', 'b', 'c'), username: name });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        who,
        fc.constantFrom('t', 'u'),
        (rules, { clientid, username }, topic) => {
          const found = compilePermissions(rules as PermissionRule[]).check(client({ clientid, username }), {
            action: 'publish',
            topic,
            qos: 0,
            retain: false,
          });
          const plain = rules.find(
            (one) =>
              one.action !== 'subscribe' &&
              (one.username ?? username) === username &&
              (one.clientid ?? clientid) === clientid &&
              ((one.topics as string[] | undefined)?.includes(topic) ?? true),
          );
          expect(found).toBe(plain);
        },
      ),
      { seed: 4711, numRuns: 2000 },
    );
  });
});

describe('bans', () => {
  const hour = 3_600_000;
  const bans = compileBans([
    { as: 'clientid', who: 'bad' },
    { as: 'username', who: 'eve', until: hour },
    { as: 'peerhost', who: '192.0.2.7' },
    { as: 'peerhost_net', who: '198.51.100.0/24' },
    { as: 'peerhost_net', who: '2001:db8::/32' },
    { as: 'peerhost_net', who: 'nonsense' },
  ]);
  const who = { clientid: 'c', username: undefined, peerhost: '10.0.0.1' };
  it.each([
    [{}, 0, false],
    [{ clientid: 'bad' }, 0, true],
    [{ username: 'eve' }, hour - 1, true],
    [{ username: 'eve' }, hour, false],
    [{ username: 'bad' }, 0, false],
    [{ peerhost: '192.0.2.7' }, 0, true],
    [{ peerhost: '198.51.100.200' }, 0, true],
    [{ peerhost: '198.51.101.1' }, 0, false],
    [{ peerhost: '2001:db8::1' }, 0, true],
    [{ peerhost: 'unknown' }, 0, false],
  ])('%j at %i: %s', (suspect, now, banned) => expect(bans({ ...who, ...suspect }, now)).toBe(banned));

  it.each(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8', '::1/129', ''])('"%s" is no network', (text) =>
    expect(isNetwork(text)).toBe(false),
  );
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

  it('disconnects who tries what is forbidden, if it is told to', async () => {
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
