import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void;

let server: Server;
let answer: Answer = (_request, _body, response) => response.end();
let folder: ReturnType<typeof temporaryFolder>;
let harness: Harness;
const seen: { url: string; method: string; headers: IncomingMessage['headers']; body: string; at: number }[] = [];

async function start(
  parameters: ChannelConfig['parameters'],
  opts: ChannelConfig['resource_opts'] = {},
  more = {},
): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const common = { enable: true, description: '' };
  const connector: ConnectorConfig = {
    type: 'http',
    name: 'h',
    ...common,
    url: `http://127.0.0.1:${port}/base`,
    ...more,
  };
  const action: ChannelConfig = {
    type: 'http',
    name: 'a',
    ...common,
    connector: 'h',
    parameters,
    resource_opts: opts,
    created_at: 0,
    last_modified_at: 0,
  };
  harness = await startHarness(folder.path, connector, action);
}

beforeEach(async () => {
  seen.length = 0;
  folder = temporaryFolder();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({
        url: request.url ?? '',
        method: request.method ?? '',
        headers: request.headers,
        body,
        at: Date.now(),
      });
      answer(request, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await harness.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  folder.remove();
});

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, _body, response) =>
    response.writeHead(code, headers).end(`status ${code}`);

describe('what an HTTP answer means', () => {
  it('keeps what is refused among the dead letters, with the reason, and can send it again', async () => {
    answer = (request, body, response) => status(body === 'bad' ? 422 : 200)(request, body, response);
    await start({ method: 'post', path: '/x', body: '${body}' });
    for (const body of ['good', 'bad', 'good too']) await harness.put({ body }, 'k', 1);
    await until(() => harness.action.metrics().success === 2, 'two delivered');
    expect(harness.action.metrics()).toMatchObject({ matched: 3, success: 2, failed: 1, queuing: 0, inflight: 0 });
    expect(harness.action.status().status).toBe('connected');
    const [letter] = harness.deadLetters.list({ action: 'http:a', offset: 0, limit: 10 }).letters;
    expect(letter).toMatchObject({
      action: 'http:a',
      reason: 'rejected',
      attempts: 1,
      message: expect.stringContaining('HTTP 422'),
      raw: 'HTTP 422: status 422',
      request: { method: 'POST', body: 'bad', url: expect.stringMatching(/\/base\/x$/) },
    });
    answer = status(200);
    const [buried] = harness.deadLetters.requests([letter!.id]);
    await harness.action.resend(buried!);
    await until(() => harness.action.metrics().success === 3, 'sent again');
  });

  it('waits as long as Retry-After says, then goes on', async () => {
    let refused = 0;
    answer = (request, body, response) =>
      refused++ === 0
        ? status(429, { 'retry-after': '1' })(request, body, response)
        : status(200)(request, body, response);
    await start({ method: 'post', body: '${body}' });
    await harness.put({ body: 'one' }, 'k', 1);
    await until(() => harness.action.metrics().success === 1, 'delivered');
    expect(seen.length).toBe(2);
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(950);
    expect(harness.action.metrics()).toMatchObject({ retried: 1, success: 1 });
  });

  it('tries 500 again, and is not connected while everything fails', async () => {
    answer = status(500);
    await start({ method: 'post', body: '${body}' });
    await harness.put({ body: 'one' }, 'k', 1);
    await until(() => harness.action.status().status !== 'connected', 'seen to fail');
    expect(harness.action.status().reason).toMatch(/HTTP 500/);
    expect(harness.connector.status().status).toBe('disconnected');
    answer = status(200);
    await until(() => harness.action.metrics().success === 1, 'delivered');
    await until(() => harness.connector.status().status === 'connected', 'connected');
  });

  it('shows an action whose every request is refused', async () => {
    answer = status(401);
    await start({ method: 'post', body: '${body}' });
    for (let n = 0; n < 4; n++) await harness.put({ body: `${n}` }, 'k', 1);
    await until(() => harness.action.metrics().failed === 4, 'all refused');
    expect(harness.action.status()).toMatchObject({
      status: 'disconnected',
      reason: expect.stringContaining('HTTP 401'),
      code: 'http_status',
      data: { status: 401 },
    });
  });

  it('sends method, path and headers as configured', async () => {
    answer = status(204);
    const headers = {
      'X-Device': '${clientid}',
      'content-type': 'text/plain',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    };
    await start(
      { method: 'put', path: 'dev/${clientid}/ä ${n}?q=${n}', headers },
      {},
      { headers: { authorization: 'Basic x', 'x-device': 'no' } },
    );
    await harness.put({ clientid: 'c 1', n: 5 }, 'k', 0);
    await until(() => seen.length === 1, 'sent');
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/base/dev/c%201/%C3%A4%205?q=5' });
    expect(seen[0]!.headers).toMatchObject({
      'x-device': 'c 1',
      authorization: 'Basic x',
      'content-type': 'text/plain',
    });
    expect(JSON.parse(seen[0]!.body)).toEqual({ clientid: 'c 1', n: 5 });
  });

  it('sends no body with GET and DELETE', async () => {
    answer = status(200);
    await start({ method: 'delete', path: '/x', body: 'ignored' });
    await harness.put({}, 'k', 0);
    await until(() => seen.length === 1, 'sent');
    expect(seen[0]).toMatchObject({ method: 'DELETE', body: '' });
  });

  it('puts a request with characters that HTTP forbids among the dead letters', async () => {
    answer = status(200);
    await start({ method: 'post', headers: { 'x-bad': '${bad}' } });
    await harness.put({ bad: 'line\nbreak' }, 'k', 1);
    await until(() => harness.deadLetters.count() === 1, 'buried');
    expect(seen.length).toBe(0);
    expect(harness.action.metrics()).toMatchObject({ failed: 1 });
  });

  it('expires what waited longer than its time to live', async () => {
    answer = status(503);
    await start({ method: 'post' }, { request_ttl: '1s' });
    await harness.put({}, 'k', 1);
    await until(() => harness.action.metrics()['dropped.expired'] === 1, 'expired');
    expect(harness.deadLetters.list({ offset: 0, limit: 1 }).letters[0]).toMatchObject({ reason: 'expired' });
  });
});
