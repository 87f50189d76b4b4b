import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let viewer = '';
beforeAll(async () => {
  server = await startTestServer();
  const login = { username: 'looker', password: 'sluice-tests-1' };
  await server.call('POST', '/users', { body: { ...login, role: 'viewer' } });
  viewer = `Bearer ${(await server.call('POST', '/login', { auth: false, body: login })).body.token}`;
});
afterAll(() => server.stop());

const USERS = '/authentication/password_based:built_in_database/users';
const RULES = '/authorization/sources/built_in_database/rules';

async function connect(clientId: string, options: IClientOptions = {}): Promise<MqttClient> {
  return connectAsync(server.mqtt, { clientId, protocolVersion: 5, reconnectPeriod: 0, ...options });
}
const refusal = (clientId: string, options: IClientOptions = {}) =>
  connect(clientId, options).then(
    () => undefined,
    (error: { code?: number }) => error.code,
  );
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

describe('MQTT users', () => {
  it('are created, changed and deleted, and the broker knows at once', async () => {
    const user = { user_id: 'ann', password: 'one', is_superuser: false };
    const created = await server.call('POST', USERS, { body: user });
    expect([created.status, created.body]).toEqual([201, { user_id: 'ann', is_superuser: false }]);
    expect(await server.call('POST', USERS, { body: user })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    });
    expect(await refusal('a', { username: 'ann', password: 'two' })).toBe(134);
    expect(await refusal('a', { username: 'bob', password: 'one' })).toBe(134);
    const ann = await connect('a', { username: 'ann', password: 'one' });

    const gone = closing(ann);
    const changed = await server.call('PUT', `${USERS}/ann`, { body: { password: 'two', is_superuser: true } });
    expect([changed.status, changed.body]).toEqual([200, { user_id: 'ann', is_superuser: true }]);
    await gone;
    expect(await refusal('a', { username: 'ann', password: 'one' })).toBe(134);
    const again = await connect('a', { username: 'ann', password: 'two' });
    expect((await server.call('GET', USERS)).body).toEqual({
      data: [{ user_id: 'ann', is_superuser: true }],
      meta: { count: 1, hasnext: false, limit: 100, page: 1 },
    });
    expect((await server.call('GET', `${USERS}?like_user_id=nn&is_superuser=false`)).body.data).toEqual([]);

    const goneForGood = closing(again);
    expect((await server.call('DELETE', `${USERS}/ann`)).status).toBe(204);
    await goneForGood;
    expect((await server.call('GET', `${USERS}/ann`)).status).toBe(404);
    expect((await server.call('DELETE', `${USERS}/ann`)).body.code).toBe('NOT_FOUND');
    const { body: audit } = await server.call('GET', '/sluice/audit');
    const entries = audit.data.filter(({ target }: { target: string }) => target === 'mqtt_user ann');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['delete', 'change_password', 'create']);
    expect(JSON.stringify(entries)).not.toContain('scrypt');
  });

  it('are never overwritten unseen, and never given away', async () => {
    const { headers } = await server.call('POST', USERS, { body: { user_id: 'tag', password: 'one' } });
    const first = { 'if-match': headers.get('etag') ?? '' };
    const second = await server.call('PUT', `${USERS}/tag`, { body: { password: 'two' }, headers: first });
    expect([second.status, second.text]).toEqual([200, '{"user_id":"tag","is_superuser":false}']);
    expect((await server.call('PUT', `${USERS}/tag`, { body: { password: 'three' }, headers: first })).status).toBe(
      412,
    );
    expect((await server.call('DELETE', `${USERS}/tag`, { headers: first })).status).toBe(412);
    expect((await server.call('DELETE', `${USERS}/tag`)).status).toBe(204);
  });

  it.each([
    [{ user_id: '', password: 'x' }],
    [{ user_id: 'x', password: '' }],
    [{ user_id: 'x' }],
    [{ user_id: 'a\u0000', password: 'x' }],
    [{ user_id: 'x'.repeat(513), password: 'x' }],
  ])('%.60j is refused', async (body) => {
    expect((await server.call('POST', USERS, { body })).body.code).toBe('BAD_REQUEST');
  });

  it('belong to the one authenticator', async () => {
    expect((await server.call('GET', '/authentication')).body).toMatchObject([
      { id: 'password_based:built_in_database', enable: true, anonymous: 'loopback' },
    ]);
    expect((await server.call('GET', '/authentication/jwt')).status).toBe(404);
    expect((await server.call('GET', '/authentication/jwt/users')).status).toBe(404);
    expect((await server.call('GET', '/authentication/password_based:built_in_database/status')).body.status).toBe(
      'connected',
    );
  });
});

