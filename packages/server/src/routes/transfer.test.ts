import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const mqtt = { type: 'mqtt', name: 'm', server: '127.0.0.1:1', enable: false, username: 'u', password: 'p1' };
  await server.call('POST', '/connectors', { body: mqtt });
  const action = { type: 'mqtt', name: 'a', connector: 'm', parameters: { topic: 'x' } };
  await server.call('POST', '/actions', { body: action });
  await server.call('POST', '/rules', { body: { id: 'r', sql: 'SELECT *\nFROM "a"', actions: ['mqtt:a'] } });
});
afterAll(() => server.stop());

const exported = async (query = '') => (await server.call('GET', `/sluice/export${query}`)).text;
const apply = (body: object, query = '') => server.call('POST', `/sluice/apply${query}`, { body });

describe('export', () => {
  it('gives everything, secrets as references', async () => {
    const answer = await server.call('GET', '/sluice/export');
    expect(answer.headers.get('content-type')).toContain('application/yaml');
    expect(answer.text).toContain('password: ${env:SLUICE_SECRET_CONNECTOR_MQTT_M_PASSWORD}');
    expect(answer.text).not.toContain('p1');
    const { body } = await server.call('GET', '/sluice/export?format=json');
    expect(body).toMatchObject({
      version: 1,
      connectors: [{ name: 'm' }],
      actions: [{ name: 'a' }],
      rules: [{ id: 'r' }],
    });
    expect(body.actions[0]).not.toHaveProperty('created_at');
  });

  it('gives one kind or one object', async () => {
    const one = await server.call('GET', '/sluice/export?format=json&kind=action&id=mqtt:a');
    expect(one.body).toMatchObject({ actions: [{ name: 'a', connector: 'm' }], connectors: [], rules: [] });
    expect(await exported('?kind=rule')).toContain('id: r');
    expect((await server.call('GET', '/sluice/export?kind=rule&id=none')).status).toBe(404);
    expect((await server.call('GET', '/sluice/export?kind=nope')).status).toBe(400);
    expect((await server.call('GET', '/sluice/export?id=r')).status).toBe(400);
  });
});

describe('apply', () => {
  it('finds nothing to do for what was exported', async () => {
    const answer = await apply({ document: await exported() });
    expect(answer.body).toEqual({ steps: [], missing: [], applied: true });
  });

  it('shows what it would do, and does it, all at once', async () => {
    const document = (await exported())
      .replace('"a"', '"b"')
      .replace('rules:', 'rules:\n  - id: r2\n    sql: SELECT 1 as x FROM "c"');
    const steps = [
      { verb: 'create', kind: 'rules', id: 'r2', fields: [] },
      { verb: 'update', kind: 'rules', id: 'r', fields: ['sql'] },
    ];
    expect((await apply({ document }, '?dry_run=true')).body).toEqual({ steps, missing: [], applied: false });
    expect((await server.call('GET', '/rules/r2')).status).toBe(404);
    expect((await apply({ document })).body).toEqual({ steps, missing: [], applied: true });
    expect((await server.call('GET', '/rules/r')).body.from).toEqual(['b']);
    expect((await server.call('GET', '/rules/r2')).status).toBe(200);
    const { body } = await server.call('GET', '/sluice/audit?limit=2');
    expect(body.data.map((entry: { target: string }) => entry.target)).toEqual(['rule r', 'rule r2']);
  });

  it('changes nothing when one step cannot be done, also in a dry run', async () => {
    const document = JSON.stringify({
      version: 1,
      rules: [{ id: 'fine', sql: 'SELECT * FROM "a"' }],
      connectors: [{ type: 'mqtt', name: 'new', server: '127.0.0.1:1', enable: false, nope: 1 }],
    });
    for (const query of ['', '?dry_run=true']) {
      const answer = await apply({ document }, query);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('create connector mqtt:new');
      expect((await server.call('GET', '/rules/fine')).status).toBe(404);
    }
    const used = await apply({
      document: 'version: 1\nrules: []\nactions:\n  - type: mqtt\n    name: a\n    connector: m',
      prune: true,
    });
    expect(used.status).toBe(400);
    expect((await server.call('GET', '/rules/r')).status).toBe(200);
  });

  it('takes secrets from the request, never from its own environment', async () => {
    process.env.SLUICE_TEST_SECRET = 'of the server';
    const document =
      'version: 1\nconnectors:\n  - {type: mqtt, name: s, server: "127.0.0.1:1", enable: false, password: "${env:SLUICE_TEST_SECRET}"}';
    const without = await apply({ document });
    expect(without.body).toMatchObject({ code: 'BAD_REQUEST', missing: ['SLUICE_TEST_SECRET'], applied: false });
    expect((await apply({ document }, '?dry_run=true')).body).toMatchObject({ missing: ['SLUICE_TEST_SECRET'] });
    expect((await apply({ document, secrets: { SLUICE_TEST_SECRET: 'x' } })).body).toMatchObject({ applied: true });
    delete process.env.SLUICE_TEST_SECRET;
  });

  it('deletes what is not in the document only when asked to', async () => {
    const document = JSON.stringify({ version: 1 });
    expect((await apply({ document })).body.steps).toEqual([]);
    const pruned = await apply({ document, prune: true });
    expect(pruned.body.steps.every(({ verb }: { verb: string }) => verb === 'delete')).toBe(true);
    expect((await server.call('GET', '/connectors')).body).toEqual([]);
    expect((await server.call('GET', '/rules')).body.data).toEqual([]);
  });

  it.each(['', 'nonsense', 'version: 2', 'version: 1\nrules: 1', '{', 'version: 1\nrules: [null]'])(
    'refuses %j',
    async (document) => {
      expect((await apply({ document })).status).toBe(400);
    },
  );
});
