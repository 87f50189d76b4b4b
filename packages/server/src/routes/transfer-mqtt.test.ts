import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const USERS = '/authentication/password_based:built_in_database/users';
const RULES = '/authorization/sources/built_in_database/rules';

let from: TestServer;
let to: TestServer;
beforeAll(async () => {
  from = await startTestServer();
  to = await startTestServer();
  await from.call('POST', USERS, { body: { user_id: 'ann', password: 'secret-of-ann', is_superuser: true } });
  await from.call('POST', USERS, { body: { user_id: 'Ann', password: 'another' } });
  await from.call('POST', USERS, { body: { user_id: '日本 "x"', password: 'p3' } });
  const line = { topic: 't/${username}', permission: 'allow', action: 'publish', qos: [2, 1], retain: false };
  await from.call('POST', `${RULES}/users`, { body: [{ username: 'ann', rules: [line] }] });
  await from.call('POST', `${RULES}/all`, { body: { rules: [{ topic: '#', permission: 'deny', action: 'all' }] } });
  await from.call('PUT', '/authorization/settings', { body: { no_match: 'deny', deny_action: 'disconnect' } });
  await from.call('POST', '/banned', { body: { as: 'clientid', who: 'bad one', reason: 'noise' } });
  await from.call('POST', '/banned', { body: { as: 'peerhost', who: '10.0.0.1', until: '2990-01-01T00:00:00Z' } });
  const viewer = { username: 'eve', password: 'eve-may-look-1', role: 'viewer' };
  await from.call('POST', '/users', { body: viewer });
});
afterAll(async () => {
  await from.stop();
  await to.stop();
});

const exported = async (server: TestServer, query = '') => (await server.call('GET', `/sluice/export${query}`)).text;
const apply = (server: TestServer, body: object, query = '') => server.call('POST', `/sluice/apply${query}`, { body });

