import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const create = (body: unknown) => server.call('POST', '/rules', { body });
const sql = 'SELECT payload.v AS v FROM "a/1"';

describe('rules', () => {
  it('get an id, a FROM list and the defaults of republish', async () => {
    const { status, body } = await create({ sql, actions: [{ function: 'republish', args: { topic: 'b', qos: 7 } }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: '', enable: true, description: '', from: ['a/1'] });
    expect(body.id).toMatch(/^[0-9a-f]{8}$/);
    expect(body.actions).toEqual([
      {
        function: 'republish',
        args: {
          topic: 'b',
          qos: '7',
          retain: '${retain}',
          payload: '${payload}',
          user_properties: '${user_properties}',
          mqtt_properties: {},
          direct_dispatch: false,
        },
      },
    ]);
    expect(Date.parse(body.created_at)).toBeGreaterThan(0);
    await server.call('DELETE', `/rules/${body.id}`);
  });

  it.each([
    [{ sql: '' }],
    [{ sql: 'SELECT FROM' }],
    [{ sql: 5 }],
    [{ sql: ['x'] }],
    [{}],
    [{ sql, id: null }],
    [{ sql, id: 5 }],
    [{ sql, id: '' }],
    [{ sql, id: 'a/b' }],
    [{ sql, id: '日本' }],
    [{ sql, bogus: 1 }],
    [{ sql, created_at: 'x' }],
    [{ sql, enable: 1 }],
    [{ sql, description: ['x'] }],
    [{ sql, actions: 'console' }],
    [{ sql, actions: [5] }],
    [{ sql, actions: ['justaname'] }],
    [{ sql, actions: ['nosuch:x'] }],
    [{ sql, actions: [{}] }],
    [{ sql, actions: [{ function: 'nope' }] }],
    [{ sql, actions: [{ function: 'republish' }] }],
    [{ sql, actions: [{ function: 'republish', args: { topic: 'a', bogus: 1 } }] }],
    ['text'],
    [null],
  ])('refuse %j', async (body) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await server.call('GET', '/rules')).body.data).toEqual([]);
  });

  it('say where a statement is wrong and what could stand there', async () => {
    const { body } = await create({ sql: 'SELECT FROM' });
    expect(JSON.parse(body.message)).toMatchObject({
      reason: 'parse_error',
      path: 'root.sql',
      message: expect.stringMatching(/^Line 1, column 8: /),
    });
    const test = await server.call('POST', '/rule_test', { body: { sql: 'SELECT *\nFROM "a"\nWHERE a = = 1' } });
    expect(test.body.message).toMatch(/^Line 3, column 11: /);
    expect(body.diagnostics[0]).toMatchObject({ span: { from: 7, to: 11 }, expected: expect.any(Array) });
  });

  it('are tested on messages of streaming sources', async () => {
    const from = '$bridges/pulsar_consumer:in';
    const statement = `SELECT key, payload.v as v FROM "${from}"`;
    const context = { event_type: '$bridges/pulsar_consumer:*', key: 'k', payload: '{"v":1}' };
    const tested = await server.call('POST', '/rule_test', { body: { sql: statement, context } });
    expect(tested).toMatchObject({ status: 200, body: { key: 'k', v: 1 } });
    const named = { ...context, event_type: '$bridges/pulsar_consumer:other' };
    const refused = await server.call('POST', '/rule_test', { body: { sql: statement, context: named } });
    expect(refused).toMatchObject({ status: 412, body: { code: 'NOT_MATCH' } });
    await create({ id: 'streamed', sql: statement, actions: [{ function: 'console' }] });
    const own = { ...context, event_type: from };
    expect((await server.call('POST', '/rules/streamed/test', { body: { context: own } })).status).toBe(200);
    await server.call('DELETE', '/rules/streamed');
  });

  it('change in part', async () => {
    await create({ id: 'u1', name: 'first', description: 'd1', sql, actions: [{ function: 'console' }] });
    const put = async (body: object) => (await server.call('PUT', '/rules/u1', { body })).body;
    expect(await put({ enable: false })).toMatchObject({ name: 'first', enable: false, description: 'd1' });
    expect(await put({})).toMatchObject({ name: 'first', enable: false });
    expect(await put({ id: 'other', metrics: {}, node: 'n', name: null })).toMatchObject({ id: 'u1', name: '' });
    expect(await put({ actions: {} })).toMatchObject({ actions: [] });
    expect(await put({ bogus: 1 })).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await server.call('PUT', '/rules/unknown', { body: { sql } })).status).toBe(404);
    expect((await server.call('PUT', '/rules/unknown', { body: {} })).status).toBe(400);
    expect((await server.call('PUT', '/rules/a%20b', { body: { sql } })).status).toBe(400);
    await server.call('DELETE', '/rules/u1');
  });

  it('keep their counters while they are disabled, and count on', async () => {
    await create({ id: 'resting', sql: 'SELECT * FROM "resting/1"' });
    const publish = () => server.call('POST', '/publish', { body: { topic: 'resting/1', payload: 'x' } });
    const enable = (value: boolean) => server.call('PUT', '/rules/resting', { body: { enable: value } });
    const matched = async () => (await server.call('GET', '/rules/resting/metrics')).body.metrics.matched;
    await publish();
    await enable(false);
    expect(await matched()).toBe(1);
    await publish();
    await enable(true);
    await publish();
    expect(await matched()).toBe(2);
    await server.call('DELETE', '/rules/resting');
  });

  it('survive a restart', async () => {
    await create({ id: 'keep', sql, actions: [] });
    await server.restart();
    expect((await server.call('GET', '/rules/keep')).body).toMatchObject({ id: 'keep', from: ['a/1'] });
    await server.call('DELETE', '/rules/keep');
  });
});

