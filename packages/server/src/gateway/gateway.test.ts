import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { parseClusters } from './clusters.ts';
import { type RunningGateway, startGateway } from './start-gateway.ts';

describe('the gateway', () => {
  // Our own server stands in for the cluster: it speaks the same API
  let cluster: TestServer;
  let silent: Server;
  let gateway: RunningGateway;
  let dir: string;

  beforeAll(async () => {
    cluster = await startTestServer();
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    dir = mkdtempSync(join(tmpdir(), 'sluice-gateway-'));
    mkdirSync(join(dir, 'assets'));
    writeFileSync(join(dir, 'index.html'), '<script nonce="__CSP_NONCE__"></script>');
    writeFileSync(join(dir, 'assets/a.js'), '1');
    const started = await startGateway({
      host: '127.0.0.1',
      port: 0,
      emqx: `main=${cluster.url},down=http://127.0.0.1:1,slow=http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      consoleDir: dir,
      timeout: 300,
    });
    if (!started.ok) throw new Error(started.error.message);
    gateway = started.value;
  });

  afterAll(async () => {
    await gateway.stop();
    await cluster.stop();
    silent.closeAllConnections();
    silent.close();
    rmSync(dir, { recursive: true });
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(gateway.url + path, {
      method,
      headers: {
        authorization: `Bearer ${cluster.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, text, headers: answer.headers };
  };

  it('passes the API on, both ways, byte for byte', async () => {
    const rule = { id: 'through', sql: 'SELECT * FROM "a/#"' };
    expect((await call('POST', '/api/v5/rules', rule)).status).toBe(201);
    const direct = await cluster.call('GET', '/rules/through');
    const passed = await call('GET', '/api/v5/rules/through');
    expect(passed.text).toBe(direct.text);
    expect(passed.headers.get('etag')).toBe(direct.headers.get('etag'));
    expect((await call('GET', '/clusters/main/api/v5/rules?like_id=thr')).text).toContain('through');
    expect((await call('GET', '/api/v5/connectors/http%3Anone')).status).toBe(404);
    expect((await call('DELETE', '/api/v5/rules/through')).status).toBe(204);
    expect((await call('PATCH', '/api/v5/rules')).status).toBe(405);
  });

  it('says of a cluster that is down or slow what is wrong', async () => {
    const down = await call('GET', '/clusters/down/api/v5/rules');
    expect(down.status).toBe(502);
    expect(JSON.parse(down.text)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/refuses/),
      cluster: 'down',
    });
    const slow = await call('GET', '/clusters/slow/api/v5/rules');
    expect(slow.status).toBe(504);
    expect(JSON.parse(slow.text).message).toMatch(/does not answer in time/);
    expect((await call('GET', '/clusters/none/api/v5/rules')).status).toBe(404);
  });

  it('tells the console which clusters there are', async () => {
    const { text } = await call('GET', '/api/v5/sluice/capabilities');
    expect(JSON.parse(text)).toMatchObject({
      backend: 'emqx',
      cluster: 'main',
      clusters: [{ name: 'main', base: 'clusters/main/api/v5' }, { name: 'down' }, { name: 'slow' }],
    });
  });

  it('serves the console with a fresh nonce and a strict policy', async () => {
    const [one, two] = [await call('GET', '/'), await call('GET', '/connectors')];
    const nonce = /nonce="([^"]+)"/.exec(one.text)?.[1];
    expect(nonce).toHaveLength(24);
    expect(two.text).not.toContain(nonce);
    const policy = one.headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await call('GET', '/assets/a.js')).headers.get('cache-control')).toContain('immutable');
    expect((await call('GET', '/assets/none.js')).status).toBe(404);
    expect((await call('GET', '/rules/name.with.dots')).text).toContain('<script');
    const head = await fetch(gateway.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await call('GET', '/..%2f..%2fetc/passwd')).text).not.toContain('root:');
  });
});

describe('parseClusters', () => {
  it('reads one or several', () => {
    const result = parseClusters('http://a:18083, b=https://b.example/sub');
    expect(result.ok && result.value.map(({ name, url }) => [name, url.href])).toEqual([
      ['a:18083', 'http://a:18083/'],
      ['b', 'https://b.example/sub'],
    ]);
  });

  it.each(['a:18083', '', 'ftp://x', 'a=http://x,a=http://y'])('refuses %j', (text) => {
    expect(parseClusters(text).ok).toBe(false);
  });
});
