import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call('POST', '/rules', { body: { id: 'r', sql: 'SELECT payload.n AS n FROM "t" WHERE payload.n > 1' } });
});
afterAll(() => server.stop());

const start = (extra: object = {}) =>
  server.call('POST', '/trace', {
    body: { name: 'DEBUG_RULE_r', type: 'ruleid', ruleid: 'r', formatter: 'json', ...extra },
  });

it('tells what a rule did, piece by piece, as the console of EMQX reads it', async () => {
  expect((await start()).body).toMatchObject({ name: 'DEBUG_RULE_r', type: 'ruleid', ruleid: 'r', status: 'running' });
  expect((await start()).status).toBe(409);
  for (const payload of ['{"n": 5}', '{"n": 0}', 'junk']) {
    await server.call('POST', '/publish', { body: { topic: 't', payload } });
  }
  const [detail] = (await server.call('GET', '/trace/DEBUG_RULE_r/log_detail')).body;
  expect(detail).toMatchObject({ node: expect.any(String), size: expect.any(Number), mtime: expect.any(Number) });

  let position = 0;
  let text = '';
  while (position < detail.size) {
    const { body } = await server.call(
      'GET',
      `/trace/DEBUG_RULE_r/log?bytes=400&position=${position}&node=${detail.node}`,
    );
    expect(body.meta.position).toBeGreaterThan(position);
    position = body.meta.position;
    text += body.items;
  }
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg }) => msg)).toEqual([
    'rule_activated',
    'SQL_yielded_result',
    'rule_activated',
    'SQL_yielded_no_result',
    'rule_activated',
    'SELECT_clause_exception',
  ]);
  expect(lines[1].meta).toMatchObject({ rule_id: 'r', result: '{"n":5}', rule_trigger_ts: [expect.any(Number)] });
  expect((await server.call('GET', '/trace/DEBUG_RULE_r/download')).text).toBe(text);

  await server.call('PUT', '/trace/DEBUG_RULE_r/stop');
  await server.call('POST', '/publish', { body: { topic: 't', payload: '{"n": 5}' } });
  expect((await server.call('GET', '/trace')).body).toMatchObject([
    { status: 'stopped', log_size: { [detail.node]: detail.size } },
  ]);
  expect((await server.call('DELETE', '/trace/DEBUG_RULE_r')).status).toBe(204);
  expect((await server.call('DELETE', '/trace/DEBUG_RULE_r')).status).toBe(404);
});

it.each([
  [{ name: '1st' }, 400],
  [{ name: 'a', type: 'clientid' }, 400],
  [{ name: 'a', ruleid: 'none' }, 404],
  [{ name: 'a', end_at: 'later' }, 400],
])('refuses %j', async (extra, status) => {
  expect((await start(extra)).status).toBe(status);
  expect((await server.call('GET', '/trace')).body).toEqual([]);
});
