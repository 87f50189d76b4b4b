import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let node: string;
beforeAll(async () => {
  server = await startTestServer();
  node = (await server.call('GET', '/nodes')).body[0].node;
});
afterAll(() => server.stop());

const get = async (path: string) => (await server.call('GET', path)).body;

describe('monitoring', () => {
  it('counts what went through', async () => {
    await server.call('POST', '/publish', { body: { topic: 'a', payload: 'x', retain: true } });
    expect(await get('/stats')).toMatchObject([
      { node, 'connections.count': 0, 'retained.count': 1, 'retained.max': 1 },
    ]);
    expect(await get(`/nodes/${node}/stats`)).toMatchObject({ 'subscriptions.count': 0 });
    expect((await server.call('GET', '/nodes/other/stats')).status).toBe(404);
    expect(await get('/metrics?aggregate=true')).toMatchObject({ 'messages.received': expect.any(Number) });
    expect(await get('/monitor_current')).toMatchObject({ live_connections: 0, received_msg_rate: 0 });
    expect(await get('/monitor?latest=60')).toEqual(expect.any(Array));
    expect(await get('/listeners')).toMatchObject([{ id: 'tcp:default', bind: new URL(server.mqtt).host }]);
  });

  it('gives the rates of one object, and of none that is not there', async () => {
    await server.call('POST', '/rules', { body: { id: 'h', sql: 'SELECT * FROM "h"', actions: [] } });
    expect(await get('/sluice/history?kind=rule&id=h')).toEqual({
      times: expect.any(Array),
      rates: { matched: expect.any(Array), passed: expect.any(Array), 'failed.exception': expect.any(Array) },
    });
    expect((await server.call('GET', '/sluice/history?kind=action&id=http:none')).status).toBe(404);
    expect((await server.call('GET', '/sluice/history?kind=other&id=h')).status).toBe(400);
    await server.call('DELETE', '/rules/h');
  });

  it('raises an alarm for what is broken, and only for that', async () => {
    expect(await get('/alarms?activated=true')).toMatchObject({ data: [], meta: { count: 0 } });
    const connector = {
      type: 'mqtt',
      name: 'broken',
      server: '127.0.0.1:1',
      pool_size: 1,
      resource_opts: { start_timeout: '2s' },
    };
    const created = await server.call('POST', '/connectors', { body: connector });
    expect(created.body.status).not.toBe('connected');
    expect(created.body.status_reason).toMatch(/\w+ \w+/);
    await expect
      .poll(async () => (await get('/alarms')).data, { timeout: 8000 })
      .toMatchObject([{ name: 'connector:mqtt:broken', node, details: { reason: expect.stringMatching(/\w/) } }]);
    await server.call('PUT', '/connectors/mqtt:broken/enable/false');
    expect((await get('/alarms')).data).toEqual([]);
  });

  it('speaks the text format of Prometheus', async () => {
    await server.call('POST', '/rules', { body: { id: 'p', sql: 'SELECT * FROM "p"' } });
    const { text, headers } = await server.call('GET', '/prometheus/stats');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('# TYPE emqx_rule_matched counter\nemqx_rule_matched{id="p"} 0\n');
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-\d.e+]+)$/);
    }
  });

  it('answers what other consoles ask on every page', async () => {
    expect(await get('/telemetry/status')).toEqual({ enable: false });
    expect(await get('/cluster')).toMatchObject({ nodes: [node], self: node });
    expect((await get('/error_codes')).map((one: { code: string }) => one.code)).toContain('BAD_REQUEST');
    expect(await get('/error_codes/BAD_REQUEST')).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await server.call('GET', '/error_codes/NOPE')).status).toBe(400);
    expect((await server.call('GET', '/status?format=json', { auth: false })).body).toMatchObject({ node_name: node });
  });
});

describe('watching', () => {
  it('lists dead letters, and takes orders about them', async () => {
    expect(await get('/sluice/dead_letters?reason=expired&page=2')).toEqual({
      data: [],
      meta: { page: 2, limit: 100, count: 0, hasnext: false },
    });
    expect((await server.call('GET', '/sluice/dead_letters?reason=bored')).status).toBe(400);
    expect((await server.call('GET', '/sluice/dead_letters?action=http:none')).status).toBe(404);
    const order = async (verb: string) =>
      (await server.call('POST', `/sluice/dead_letters/${verb}`, { body: { ids: ['unknown'] } })).body;
    expect(await order('delete')).toEqual({ count: 0 });
    expect(await order('resend')).toEqual({
      count: 0,
      failed: [{ id: 'unknown', code: 'letter_gone', message: expect.stringMatching(/\w+ \w+/) }],
    });
  });

  it('gives the counters of all rules at once, and since when they count', async () => {
    await server.call('POST', '/rules', { body: { id: 'seen', sql: 'SELECT payload.n AS n FROM "seen/#"' } });
    await server.call('POST', '/publish', { body: { topic: 'seen/1', payload: '{"n": 1}' } });
    const { seen } = await get('/sluice/rules_metrics');
    expect(seen).toMatchObject({ matched: 1 });
    expect(Math.abs(seen.counting_since - Date.now())).toBeLessThan(60_000);
    const { metrics, node_metrics: nodes } = await get('/rules/seen/metrics');
    expect(metrics.counting_since).toBe(seen.counting_since);
    expect(nodes[0].metrics.counting_since).toBe(seen.counting_since);
  });
});

describe('the OpenAPI document', () => {
  it('describes every call: summary, parameters, bodies and errors', async () => {
    const { body } = await server.call('GET', '/api-docs/swagger.json', { root: true, auth: false });
    expect(body.openapi).toBe('3.1.0');
    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
    const operations = Object.values<any>(body.paths).flatMap((methods) => Object.values<any>(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const operation of operations) {
      expect(operation.summary, operation.operationId).toMatch(/^[A-Z].{5,}/);
      const named = operation.parameters.filter((one: { in: string }) => one.in === 'path').length;
      expect(named, operation.operationId).toBeGreaterThanOrEqual(0);
    }
    const connector = body.paths['/connectors'].post.requestBody.content['application/json'].schema;
    expect(connector.oneOf.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['http', 'mqtt']),
    );
    for (const path of Object.keys(body.paths)) {
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
        for (const operation of Object.values<any>(body.paths[path])) {
          expect(operation.parameters, path).toContainEqual(expect.objectContaining({ name, in: 'path' }));
        }
      }
    }
    const page = await server.call('GET', '/api-docs', { root: true, auth: false });
    expect(page.headers.get('content-security-policy')).toContain(/nonce="([^"]+)"/.exec(page.text)?.[1]);
  });
});
