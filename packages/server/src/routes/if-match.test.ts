import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const mqtt = { type: 'mqtt', name: 'm', server: '127.0.0.1:1', enable: false };
  await server.call('POST', '/connectors', { body: mqtt });
  const channel = { type: 'mqtt', name: 'm', connector: 'm', enable: false, parameters: { topic: 'x' } };
  await server.call('POST', '/actions', { body: channel });
  await server.call('POST', '/sources', { body: channel });
  await server.call('POST', '/rules', { body: { id: 'm', sql: 'SELECT * FROM "a"' } });
  await server.call('POST', '/users', { body: { username: 'bob', password: 'bob-is-here-1', role: 'administrator' } });
});
afterAll(() => server.stop());

const paths = ['/connectors/mqtt:m', '/actions/mqtt:m', '/sources/mqtt:m', '/rules/m'];

describe('two editors of one object', () => {
  it.each(paths)('%s: the slower one is told who was faster, and when', async (path) => {
    const login = await server.call('POST', '/login', {
      auth: false,
      body: { username: 'bob', password: 'bob-is-here-1' },
    });
    const read = await server.call('GET', path);
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const { server: address, parameters, connector } = read.body;
    const change = (description: string, match: string, auth?: string) =>
      server.call('PUT', path, {
        // what the types of object need to be whole
        body: { description, ...(address && { server: address }), ...(connector && { connector, parameters }) },
        headers: { 'if-match': match },
        ...(auth !== undefined && { auth }),
      });
    const before = Date.now();
    const faster = await change('of bob', etag, `Bearer ${login.body.token}`);
    expect([faster.status, faster.headers.get('etag') === etag]).toEqual([200, false]);
    const slower = await change('of admin', etag);
    expect(slower).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED', changed_by: { kind: 'user', name: 'bob' } },
    });
    expect(slower.body.message).toContain('user:bob');
    const at = Date.parse(slower.body.changed_at);
    expect(at >= before - 1 && at <= Date.now()).toBe(true);
    expect((await server.call('GET', path)).body.description).toBe('of bob');
    expect((await change('of admin', faster.headers.get('etag') ?? '')).status).toBe(200);
  });

  it('a version nobody ever saw is refused too, and "*" is any version', async () => {
    const change = (match: string) =>
      server.call('PUT', '/rules/m', { body: { description: 'x' }, headers: { 'if-match': match } });
    expect((await change('"never"')).status).toBe(412);
    expect((await change('')).status).toBe(412);
    expect((await change('*')).status).toBe(200);
    const etag = (await server.call('GET', '/rules/m')).headers.get('etag') ?? '';
    expect((await change(`"never", W/${etag}`)).status).toBe(200);
  });

  it('switching on and off has a name of its own in the audit log', async () => {
    await server.call('PUT', '/actions/mqtt:m/enable/false');
    await server.call('PUT', '/rules/m', { body: { enable: false } });
    await server.call('PUT', '/rules/m', { body: { enable: true, description: 'and more' } });
    const { body } = await server.call('GET', '/sluice/audit?limit=3');
    expect(body.data.map(({ verb, object }: { verb: string; object: object }) => ({ verb, ...object }))).toEqual([
      { verb: 'update', type: 'rule', id: 'm' },
      { verb: 'disable', type: 'rule', id: 'm' },
      { verb: 'disable', type: 'action', id: 'mqtt:m' },
    ]);
  });
});
