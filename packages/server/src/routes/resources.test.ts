import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let target: Awaited<ReturnType<typeof startTarget>> | undefined;
beforeAll(async () => {
  server = await startTestServer();
  target = await startTarget();
});
afterAll(async () => {
  await server.stop();
  target?.server.close();
});

const http = (name: string, extra: object = {}) => ({
  type: 'http',
  name,
  url: target?.url ?? 'http://127.0.0.1:9',
  pool_size: 1,
  ...extra,
});

describe('connectors', () => {
  it('are created with their defaults and answer as EMQX does', async () => {
    const created = await server.call('POST', '/connectors', { body: http('c1') });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      type: 'http',
      name: 'c1',
      enable: true,
      description: '',
      connect_timeout: '15s',
      pool_size: 1,
      status: 'connected',
      node_status: [{ status: 'connected' }],
      actions: [],
      sources: [],
      ssl: { enable: false, verify: 'verify_none' },
      resource_opts: { health_check_interval: '15s', start_after_created: true, start_timeout: '5s' },
    });
    const got = await server.call('GET', '/connectors/http:c1');
    expect(got.body).toEqual(created.body);
    expect(got.headers.get('etag')).toBe(created.headers.get('etag'));
    expect((await server.call('GET', '/connectors')).body).toEqual([created.body]);
  });

  it('keep numbers as they were written', async () => {
    const created = await server.call('POST', '/connectors', { body: http('c2', { pool_size: '3', enable: false }) });
    expect(created.body).toMatchObject({ pool_size: '3', status: 'stopped' });
  });

  it.each([
    [{ ...http('x'), url: undefined }, 'required_field', 'root.url'],
    [http('x', { nope: 1 }), 'unknown_fields', 'root'],
    [http('x', { resource_opts: { start_timeout: 'soon' } }), 'wrong_type', 'root.resource_opts.start_timeout'],
    [http('bad name'), 'invalid_name', 'root.name'],
    [http(''), 'invalid_name', 'root.name'],
    [http('x'.repeat(255)), 'invalid_name', 'root.name'],
    [{ ...http('x'), name: 5 }, 'invalid_name', 'root.name'],
    [{ ...http('x'), type: 'nosuch' }, 'not_a_enum_symbol', 'root.type'],
    [{}, 'required_field', 'root.type'],
    [[], 'bad_value_for_struct', 'root'],
  ])('refuse %j with kind, reason and path', async (body, reason, path) => {
    const answer = await server.call('POST', '/connectors', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('BAD_REQUEST');
    const message = JSON.parse(answer.body.message);
    expect(message).toMatchObject({ kind: 'validation_error', reason, path });
    expect(message.message).toMatch(/\w/);
    expect((await server.call('GET', '/connectors/http:x')).status).toBe(404);
  });

  it('refuse a second one of the same name, but not of another type', async () => {
    const again = await server.call('POST', '/connectors', { body: http('c1') });
    expect(again).toMatchObject({ status: 400, body: { code: 'ALREADY_EXISTS' } });
    const mqtt = { type: 'mqtt', name: 'c1', server: '127.0.0.1:1', enable: false };
    expect((await server.call('POST', '/connectors', { body: mqtt })).status).toBe(201);
  });

  it.each(['http:none', 'nosuch:c1', 'c1', 'a:b:c', 'http:-x', 'http:', '%00', 'http%3Anone'])(
    'answer 404 for %s',
    async (id) => {
      expect(await server.call('GET', `/connectors/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  it('are replaced whole by PUT: what is not named goes back to its default', async () => {
    await server.call('POST', '/connectors', { body: http('c3', { description: 'd', headers: {} }) });
    const put = await server.call('PUT', '/connectors/http:c3', { body: { url: target?.url } });
    expect(put.body).toMatchObject({ description: '', pool_size: 8, headers: { accept: 'application/json' } });
    const withName = await server.call('PUT', '/connectors/http:c3', { body: http('c3') });
    expect(JSON.parse(withName.body.message)).toMatchObject({ reason: 'unknown_fields', unknown: ['name', 'type'] });
  });

  it('are not overwritten by somebody who has seen an older version', async () => {
    const before = await server.call('GET', '/connectors/http:c3');
    const etag = before.headers.get('etag') ?? '';
    const change = (description: string, match: string) =>
      server.call('PUT', '/connectors/http:c3', {
        body: { url: target?.url, description },
        headers: { 'if-match': match },
      });
    expect((await change('one', etag)).status).toBe(200);
    expect(await change('two', etag)).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    expect((await change('three', '*')).status).toBe(200);
    const gone = await server.call('DELETE', '/connectors/http:c3', { headers: { 'if-match': etag } });
    expect(gone.status).toBe(412);
  });

  it('start and stop', async () => {
    expect((await server.call('PUT', '/connectors/http:c1/enable/false')).status).toBe(204);
    expect((await server.call('GET', '/connectors/http:c1')).body).toMatchObject({ enable: false, status: 'stopped' });
    expect(await server.call('POST', '/connectors/http:c1/start')).toMatchObject({ status: 400 });
    expect((await server.call('PUT', '/connectors/http:c1/enable/true')).status).toBe(204);
    expect((await server.call('POST', '/connectors/http:c1/start')).status).toBe(204);
    const { body } = await server.call('GET', '/nodes');
    const node = body[0].node;
    expect((await server.call('POST', `/nodes/${node}/connectors/http:c1/start`)).status).toBe(204);
    expect((await server.call('POST', '/nodes/other@x/connectors/http:c1/start')).status).toBe(404);
    expect((await server.call('POST', '/connectors/http:c1/explode')).status).toBe(400);
    expect((await server.call('PUT', '/connectors/http:c1/enable/maybe')).status).toBe(400);
  });
});

describe('secrets', () => {
  const secret = 'never-shown-1';
  const config = { type: 'mqtt', server: '127.0.0.1:1', enable: false, username: 'u' };

  it('leave neither the server nor the process in the clear', async () => {
    const created = await server.call('POST', '/connectors', { body: { ...config, name: 'sec', password: secret } });
    expect(created.body.password).toBe('******');
    for (const path of ['/connectors', '/connectors/mqtt:sec', '/sluice/audit']) {
      expect((await server.call('GET', path)).text).not.toContain(secret);
    }
    for (const file of ['sluice.db', 'sluice.db-wal']) {
      expect(readFileSync(join(server.dataDir, file)).includes(secret)).toBe(false);
    }
  });

  it('come back from the stored object on PUT, and survive a restart', async () => {
    const { type: _, ...body } = { ...config, password: '******', description: 'changed' };
    expect((await server.call('PUT', '/connectors/mqtt:sec', { body })).status).toBe(200);
    await server.restart();
    expect((await server.call('GET', '/connectors/mqtt:sec')).body).toMatchObject({
      description: 'changed',
      password: '******',
    });
  });

  it('that are stars and nothing else are refused', async () => {
    const answer = await server.call('POST', '/connectors', { body: { ...config, name: 'copy', password: '******' } });
    expect(JSON.parse(answer.body.message)).toMatchObject({
      reason: 'redacted_without_original',
      path: 'root.password',
    });
  });
});

describe('a connector that cannot reach its target', () => {
  const lost = () => ({ type: 'http', name: 'lost', url: 'http://127.0.0.1:1', pool_size: 1 });

  it('says why, as text and for translation', async () => {
    const fault = { code: 'connection_refused', data: { target: '127.0.0.1:1' } };
    const { body } = await server.call('POST', '/connectors', { body: lost() });
    expect(body).toMatchObject({
      status: 'disconnected',
      status_reason: expect.stringContaining('127.0.0.1:1 refuses the connection'),
      status_raw: expect.stringContaining('ECONNREFUSED'),
      status_fault: fault,
      node_status: [{ status_fault: fault }],
    });
    const action = { type: 'http', name: 'lost', connector: 'lost', parameters: { path: '/x' } };
    const created = await server.call('POST', '/actions', { body: action });
    const down = { code: 'connector_down', data: { connector: 'http:lost', below: 'connection_refused' } };
    expect(created.body).toMatchObject({ status_fault: down, node_status: [{ status_fault: down }] });
  });

  it('says it in a connection test', async () => {
    const { body } = await server.call('POST', '/sluice/probe', { body: { kind: 'connector', config: lost() } });
    expect(body.ok).toBe(false);
    const failed = body.stages.find((stage: { outcome: string }) => stage.outcome === 'failed');
    expect(failed.error.data).toMatchObject({ fault: 'connection_refused', target: '127.0.0.1:1' });
  });

  it('takes these words back in a change or a test without keeping them', async () => {
    const stored = (await server.call('GET', '/connectors/http:lost')).body;
    const said = { status_raw: stored.status_raw, status_fault: { code: 'made_up', data: {} } };
    const { type, name, ...config } = lost();
    const changed = await server.call('PUT', '/connectors/http:lost', { body: { ...config, ...said } });
    expect(changed.status).toBe(200);
    expect(changed.body.status_fault.code).toBe('connection_refused');
    const probe = { kind: 'connector', config: { type, name, ...config, ...said } };
    expect((await server.call('POST', '/sluice/probe', { body: probe })).status).toBe(200);
    const tested = await server.call('POST', '/connectors_probe', { body: probe.config });
    expect(tested.body.code).toBe('TEST_FAILED');
    const action = { connector: 'lost', parameters: { path: '/y' }, ...said };
    expect((await server.call('PUT', '/actions/http:lost', { body: action })).status).toBe(200);
    const refused = await server.call('PUT', '/connectors/http:lost', { body: { ...config, status_bogus: 1 } });
    expect(refused.status).toBe(400);
    expect((await server.call('DELETE', '/actions/http:lost')).status).toBe(204);
    expect((await server.call('DELETE', '/connectors/http:lost')).status).toBe(204);
  });
});

describe('actions and sources', () => {
  it('need a connector of their type', async () => {
    const action = { type: 'http', name: 'a1', connector: 'c1', parameters: { path: '/x' } };
    const created = await server.call('POST', '/actions', { body: action });
    expect(created).toMatchObject({
      status: 201,
      body: { ...action, error: '', rules: [], status: 'connected', status_reason: '', parameters: { method: 'post' } },
    });
    expect(created.body.created_at).toBe(created.body.last_modified_at);
    for (const connector of ['nope', 'sec', '']) {
      const answer = await server.call('POST', '/actions', { body: { ...action, name: 'a2', connector } });
      expect(JSON.parse(answer.body.message).reason).toBe('connector_not_found_or_wrong_type');
    }
    expect((await server.call('GET', '/connectors/http:c1')).body.actions).toEqual(['a1']);
  });

  it('keep their time of creation through changes, whatever the client says', async () => {
    const before = (await server.call('GET', '/actions/http:a1')).body;
    const body = { connector: 'c1', parameters: { path: '/y' }, created_at: 1, last_modified_at: 1 };
    const after = (await server.call('PUT', '/actions/http:a1', { body })).body;
    expect(after.created_at).toBe(before.created_at);
    expect(after.last_modified_at).toBeGreaterThan(1);
  });

  it('hold back the deletion of their connector', async () => {
    const answer = await server.call('DELETE', '/connectors/http:c1');
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', actions: ['http:a1'], sources: [] } });
  });

  it('are held back by rules, or taken out of them on demand', async () => {
    const sql = 'SELECT * FROM "t"';
    await server.call('POST', '/rules', { body: { id: 'r1', sql, actions: ['http:a1', { function: 'console' }] } });
    expect((await server.call('GET', '/actions/http:a1')).body.rules).toEqual(['r1']);
    expect(await server.call('DELETE', '/actions/http:a1')).toMatchObject({ status: 400, body: { rules: ['r1'] } });
    expect((await server.call('DELETE', '/actions/http:a1?also_delete_dep_actions=true')).status).toBe(204);
    expect((await server.call('GET', '/rules/r1')).body.actions).toEqual([{ function: 'console' }]);
    expect((await server.call('DELETE', '/connectors/http:c1')).status).toBe(204);
  });

  it('have types, summaries and counters', async () => {
    expect((await server.call('GET', '/action_types')).body).toEqual(expect.arrayContaining(['http', 'mqtt']));
    expect((await server.call('GET', '/source_types')).body).toContain('mqtt');
    expect((await server.call('GET', '/source_types')).body).not.toContain('http');
    const source = { type: 'mqtt', name: 's1', connector: 'sec', parameters: { topic: 'a/#' } };
    expect((await server.call('POST', '/sources', { body: source })).status).toBe(201);
    expect((await server.call('POST', '/sources', { body: { ...source, type: 'http' } })).status).toBe(400);
    const [summary] = (await server.call('GET', '/sources_summary')).body;
    expect(Object.keys(summary).sort()).toEqual(
      'created_at description enable last_modified_at name node_status rules status status_reason type'.split(' '),
    );
    const { body } = await server.call('GET', '/sources/mqtt:s1/metrics');
    expect(body.metrics).toMatchObject({ matched: 0, received: 0, 'dropped.queue_full': 0, rate_last5m: 0 });
    expect(body.node_metrics).toHaveLength(1);
    expect((await server.call('PUT', '/sources/mqtt:s1/metrics/reset')).status).toBe(204);
    expect((await server.call('PUT', '/sources/mqtt:none/metrics/reset')).status).toBe(404);
  });
});