describe('users, permissions and bans of MQTT in a document', () => {
  it('name passwords, each by a name of its own, and never give them away', async () => {
    const text = await exported(from);
    expect(text).not.toMatch(/secret-of-ann|another|scrypt/);
    const names = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name]) => name);
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
    expect(names).toContain('SLUICE_SECRET_MQTT_USER_ANN_PASSWORD');
    for (const name of names) expect(name).toMatch(/^[A-Z0-9_]+$/);
  });

  it('give hashes to administrators only', async () => {
    const login = { auth: false as const, body: { username: 'eve', password: 'eve-may-look-1' } };
    const auth = `Bearer ${(await from.call('POST', '/login', login)).body.token}`;
    expect((await from.call('GET', '/sluice/export', { auth })).status).toBe(200);
    expect((await from.call('GET', '/sluice/export?hashes=true', { auth })).status).toBe(403);
  });

  it('are moved by their hashes: the same document comes out again, and the same passwords fit', async () => {
    const document = await exported(from, '?hashes=true');
    expect(document).not.toContain('secret-of-ann');
    const plan = (await apply(to, { document }, '?dry_run=true')).body;
    expect(plan.steps.map(({ verb, kind, id }: Record<string, string>) => `${verb} ${kind} ${id}`)).toEqual([
      'create mqtt_users Ann',
      'create mqtt_users ann',
      'create mqtt_users 日本 "x"',
      'create mqtt_permissions all',
      'create mqtt_permissions username ann',
      'create mqtt_bans clientid bad one',
      'create mqtt_bans peerhost 10.0.0.1',
      'update mqtt_authorization settings',
    ]);
    expect((await to.call('GET', USERS)).body.data).toEqual([]);
    expect(await apply(to, { document })).toMatchObject({ status: 200, body: { applied: true } });
    expect(await exported(to, '?hashes=true')).toBe(document);
    expect(await exported(to)).toBe(await exported(from));
    expect((await apply(to, { document })).body.steps).toEqual([]);
    const client = await connectAsync(to.mqtt, { username: 'ann', password: 'secret-of-ann', reconnectPeriod: 0 });
    await client.endAsync();
    const refused = connectAsync(to.mqtt, { username: 'ann', password: 'wrong', reconnectPeriod: 0 });
    await expect(refused).rejects.toThrow();
    const banned = connectAsync(to.mqtt, {
      clientId: 'bad one',
      username: 'ann',
      password: 'secret-of-ann',
      reconnectPeriod: 0,
    });
    await expect(banned).rejects.toThrow();
  });

  it('take new passwords from references, and keep those that are not given', async () => {
    const document = await exported(to);
    expect((await apply(to, { document })).body.steps).toEqual([]);
    const secrets = { SLUICE_SECRET_MQTT_USER_ANN_PASSWORD: 'new-of-ann' };
    const changed = await apply(to, { document, secrets });
    expect(changed.body.steps).toEqual([{ verb: 'update', kind: 'mqtt_users', id: 'ann', fields: ['password'] }]);
    const client = await connectAsync(to.mqtt, { username: 'ann', password: 'new-of-ann', reconnectPeriod: 0 });
    await client.endAsync();
    const audit = await to.call('GET', '/sluice/audit?limit=1');
    expect(audit.body.data[0]).toMatchObject({ verb: 'update', object: { type: 'mqtt_user', id: 'ann' } });
    expect(audit.text).not.toMatch(/scrypt|new-of-ann/);
  });

  it('stay as they are when the document does not speak of them, even with prune', async () => {
    const before = await exported(to);
    await apply(to, { document: 'version: 1\n', prune: true });
    expect(await exported(to)).toBe(before);
    const pruned = await apply(to, { document: 'version: 1\nmqtt_bans: []\nmqtt_users: []\n', prune: true });
    expect(pruned.body.steps).toHaveLength(5);
    expect((await to.call('GET', '/banned')).body.data).toEqual([]);
    expect((await to.call('GET', `${RULES}/users/ann`)).status).toBe(200);
  });

  it('change all together or not at all, with everything else in the document', async () => {
    const before = await exported(to);
    const good = 'mqtt_users:\n  - {username: new, password: p}\nmqtt_bans:\n  - {as: clientid, who: x}\n';
    for (const bad of [
      'rules:\n  - {id: bad, sql: SELECT FROM}\n',
      'mqtt_permissions:\n  - {for: username, name: a, rules: [{topic: "a/#/b", permission: allow, action: all}]}\n',
      'mqtt_permissions:\n  - {for: nobody, name: a, rules: []}\n',
      'mqtt_authorization: {no_match: perhaps}\n',
    ]) {
      const answer = await apply(to, { document: `version: 1\n${good}${bad}` });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Nothing was changed.')]);
      expect(await exported(to)).toBe(before);
    }
  });

  it.each([
    ['mqtt_users:\n  - {username: a}', /needs a "password"/],
    ['mqtt_users:\n  - {username: a, password_hash: "scrypt$1073741824$8$1$AAAA$AAAA"}', /must be a hash/],
    ['mqtt_users:\n  - {username: a, password: p, admin: true}', /admin/],
    ['mqtt_users:\n  - {username: a, password: p}\n  - {username: a, password: q}', /there already/],
    ['mqtt_users:\n  - {password: p}', /has no username/],
    ['mqtt_bans:\n  - {as: peerhost, who: nowhere}', /IP address/],
    ['mqtt_bans: 5', /must be a list/],
    ['mqtt_authorization: []', /mqtt_authorization/],
  ])('are refused: %s', async (part, sentence) => {
    const answer = await apply(to, { document: `version: 1\n${part}\n` });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(sentence);
  });

  it('leave out a ban that has ended by itself', async () => {
    const document = 'version: 1\nmqtt_bans:\n  - {as: clientid, who: old, until: "2001-01-01T00:00:00Z"}\n';
    expect((await apply(to, { document })).body.steps).toEqual([]);
  });
});
