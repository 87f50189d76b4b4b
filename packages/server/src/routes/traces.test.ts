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
  expect(lines[1].meta).toMatchObject({ rule_id: 'r', result: { n: 5 }, rule_trigger_ts: [expect.any(Number)] });
  expect((await server.call('GET', '/trace/DEBUG_RULE_r/download')).text).toBe(text);

  await server.call('PUT', '/trace/DEBUG_RULE_r/stop');
  await server.call('POST', '/publish', { body: { topic: 't', payload: '{"n": 5}' } });
  expect((await server.call('GET', '/trace')).body).toMatchObject([
    { status: 'stopped', log_size: { [detail.node]: detail.size } },
  ]);
  expect((await server.call('DELETE', '/trace/DEBUG_RULE_r')).status).toBe(204);
  expect((await server.call('DELETE', '/trace/DEBUG_RULE_r')).status).toBe(404);
});

it('tells what each output did, and what a test only rendered', async () => {
  await server.call('POST', '/connectors', { body: { type: 'http', name: 'nobody', url: 'http://127.0.0.1:1' } });
  const channel = { type: 'http', connector: 'nobody', parameters: { path: '/', body: '${n}' } };
  await server.call('POST', '/actions', { body: { ...channel, name: 'late', resource_opts: { request_ttl: '1s' } } });
  await server.call('POST', '/actions', { body: { ...channel, name: 'off', enable: false } });
  const circle = { function: 'republish', args: { topic: 'o', payload: '${n}' } };
  const wrong = { function: 'republish', args: { topic: 'o/#', payload: '${n}' } };
  const actions = ['http:late', 'http:off', circle, { function: 'console' }, wrong];
  const body = { id: 'outs', sql: 'SELECT payload.n AS n FROM "o"', actions };
  expect((await server.call('POST', '/rules', { body })).status).toBe(201);
  await start({ name: 'outs', ruleid: 'outs' });
  await server.call('POST', '/publish', { body: { topic: 'o', payload: '{"n": 12345678901234567890}' } });

  // biome-ignore lint/suspicious/noExplicitAny: lines of every kind
  const read = async (): Promise<any[]> => {
    const { items } = (await server.call('GET', '/trace/outs/log?bytes=1000000')).body;
    return items
      .split('\n')
      .filter(Boolean)
      .map((line: string) => JSON.parse(line));
  };
  // biome-ignore lint/suspicious/noExplicitAny: lines of every kind
  const steps = (lines: any[], info: object) =>
    lines
      .filter(({ meta }) => JSON.stringify(meta.action_info) === JSON.stringify(info))
      .map(({ msg }) => msg)
      .filter((msg) => msg !== 'action_retried');
  const rule = (await server.call('GET', '/rules/outs')).body;
  const argsOf = (index: number) => ({ func: 'republish', args: rule.actions[index].args });
  const late = { type: 'http', name: 'late' };
  for (let i = 0; i < 300 && steps(await read(), late).length < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const lines = await read();
  // The rule hears the message that it sends: everything happens twice.
  expect(steps(lines, late).sort()).toEqual([
    'action_template_rendered',
    'action_template_rendered',
    'request_expired',
    'request_expired',
  ]);
  expect(steps(lines, { type: 'http', name: 'off' })).toEqual(['out_of_service', 'out_of_service']);
  // It does not send its own message again.
  expect(steps(lines, argsOf(2)).sort()).toEqual([
    'action_success',
    'action_template_rendered',
    'recursive_republish_detected',
  ]);
  expect(steps(lines, argsOf(4)).sort()).toEqual(['action_failed', 'recursive_republish_detected']);
  expect(steps(lines, { func: 'console', args: {} }).sort()).toEqual([
    'action_success',
    'action_success',
    'action_template_rendered',
    'action_template_rendered',
  ]);
  expect((await server.call('GET', '/trace/outs/log?bytes=1000000')).body.items).toContain('"n":12345678901234567890');
  for (const { meta } of lines) expect(meta).toMatchObject({ rule_id: 'outs', rule_trigger_ts: [expect.any(Number)] });

  await server.call('DELETE', '/trace/outs');
  await start({ name: 'outs', ruleid: 'outs' });
  await server.call('POST', '/rules/outs/test', {
    body: { context: { event_type: 'message_publish', topic: 'o', payload: '{"n": 1}' } },
  });
  const tested = await read();
  expect(steps(tested, { func: 'console', args: {} })).toEqual([
    'action_template_rendered',
    'action_stopped_after_template_rendering',
  ]);
  await server.call('DELETE', '/trace/outs');
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
