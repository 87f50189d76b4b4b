import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let target: Awaited<ReturnType<typeof startTarget>>;
beforeAll(async () => {
  server = await startTestServer();
  target = await startTarget();
});
afterAll(async () => {
  await server.stop();
  target.server.close();
});

const body = (extra: object = {}) => ({
  name: 'w',
  description: 'note',
  sql: 'SELECT * FROM "wh/#"',
  connector: { url: target.url, pool_size: 1 },
  action: { parameters: { path: '/hook', body: '${payload}' } },
  ...extra,
});
const statuses = async (name = 'w') =>
  Promise.all(
    [`/connectors/http:${name}_WH_D`, `/actions/http:${name}_WH_D`, `/rules/${name}_WH_D`].map(
      async (path) => (await server.call('GET', path)).status,
    ),
  );

describe('webhooks', () => {
  it('are three parts made at once, and deliver', async () => {
    const created = await server.call('POST', '/sluice/webhooks', { body: body() });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'w', complete: true, missing: [], enable: true, description: 'note', url: target.url },
    });
    expect(await statuses()).toEqual([200, 200, 200]);
    await server.call('POST', '/publish', { body: { topic: 'wh/1', payload: 'hello', qos: 1 } });
    await expect.poll(() => target.requests).toEqual(['POST /hook hello']);
  });

  it('are refused as a whole: nothing is left of a failed creation', async () => {
    for (const wrong of [
      { connector: { url: 'nonsense' } },
      { action: { parameters: { method: 'steal' } } },
      { sql: 'SELECT FROM' },
    ]) {
      const answer = await server.call('POST', '/sluice/webhooks', { body: body({ name: 'bad', ...wrong }) });
      expect(answer.status).toBe(400);
      expect(answer.body.part).toBe({ connector: 'connector', action: 'action', sql: 'rule' }[Object.keys(wrong)[0]!]);
      expect(await statuses('bad')).toEqual([404, 404, 404]);
    }
    const again = await server.call('POST', '/sluice/webhooks', { body: body() });
    expect(again.body.code).toBe('ALREADY_EXISTS');
  });

  it('change all three parts, keeping hidden secrets', async () => {
    const { name: _, ...change } = body({
      enable: false,
      sql: 'SELECT topic FROM "other"',
      connector: { url: target.url, headers: { authorization: 'Bearer 1' } },
    });
    const changed = await server.call('PUT', '/sluice/webhooks/w', { body: change });
    expect(changed.body).toMatchObject({ enable: false, rule: { from: ['other'], enable: false } });
    expect(changed.body.connector.headers.authorization).toBe('******');
    const again = await server.call('PUT', '/sluice/webhooks/w', {
      body: { ...change, connector: changed.body.connector },
    });
    expect(again.status).toBe(200);
  });

  it('are not overwritten unseen: a change of any part counts', async () => {
    const { name: _, ...change } = body({ enable: false });
    const tag = async () => ({
      'if-match': (await server.call('GET', '/sluice/webhooks/w')).headers.get('etag') ?? '',
    });
    const first = await tag();
    expect((await server.call('PUT', '/sluice/webhooks/w', { body: change, headers: first })).status).toBe(200);
    expect((await server.call('PUT', '/sluice/webhooks/w', { body: change, headers: first })).status).toBe(412);
    for (const [path, part] of [
      ['/rules/w_WH_D', { description: 'else' }],
      ['/connectors/http:w_WH_D', { url: target.url, pool_size: 3 }],
    ] as const) {
      const before = await tag();
      await server.call('PUT', path, { body: part });
      expect((await server.call('DELETE', '/sluice/webhooks/w', { headers: before })).status).toBe(412);
    }
    expect((await server.call('PUT', '/sluice/webhooks/w', { body: change, headers: await tag() })).status).toBe(200);
  });

  it('that lost a part are listed as incomplete, and mended', async () => {
    await server.call('DELETE', '/rules/w_WH_D');
    const [listed] = (await server.call('GET', '/sluice/webhooks')).body;
    expect(listed).toMatchObject({ name: 'w', complete: false, missing: ['rule'], rule: null });
    const { name: _, ...change } = body();
    expect((await server.call('PUT', '/sluice/webhooks/w', { body: change })).body).toMatchObject({ complete: true });
  });

  it('are removed whole, unless another rule uses their action', async () => {
    await server.call('POST', '/rules', { body: { id: 'user', sql: 'SELECT * FROM "u"', actions: ['http:w_WH_D'] } });
    const refused = await server.call('DELETE', '/sluice/webhooks/w');
    expect(refused).toMatchObject({ status: 400, body: { rules: ['user'], part: 'action' } });
    expect(await statuses()).toEqual([200, 200, 200]);
    await server.call('DELETE', '/rules/user');
    expect((await server.call('DELETE', '/sluice/webhooks/w')).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await server.call('GET', '/sluice/webhooks/w')).status).toBe(404);
  });

  it('leave a trace of every part in the audit log', async () => {
    const { body: log } = await server.call('GET', '/sluice/audit?limit=3');
    expect(log.data.map((entry: { action: string; target: string }) => `${entry.action} ${entry.target}`)).toEqual([
      'delete connector http:w_WH_D',
      'delete action http:w_WH_D',
      'delete rule w_WH_D',
    ]);
    expect(log.data[0]).toMatchObject({ actor: 'user:admin', before: { url: target.url } });
  });
});
