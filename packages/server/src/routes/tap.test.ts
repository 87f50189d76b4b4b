import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TapLine } from '@sluice/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTarget, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let target: Awaited<ReturnType<typeof startTarget>>;
beforeAll(async () => {
  target = await startTarget();
  server = await startTestServer();
  const headers = { authorization: 'Bearer s3cret', 'x-site': 'west' };
  await server.call('POST', '/connectors', { body: { type: 'http', name: 'c', url: target.url, headers } });
  const parameters = { path: '/in', body: '{"n":${n}}', method: 'post', headers };
  await server.call('POST', '/actions', { body: { type: 'http', name: 'a', connector: 'c', parameters } });
});
afterAll(async () => {
  await server.stop();
  target.server.close();
});

const republish = { function: 'republish', args: { topic: 'out/${n}', payload: '${n}', qos: 0 } };
beforeEach(async () => {
  const actions = ['http:a', republish, { function: 'console' }, 'http:gone'];
  const body = { id: 'r', sql: 'SELECT payload.n AS n FROM "t/#" WHERE payload.n > 1', actions: actions.slice(0, 3) };
  expect((await server.call('POST', '/rules', { body })).status).toBe(201);
});
afterEach(() => server.call('DELETE', '/rules/r'));

interface SseEvent {
  readonly event: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every kind
  readonly data: any;
}

/** Reads a stream as the console does: with fetch, and the bearer token. */
async function open(query: string, token = server.token) {
  const abort = new AbortController();
  const answer = await fetch(`${server.url}/api/v5/sluice/tap?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const seen: SseEvent[] = [];
  let over = false;
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks.filter((one) => one.includes('data: '))) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const id = field('id');
        seen.push({
          event: field('event') ?? '',
          data: JSON.parse(field('data') ?? ''),
          ...(id !== undefined && { id }),
        });
      }
    }
  })().then(
    () => {
      over = true;
    },
    () => undefined,
  );
  return {
    answer,
    seen,
    isOver: () => over,
    lines: () => seen.filter(({ id }) => id !== undefined).map(({ data }) => data as TapLine),
    async until(enough: (seen: readonly SseEvent[]) => boolean) {
      for (let i = 0; i < 400 && !enough(seen); i++) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(enough(seen), JSON.stringify(seen, null, 1)).toBe(true);
    },
    async leave() {
      abort.abort();
      await reading;
    },
  };
}

const publish = (payload: string, topic = 't/1') =>
  server.call('POST', '/publish', { body: { topic, payload, qos: 1 } });
const ended = (name: string) => (seen: readonly SseEvent[]) =>
  seen.some(({ data }) => data.name === name && data.state !== 'pending');

it('tells each step of each output as it happens, without secrets', async () => {
  const stream = await open('rule=r');
  expect(stream.answer.status).toBe(200);
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.answer.headers.get('cache-control')).toBe('no-store');
  await stream.until((seen) => seen[0]?.event === 'ready');
  await publish('{"n":5}');
  await stream.until(ended('http:a'));

  const [event, ...outputs] = stream.lines();
  expect(event).toMatchObject({ kind: 'event', outcome: 'rows', rows: ['{"n":5}'], row_count: 1 });
  for (const output of outputs) expect(output).toMatchObject({ run: event?.cursor, run_at: event?.at, row: 0 });
  const of = (name: string) => outputs.filter((line) => line.kind === 'output' && line.name === name);
  expect(of('http:a')).toMatchObject([
    { output: 0, state: 'pending', request: { method: 'POST', body: '{"n":5}', headers: { 'x-site': 'west' } } },
    { output: 0, state: 'delivered' },
  ]);
  expect(JSON.stringify(stream.seen)).not.toContain('s3cret');
  expect(of('republish')).toMatchObject([
    { output: 1, state: 'pending', request: { topic: 'out/5', payload: '5', qos: 0 } },
    { output: 1, state: 'delivered' },
  ]);
  expect(of('console')).toMatchObject([
    { output: 2, state: 'pending', request: { line: '[rule r] {"n":5}' } },
    { output: 2, state: 'delivered' },
  ]);
  const cursors = stream.lines().map(({ cursor }) => cursor);
  expect(cursors).toEqual([...cursors].sort((a, b) => a - b));
  await stream.leave();
});

it('tells of each attempt, and of what the target refused', async () => {
  const answers = [500, 200, 400];
  const moody = createServer((request, response) => {
    request.resume().on('end', () => {
      response.statusCode = request.method === 'POST' ? (answers.shift() ?? 200) : 200;
      response.end('no');
    });
  });
  await new Promise<void>((resolve) => moody.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(moody.address() as AddressInfo).port}`;
  await server.call('POST', '/connectors', { body: { type: 'http', name: 'moody', url } });
  const parameters = { path: '/', method: 'post', body: '${n}' };
  await server.call('POST', '/actions', { body: { type: 'http', name: 'm', connector: 'moody', parameters } });
  await server.call('PUT', '/rules/r', { body: { actions: ['http:m'] } });
  const stream = await open('rule=r');
  for (const n of [2, 3]) {
    await publish(`{"n":${n}}`);
    await stream.until((seen) => seen.filter(({ data }) => /delivered|rejected/.test(data.state)).length === n - 1);
  }
  expect(stream.lines().filter((line) => line.kind === 'output')).toMatchObject([
    { state: 'pending', request: { body: '2' } },
    { state: 'retrying', message: expect.any(String) },
    { state: 'delivered' },
    { state: 'pending', request: { body: '3' } },
    { state: 'rejected', message: expect.stringContaining('400') },
  ]);
  await stream.leave();
  await server.call('PUT', '/rules/r', { body: { actions: [] } });
  await server.call('DELETE', '/actions/http:m');
  await server.call('DELETE', '/connectors/http:moody');
  moody.closeAllConnections();
  moody.close();
});

