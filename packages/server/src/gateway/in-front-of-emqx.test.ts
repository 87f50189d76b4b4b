import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emqx, startEmqx } from '../testing/emqx/index.ts';
import { type RunningGateway, startGateway } from './start-gateway.ts';

const pem = (name: string): string =>
  new URL(`../../../broker/src/testing/certificates/${name}`, import.meta.url).pathname;
const NODES = ['emqx@a', 'emqx@b'];

/** A cluster that answers in ways that no EMQX would. */
async function odd(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server & { at: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

let main: Emqx;
let second: Emqx;
let secure: Emqx;
let strange: Server & { at: string };
let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
let gateway: RunningGateway;
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-front-'));
  writeFileSync(join(dir, 'index.html'), '<title>console</title>');
  main = await startEmqx({ nodes: NODES, foreign: true });
  second = await startEmqx({ base: '/behind/a/proxy', version: '5.10.1', password: 'other' });
  const tls = { key: readFileSync(pem('server.key'), 'utf8'), cert: readFileSync(pem('server.pem'), 'utf8') };
  secure = await startEmqx({ tls });
  strange = await odd((request, response) => handle(request, response));
  const secureUrl = secure.url.replace('127.0.0.1', 'localhost');
  const started = await startGateway({
    host: '127.0.0.1',
    port: 0,
    emqx: `main=${main.url},second=${second.url},secure=${secureUrl},strange=${strange.at},gone=http://127.0.0.1:1`,
    caFile: pem('ca.pem'),
    consoleDir: dir,
    timeout: 1000,
  });
  if (!started.ok) throw new Error(started.error.message);
  gateway = started.value;
});

afterAll(async () => {
  await gateway.stop();
  await Promise.all([main, second, secure].map((emqx) => emqx.stop()));
  strange.closeAllConnections();
  strange.close();
  rmSync(dir, { recursive: true });
});

