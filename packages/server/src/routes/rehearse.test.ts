import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const headers = { authorization: 'Bearer s3cret', 'x-site': 'west' };
  await server.call('POST', '/connectors', { body: { type: 'http', name: 'c', url: 'http://127.0.0.1:1', headers } });
  const parameters = { path: '/a/${truck}', body: '{"n":${n}}', headers };
  await server.call('POST', '/actions', { body: { type: 'http', name: 'a', connector: 'c', parameters } });
});
afterAll(() => server.stop());

const SQL = 'SELECT clientid AS truck, payload.n AS n FROM "t/#" WHERE payload.n > 3 AND qos = 1';
const event = (payload: string) => ({ event_type: 'message_publish', topic: 't/1', clientid: 'k1', qos: 1, payload });

function rehearse(rule: object, context: object) {
  return server.call('POST', '/sluice/rehearse', { body: { rule, context } });
}

describe('rehearsing a rule that is not saved', () => {
  it('renders every output without any effect, and shows no secret', async () => {
    const republish = { function: 'republish', args: { topic: 'o/${truck}', payload: '${n}' } };
    const { status, body, text } = await rehearse(
      { sql: SQL, actions: ['http:a', republish] },
      event('{"n": 12345678901234567890}'),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'rows', loops: [] });
    expect(body.rows[0].json).toContain('"n":12345678901234567890');
    const [action, out] = body.rows[0].outputs;
    expect(action).toMatchObject({ output: 'http:a', ok: true });
    expect(JSON.stringify(action.request)).toContain('/a/k1');
    expect(JSON.stringify(action.request)).toContain('west');
    expect(text).not.toContain('s3cret');
    expect(out).toMatchObject({ output: 'republish', ok: true, request: { topic: 'o/k1' } });
    expect((await server.call('GET', '/rules')).body.data).toEqual([]);
    expect((await server.call('GET', '/actions/http:a/metrics')).body.metrics.matched).toBe(0);
  });

  it('says which part of WHERE is not true, with the values it saw', async () => {
    const { body } = await rehearse({ sql: SQL }, event('{"n": 2}'));
    expect(body.kind).toBe('no_match');
    expect(body.where).toMatchObject([
      { outcome: 'false', values: [{ path: 'payload.n', json: '2' }] },
      { outcome: 'true' },
    ]);
  });

  it('warns of a rule that feeds itself', async () => {
    const republish = { function: 'republish', args: { topic: 't/again', payload: 'x' } };
    const { body } = await rehearse({ id: 'self', sql: SQL, actions: [republish] }, event('{"n": 4}'));
    expect(body.loops).toMatchObject([{ rules: ['self'] }]);
  });

  it.each([
    [{ sql: 'SELECT' }],
    [{ sql: SQL, actions: ['nonsense'] }],
    [{ sql: SQL, actions: [{ function: 'republish', args: {} }] }],
    [{}],
  ])('refuses %j', async (rule) => {
    expect((await rehearse(rule, event('{}'))).status).toBe(400);
  });
});