it('tells why nothing came of an event', async () => {
  const stream = await open('rule=r');
  await publish('{"n":1}');
  await publish('junk');
  await stream.until((seen) => seen.length === 3);
  expect(stream.lines()).toMatchObject([
    { kind: 'event', outcome: 'no_match' },
    { kind: 'event', outcome: 'error', clause: 'select', message: expect.any(String) },
  ]);
  await stream.leave();
});

it('goes on behind the cursor that a client had', async () => {
  const first = await open('rule=r');
  await publish('{"n":1}');
  await first.until((seen) => seen.length === 2);
  const after = first.lines()[0]?.cursor;
  await first.leave();
  await publish('{"n":0}');
  const second = await open(`rule=r&after=${after}`);
  await second.until((seen) => seen.length === 2);
  expect(second.lines()).toMatchObject([{ event: expect.stringContaining('{\\"n\\":0}') }]);
  await second.leave();
});

it('shows a test of the stored rule too, and what was only rendered', async () => {
  const stream = await open('rule=r');
  const context = { event_type: 'message_publish', topic: 't/x', payload: '{"n":7}' };
  const before = target.requests.length;
  const { status } = await server.call('POST', '/rules/r/test', { body: { context } });
  expect(status).toBe(200);
  await stream.until(ended('console'));
  expect(stream.lines().filter((line) => line.kind === 'output' && line.name === 'http:a')).toMatchObject([
    { state: 'pending', request: { body: '{"n":7}' } },
    { state: 'stopped' },
  ]);
  expect(target.requests).toHaveLength(before);
  await stream.leave();
});

it('ends when the rule is deleted, and when the session is', async () => {
  const stream = await open('rule=r');
  await server.call('DELETE', '/rules/r');
  await stream.until((seen) => seen.at(-1)?.event === 'end');
  expect(stream.seen.at(-1)?.data).toEqual({ reason: 'rule_deleted' });

  await server.call('POST', '/rules', { body: { id: 'r', sql: 'SELECT * FROM "t"' } });
  const login = await server.call('POST', '/login', {
    auth: false,
    body: { username: 'admin', password: 'sluice-tests-1' },
  });
  const own = await open('rule=r', login.body.token);
  await server.call('POST', '/logout', { auth: `Bearer ${login.body.token}`, body: { username: 'admin' } });
  await own.until((seen) => seen.at(-1)?.event === 'end');
  expect(own.seen.at(-1)?.data).toEqual({ reason: 'signed_out' });
});

it.each([
  ['rule=none', 404],
  ['', 400],
  ['rule=r&after=x', 400],
])('refuses ?%s with %i', async (query, status) => {
  expect((await server.call('GET', `/sluice/tap?${query}`)).status).toBe(status);
});

it('needs a session', async () => {
  expect((await server.call('GET', '/sluice/tap?rule=r', { auth: false })).status).toBe(401);
});

it('stays within its bounds under a flood, says what it left out, and frees its place', async () => {
  const streams = await Promise.all(Array.from({ length: 50 }, () => open('rule=r')));
  expect(streams.map(({ answer }) => answer.status)).toEqual(streams.map(() => 200));
  const refused = await open('rule=r');
  expect(refused.answer.status).toBe(429);
  await refused.leave();
  await Promise.all(streams.slice(1).map((stream) => stream.leave()));
  const [stream] = streams;
  if (stream === undefined) throw new Error('no stream');
  await Promise.all(Array.from({ length: 400 }, () => publish('{"n":1}')));
  await new Promise((resolve) => setTimeout(resolve, 150));
  await publish('{"n":1}');
  const told = () => stream.lines().reduce((sum, line) => sum + (line.kind === 'skipped' ? line.lines : 1), 0);
  await stream.until(() => told() === 401);
  await stream.leave();
  for (let i = 0; i < 300; i++) {
    const again = await open('rule=r');
    await again.leave();
    if (again.answer.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the places were not freed');
});