async function call(method: string, path: string, token?: string, body?: unknown, cluster = 'main') {
  const answer = await fetch(`${gateway.url}/clusters/${cluster}/api/v5${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const parsed: any = /^[[{]/.test(text) ? JSON.parse(text) : text;
  return { status: answer.status, body: parsed, headers: answer.headers };
}

async function signIn(cluster = 'main', password = 'public'): Promise<string> {
  const login = await call('POST', '/login', undefined, { username: 'admin', password }, cluster);
  return login.body.token;
}

describe('in front of EMQX', () => {
  it('a whole console flow: connector, action, source, rule, test, metrics, deletion', async () => {
    const token = await signIn();
    const target = await odd((_request, response) => response.end());
    const at = (name: string) => ({ type: 'http', name, url: target.at });
    expect((await call('POST', '/connectors_probe', token, at('c'))).status).toBe(204);
    expect((await call('POST', '/connectors', token, at('c'))).body).toMatchObject({
      status: 'connected',
      node_status: [{ node: 'emqx@a', status: 'connected' }, { node: 'emqx@b' }],
      pool_size: 8,
    });
    const action = { type: 'http', name: 'a', connector: 'c', parameters: { path: '/${topic}' } };
    expect((await call('POST', '/actions', token, action)).status).toBe(201);
    const rule = { id: 'r', sql: 'SELECT payload.x AS x FROM "t/#" WHERE x > 1', actions: ['http:a'] };
    expect((await call('POST', '/rules', token, rule)).body.from).toEqual(['t/#']);
    const context = { event_type: 'message_publish', topic: 't/1', payload: '{"x":12345678901234567890}' };
    const test = await fetch(`${gateway.url}/api/v5/rule_test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: rule.sql, context }),
    });
    expect(await test.text()).toBe('{"x":12345678901234567890}');
    await call('POST', '/publish', token, { topic: 't/1', payload: '{"x":2}', qos: 1 });
    await call('POST', '/publish', token, { topic: 't/1', payload: '{"x":0}' });
    expect((await call('GET', '/rules/r/metrics', token)).body.metrics).toMatchObject({ matched: 2, passed: 1 });
    expect((await call('GET', '/actions/http:a/metrics', token)).body.node_metrics).toMatchObject([
      { node: 'emqx@a', metrics: { matched: 1, success: 1 } },
      { node: 'emqx@b', metrics: { matched: 0 } },
    ]);
    expect((await call('DELETE', '/actions/http%3Aa', token)).body.rules).toEqual(['r']);
    for (const path of ['/rules/r', '/actions/http:a', '/connectors/http:c']) {
      expect((await call('DELETE', path, token)).status).toBe(204);
    }
    target.close();
  });

  it("EMQX's own words on tokens come through: none, a bad one, an old one", async () => {
    expect((await call('GET', '/rules')).body.code).toBe('AUTHORIZATION_HEADER_ERROR');
    expect((await call('GET', '/rules', 'made-up')).body.code).toBe('BAD_TOKEN');
    const token = await signIn();
    main.expireTokens();
    const old = await call('GET', '/rules', token);
    expect([old.status, old.body.code]).toEqual([401, 'TOKEN_TIME_OUT']);
    expect((await call('POST', '/login', undefined, { username: 'admin', password: 'x' })).body.code).toBe(
      'BAD_USERNAME_OR_PWD',
    );
  });

  it('types, fields and versions nobody here knows survive, and nodes may disagree', async () => {
    const token = await signIn();
    main.seenBy('connectors', 'futuredb:archive', {
      node: 'emqx@b',
      status: 'disconnected',
      status_reason: 'no route',
    });
    const { body } = await call('GET', '/connectors/futuredb:archive', token);
    expect(body).toMatchObject({ quantum: { depth: 3 }, status: 'inconsistent' });
    expect(body.node_status[1]).toEqual({ node: 'emqx@b', status: 'disconnected', status_reason: 'no route' });
    const other = await signIn('second', 'other');
    expect((await call('GET', '/nodes', other, undefined, 'second')).body[0].version).toBe('5.10.1');
  });

  it('clusters do not share sessions, and a sub-path is kept', async () => {
    const token = await signIn();
    expect((await call('GET', '/rules', token, undefined, 'second')).body.code).toBe('BAD_TOKEN');
    await signIn('second', 'other');
    expect(second.requests).toContain('POST /behind/a/proxy/api/v5/login');
    expect((await call('GET', '/sluice/capabilities', undefined, undefined, 'second')).body).toMatchObject({
      backend: 'emqx',
      cluster: 'second',
      clusters: [{ name: 'main' }, { name: 'second' }, { name: 'secure' }, { name: 'strange' }, { name: 'gone' }],
    });
    expect((await call('GET', '/sluice/webhooks', token)).status).toBe(404);
  });

  it('exports the objects of a cluster, types it does not know too, in the name of who asks', async () => {
    const token = await signIn();
    const { status, headers, body } = await call('GET', '/sluice/export', token);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    expect(body).toContain('quantum:\n      depth: 3');
    expect(body).not.toContain('node_status');
    const one = await call('GET', '/sluice/export?kind=rule&id=from_the_future&format=json', token);
    expect(one.body).toMatchObject({ connectors: [], rules: [{ id: 'from_the_future', tags: ['new'] }] });
    expect((await call('GET', '/sluice/export?kind=rule&id=none', token)).body.code).toBe('NOT_FOUND');
    expect((await call('GET', '/sluice/export?kind=nope', token)).body.code).toBe('BAD_REQUEST');
    expect((await call('GET', '/sluice/export')).body.code).toBe('AUTHORIZATION_HEADER_ERROR');
    expect((await call('GET', '/sluice/export', 'made-up')).body.code).toBe('BAD_TOKEN');
    expect((await call('GET', '/sluice/export', token, undefined, 'gone')).status).toBe(502);
    expect((await call('GET', '/sluice/capabilities')).body.features).toEqual(['export', 'apply']);
  });

  it('TLS: with its CA it is trusted, without it the answer says what to do', async () => {
    expect(typeof (await signIn('secure'))).toBe('string');
    const started = await startGateway({ host: '127.0.0.1', port: 0, emqx: secure.url, consoleDir: dir });
    if (!started.ok) throw new Error(started.error.message);
    const answer = await fetch(`${started.value.url}/api/v5/nodes`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('--emqx-ca');
    await started.value.stop();
    const missing = await startGateway({
      host: '127.0.0.1',
      port: 0,
      emqx: secure.url,
      caFile: join(dir, 'none'),
      consoleDir: dir,
    });
    expect(missing).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/--emqx-ca, .*none, cannot be read: there is no such file/) },
    });
    const nonsense = await startGateway({
      host: '127.0.0.1',
      port: 0,
      emqx: secure.url,
      caFile: join(dir, 'index.html'),
      consoleDir: dir,
    });
    expect(nonsense).toMatchObject({ ok: false, error: { message: expect.stringMatching(/no certificate/) } });
  });
});