describe('MQTT permissions', () => {
  it('of a client come before those of the user, those before those of everybody', async () => {
    const rule = (permission: string, topic: string) => ({ permission, topic, action: 'all' });
    await server.call('POST', USERS, { body: { user_id: 'u', password: 'p' } });
    const replies = [
      await server.call('POST', `${RULES}/clients`, { body: [{ clientid: 'c', rules: [rule('allow', 'a')] }] }),
      await server.call('POST', `${RULES}/users`, {
        body: [{ username: 'u', rules: [rule('deny', 'a'), rule('allow', 'b/${clientid}')] }],
      }),
      await server.call('POST', `${RULES}/all`, { body: { rules: [rule('deny', '#')] } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await server.call('POST', `${RULES}/users`, { body: [{ username: 'u', rules: [] }] })).status).toBe(409);

    const client = await connect('c', { username: 'u', password: 'p' });
    const granted = await client.subscribeAsync(['a', 'b/c', 'c'], { qos: 1 }).catch((error) => error.packet);
    expect(granted?.granted ?? granted).toEqual([1, 1, 135]);
    const other = await connect('d', { username: 'u', password: 'p' });
    const refused = await other.publishAsync('a', 'x', { qos: 1 }).catch((error) => error.code);
    expect(refused).toBe(135);

    const gone = closing(client);
    expect((await server.call('DELETE', `${RULES}/clients/c`)).status).toBe(204);
    await gone;
    expect((await server.call('GET', '/audit')).status).toBe(404);
    await server.call('DELETE', `${RULES}/all`);
    await server.call('DELETE', `${RULES}/users/u`);
    await server.call('DELETE', `${USERS}/u`);
    await other.endAsync(true);
  });

  it('have the form EMQX gives them', async () => {
    const full = { topic: 't/${username}', permission: 'allow', action: 'publish', qos: [2, 1], retain: false };
    await server.call('PUT', `${RULES}/clients/x%2Fy`, { body: { clientid: 'x/y', rules: [full] } });
    const one = await server.call('GET', `${RULES}/clients/x%2Fy`);
    expect(one.body).toEqual({ clientid: 'x/y', rules: [{ ...full, qos: [1, 2] }] });
    const stale = { 'if-match': '"x"' };
    expect((await server.call('PUT', `${RULES}/clients/x%2Fy`, { body: { rules: [] }, headers: stale })).status).toBe(
      412,
    );
    const short = { topic: 'eq #', permission: 'deny', action: 'subscribe' };
    await server.call('PUT', `${RULES}/clients/x%2Fy`, { body: { rules: [short] } });
    expect((await server.call('GET', `${RULES}/clients?like_clientid=x`)).body).toEqual({
      data: [{ clientid: 'x/y', rules: [{ ...short, qos: [0, 1, 2], retain: 'all' }] }],
      meta: { count: 1, hasnext: false, limit: 100, page: 1 },
    });
    expect((await server.call('PUT', `${RULES}/clients/a`, { body: { clientid: 'b', rules: [] } })).status).toBe(400);
    expect((await server.call('DELETE', `${RULES}/clients/x%2Fy`)).status).toBe(204);
    expect((await server.call('DELETE', `${RULES}/clients/x%2Fy`)).status).toBe(404);
    expect((await server.call('GET', `${RULES}/all`)).body).toEqual({ rules: [] });
  });

  it.each([
    [{ topic: 'a/#/b', permission: 'allow', action: 'all' }],
    [{ topic: 'a/${password}', permission: 'allow', action: 'all' }],
    [{ topic: 'a', permission: 'perhaps', action: 'all' }],
    [{ topic: 'a', permission: 'allow', action: 'look' }],
    [{ topic: 'a', permission: 'allow', action: 'all', qos: [3] }],
  ])('%j is refused', async (rule) => {
    const { status, body } = await server.call('POST', `${RULES}/all`, { body: { rules: [rule] } });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('say what happens when nothing fits, also after a restart', async () => {
    const settings = { no_match: 'deny', deny_action: 'disconnect' };
    expect((await server.call('PUT', '/authorization/settings', { body: settings })).body).toMatchObject(settings);
    await server.restart();
    expect((await server.call('GET', '/authorization/settings')).body).toMatchObject(settings);
    const client = await connect('s');
    const gone = closing(client);
    await client.subscribeAsync('t').catch(() => undefined);
    await gone;
    await server.call('PUT', '/authorization/settings', { body: { no_match: 'allow' } });
    expect((await server.call('GET', '/authorization/sources')).body.sources).toHaveLength(2);
  });
});

describe('bans', () => {
  it('keep a client out until they end or are lifted', async () => {
    const client = await connect('bad');
    const gone = closing(client);
    const made = await server.call('POST', '/banned', { body: { as: 'clientid', who: 'bad', reason: 'noise' } });
    expect(made.body).toMatchObject({
      as: 'clientid',
      who: 'bad',
      by: 'user:admin',
      reason: 'noise',
      until: 'infinity',
    });
    await gone;
    expect(await refusal('bad')).toBe(138);
    expect((await server.call('POST', '/banned', { body: { as: 'clientid', who: 'bad' } })).body.code).toBe(
      'ALREADY_EXISTS',
    );
    const soon = Math.ceil(Date.now() / 1000) + 1;
    await server.call('POST', '/banned', { body: { as: 'peerhost_net', who: '203.0.113.0/24', until: soon } });
    expect((await server.call('GET', '/banned')).body.data).toHaveLength(2);
    expect((await server.call('GET', '/banned?like_clientid=ba')).body.data).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, soon * 1000 - Date.now() + 20));
    expect((await server.call('GET', '/banned')).body.data).toHaveLength(1);
    expect((await server.call('DELETE', '/banned/clientid/bad')).status).toBe(204);
    expect((await server.call('DELETE', '/banned/clientid/bad')).status).toBe(404);
    await (await connect('bad')).endAsync();
  });

  it.each([
    [{ as: 'peerhost', who: 'somewhere' }],
    [{ as: 'peerhost_net', who: '10.0.0.0' }],
    [{ as: 'clientid_re', who: '.*' }],
    [{ as: 'clientid', who: 'x', until: 1 }],
    [{ as: 'clientid', who: 'x', until: 'tomorrow' }],
  ])('%j is refused', async (body) => {
    expect((await server.call('POST', '/banned', { body })).body.code).toBe('BAD_REQUEST');
  });
});

it('viewers look at all of this and change nothing', async () => {
  for (const path of [USERS, `${RULES}/all`, `${RULES}/users`, '/banned', '/authorization/settings', '/authentication'])
    expect((await server.call('GET', path, { auth: viewer })).status).toBe(200);
  for (const [method, path] of [
    ['POST', USERS],
    ['PUT', `${USERS}/x`],
    ['DELETE', `${USERS}/x`],
    ['POST', `${RULES}/all`],
    ['PUT', `${RULES}/users/x`],
    ['PUT', '/authorization/settings'],
    ['POST', '/banned'],
    ['DELETE', '/banned'],
  ] as const)
    expect((await server.call(method, path, { auth: viewer, body: {} })).body.code).toBe('UNAUTHORIZED_ROLE');
});
