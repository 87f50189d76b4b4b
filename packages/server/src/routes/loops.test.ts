import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call('POST', '/connectors', { body: connector('own', new URL(server.mqtt).host) });
  await server.call('POST', '/actions', { body: action('quiet/x') });
  const sql = 'SELECT * FROM "loud/#"';
  await server.call('POST', '/rules', { body: { id: 'r', sql, actions: ['mqtt:out'] } });
});
afterAll(() => server.stop());

const connector = (name: string, address: string) => ({ type: 'mqtt', name, server: address });
const action = (topic: string) => ({ type: 'mqtt', name: 'out', connector: 'own', parameters: { topic } });
const loops = (kind: string, config: object) => server.call('POST', '/sluice/loops', { body: { kind, config } });

describe('an action, source or connector that closes a loop', () => {
  it('is told of before it is saved', async () => {
    expect((await loops('action', action('loud/x'))).body).toEqual({ loops: [{ rules: ['r'] }] });
    expect((await loops('action', action('quiet/x'))).body).toEqual({ loops: [] });
    expect((await loops('action', { ...action('loud/x'), enable: false })).body).toEqual({ loops: [] });
    expect((await loops('action', action('#'))).status).toBe(400);
    expect((await loops('rule', {})).status).toBe(400);
  });

  it('is told of in the answer when it is saved, and saved all the same', async () => {
    const { type: _type, name: _name, ...loud } = action('loud/x');
    const saved = await server.call('PUT', '/actions/mqtt:out', { body: loud });
    expect([saved.status, saved.body.loops]).toEqual([200, [{ rules: ['r'] }]]);
    // What a client read it may send back.
    const { type, name, connector: via, parameters, loops: told } = saved.body;
    expect((await loops('action', { type, name, connector: via, parameters, loops: told })).status).toBe(200);

    const { body: stored } = await server.call('GET', '/connectors/mqtt:own');
    expect(stored.loops).toBeUndefined();
    const away = await server.call('PUT', '/connectors/mqtt:own', { body: { server: '127.0.0.1:1' } });
    expect([away.status, away.body.loops]).toEqual([200, undefined]);
    const back = await server.call('PUT', '/connectors/mqtt:own', { body: { server: new URL(server.mqtt).host } });
    expect([back.status, back.body.loops]).toEqual([200, [{ rules: ['r'] }]]);
  }, 30_000);

  it('may be a source that takes what a rule republishes', async () => {
    const republish = { function: 'republish', args: { topic: 'ring/1', payload: 'x' } };
    const sql = 'SELECT * FROM "$bridges/mqtt:in"';
    await server.call('POST', '/rules', { body: { id: 's', sql, actions: [republish] } });
    const source = { type: 'mqtt', name: 'in', connector: 'own', parameters: { topic: 'ring/#' } };
    const created = await server.call('POST', '/sources', { body: source });
    expect([created.status, created.body.loops]).toEqual([201, [{ rules: ['s'] }]]);
  });
});