describe('a cluster in trouble', () => {
  it('that is gone: 502 and a sentence; others and the console stay', async () => {
    const answer = await call('GET', '/rules', undefined, undefined, 'gone');
    expect([answer.status, answer.body.cluster]).toEqual([502, 'gone']);
    expect((await fetch(gateway.url)).status).toBe(200);
    expect(typeof (await signIn())).toBe('string');
  });

  it('that is silent: 504 after the time limit, and the request is taken back', async () => {
    const token = await signIn();
    main.behave('silent');
    const before = Date.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/rules', token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504));
    expect(Date.now() - before).toBeLessThan(10_000);
    main.behave('normal');
    expect((await call('GET', '/rules', token)).status).toBe(200);
  });

  it('that breaks off: the client sees a broken answer, never half of one as if it were whole', async () => {
    const token = await signIn();
    main.behave('dying');
    await expect(call('GET', '/connectors', token)).rejects.toThrow();
    main.behave('normal');
    expect((await call('GET', '/connectors', token)).status).toBe(200);
  });

  it('that stalls within an answer', async () => {
    handle = (_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('12345');
    await expect(call('GET', '/x', undefined, undefined, 'strange')).rejects.toThrow();
  });

  it('that closes connections it kept: the next reading request is sent again', async () => {
    let connections = 0;
    const counting = (): void => void connections++;
    strange.on('connection', counting);
    handle = (_request, response) => {
      response.end('{}');
    };
    expect((await call('GET', '/x', undefined, undefined, 'strange')).status).toBe(200);
    handle = (request, response) => {
      handle = (_request, again) => void again.end('{}');
      if (request.method === 'GET') response.socket?.resetAndDestroy();
    };
    expect((await call('GET', '/x', undefined, undefined, 'strange')).status).toBe(200);
    strange.off('connection', counting);
    expect(connections).toBeLessThan(4);
  });
});

describe('what passes', () => {
  it('huge answers flow through as they come, without being collected', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let asked = 0;
    handle = (_request, response) => {
      const more = (): void => {
        asked++;
        if (asked > 64) response.end();
        else if (response.write(chunk)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    const answer = await fetch(`${gateway.url}/clusters/strange/api/v5/huge`);
    const reader = answer.body?.getReader();
    await reader?.read();
    // the reader waits, so does the cluster: what is on the way fits into the buffers of the connections
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBeLessThan(40);
    let bytes = chunk.length;
    for (bytes = 0; ; ) {
      const next = await reader?.read();
      if (next === undefined || next.done) break;
      bytes += next.value.length;
    }
    expect(asked).toBe(65);
    expect(bytes).toBeGreaterThan(60 * chunk.length);
  });

  it('bodies stream up, of any size and type', async () => {
    let bytes = 0;
    handle = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => response.end(String(request.headers['content-type'])));
    };
    const body = Buffer.alloc(20 * 1024 * 1024);
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(`${gateway.url}/clusters/strange/api/v5/up`, { method: 'POST', body, headers });
    expect([await answer.text(), bytes]).toEqual(['application/octet-stream', body.length]);
  });

  it('headers, cookies and the query, but nothing that belongs to one connection', async () => {
    let seen: IncomingMessage | undefined;
    handle = (request, response) => {
      seen = request;
      response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; HttpOnly']);
      response.setHeader('keep-alive', 'timeout=99');
      response.setHeader('proxy-authenticate', 'Basic');
      response.end('{}');
    };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const path = '/clusters/strange/api/v5/rules?like_id=%2F%3A&a=1&a=2';
      const headers = {
        cookie: 'c=3',
        te: 'trailers',
        connection: 'x-hop, keep-alive',
        'x-hop': '1',
        'proxy-authorization': 'x',
      };
      http.get(new URL(path, gateway.url), { headers }, (response) => resolve(response.resume()));
    });
    expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
    expect(answer.headers['proxy-authenticate']).toBeUndefined();
    expect(answer.headers['keep-alive']).not.toBe('timeout=99');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(seen?.url).toBe('/api/v5/rules?like_id=%2F%3A&a=1&a=2');
    expect(seen?.headers.cookie).toBe('c=3');
    expect(seen?.headers.host).toBe(new URL(strange.at).host);
    for (const name of ['te', 'x-hop', 'proxy-authorization', 'upgrade']) expect(seen?.headers[name]).toBeUndefined();
    expect(seen?.headers['x-forwarded-for']).toMatch(/127\.0\.0\.1/);
  });

  it('no upgrade to another protocol', async () => {
    handle = (request, response) => void response.end(`upgrade ${String(request.headers.upgrade)}`);
    const { port } = new URL(gateway.url);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let all = '';
      socket.on('data', (chunk) => {
        all += chunk;
        if (all.includes('upgrade undefined') || all.includes('101')) socket.destroy();
      });
      socket.on('close', () => resolve(all));
      const headers = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13';
      socket.write(`GET /clusters/strange/api/v5/ws HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`);
    });
    expect(text).toContain('HTTP/1.1 200');
    expect(text).toContain('upgrade undefined');
  });

  it('a client that goes away takes its request with it', async () => {
    const closed = new Promise<void>((resolve) => {
      handle = (request) => void request.on('close', resolve);
    });
    const controller = new AbortController();
    const asked = fetch(`${gateway.url}/clusters/strange/api/v5/long`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(asked).rejects.toThrow();
    await closed;
  });
});