describe('the list of rules', () => {
  beforeAll(async () => {
    await create({ id: 'l1', sql: 'SELECT * FROM "l/1"', description: 'plain' });
    await create({ id: 'l2', sql: 'SELECT * FROM "l/2"', description: 'second', enable: false });
    await create({ id: 'l3', sql: 'SELECT * FROM "l/3/#"', actions: ['http:none'] });
    await create({ id: 'l4', sql: 'SELECT * FROM "$events/client_connected", "$bridges/mqtt:s"' });
  });

  it.each([
    ['', ['l1', 'l2', 'l3', 'l4']],
    ['?like_id=l', ['l1', 'l2', 'l3', 'l4']],
    ['?like_id=L', []],
    ['?enable=false', ['l2']],
    ['?enable=maybe', []],
    ['?from=l/1', ['l1']],
    ['?from=l', []],
    ['?like_from=l/', ['l1', 'l2', 'l3']],
    ['?match_from=l/%23', ['l1', 'l2', 'l3']],
    ['?match_from=l/3/deep', []],
    ['?like_description=sec', ['l2']],
    ['?action=http:none', ['l3']],
    ['?action=http:other&action=http:none', ['l3']],
    ['?source=mqtt:s', ['l4']],
    ['?enable=true&like_id=l&page=2&limit=2', ['l4']],
    ['?bogus=1', ['l1', 'l2', 'l3', 'l4']],
  ])('GET /rules%s', async (query, ids) => {
    const { body } = await server.call('GET', `/rules${query}`);
    expect(body.data.map((rule: { id: string }) => rule.id)).toEqual(ids);
  });

  it('counts only what is not filtered, as EMQX', async () => {
    expect((await server.call('GET', '/rules?limit=3')).body.meta).toEqual({
      count: 4,
      hasnext: true,
      limit: 3,
      page: 1,
    });
    expect((await server.call('GET', '/rules?enable=true')).body.meta.count).toBe(3);
    expect((await server.call('GET', '/rules?like_id=l')).body.meta).toEqual({ hasnext: false, limit: 100, page: 1 });
  });

  it.each(['limit=0', 'limit=x', 'limit=-1', 'page=0', 'page=1.5', 'action=bad', 'limit=99999999999'])(
    'refuses ?%s',
    async (query) => {
      expect(await server.call('GET', `/rules?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    },
  );
});
