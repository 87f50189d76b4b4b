import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTransfer } from '../cli/transfer-command.ts';
import { type Emqx, startEmqx } from '../testing/emqx/index.ts';
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { type RunningGateway, startGateway } from './start-gateway.ts';

/** One real target, so that connectors can be made. */
let target: Server;
let url: string;
let one: Emqx;
let two: Emqx;
let ours: TestServer;
let gateway: RunningGateway;
let dir: string;

beforeAll(async () => {
  target = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  one = await startEmqx();
  two = await startEmqx({ base: '/below' });
  ours = await startTestServer();
  dir = mkdtempSync(join(tmpdir(), 'sluice-gateway-transfer-'));
  const started = await startGateway({
    host: '127.0.0.1',
    port: 0,
    emqx: `one=${one.url},two=${two.url},ours=${ours.url},gone=http://127.0.0.1:1`,
    consoleDir: dir,
  });
  if (!started.ok) throw new Error(started.error.message);
  gateway = started.value;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([one.stop(), two.stop(), ours.stop()]);
  target.close();
  rmSync(dir, { recursive: true });
});

const WORD: Record<string, string> = { one: 'public', two: 'public', ours: PASSWORD };

async function call(cluster: string, method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${gateway.url}/clusters/${cluster}/api/v5${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

async function signIn(cluster: string) {
  const { body } = await call(cluster, 'POST', '/login', { username: 'admin', password: WORD[cluster] });
  return (method: string, path: string, sent?: unknown) => call(cluster, method, path, sent, body.token);
}

const connector = () => ({ type: 'http', name: 'h', url, enable: true, headers: { authorization: 'Bearer 1' } });
const action = { type: 'http', name: 'a', connector: 'h', parameters: { method: 'post', path: '/x', body: '${a}' } };
const rule = { id: 'r', sql: 'SELECT * FROM "t/#"', actions: ['http:a'], description: 'first' };
const SECRET = { SLUICE_SECRET_CONNECTOR_HTTP_H_HEADERS_AUTHORIZATION: 'Bearer 1' };

describe.each(['two', 'ours'])('apply through the gateway to %s', (to) => {
  it('brings everything from one cluster to another: the same document comes out again', async () => {
    const source = await signIn('one');
    const there = await signIn(to);
    if (to === 'two') {
      for (const [path, body] of [
        ['/connectors', connector()],
        ['/actions', action],
        ['/rules', rule],
      ] as const)
        expect((await source('POST', path, body)).status).toBe(201);
    }
    const document = (await source('GET', '/sluice/export')).text;
    const dry = await there('POST', '/sluice/apply?dry_run=true', { document, secrets: SECRET });
    expect(dry.body).toMatchObject({ applied: false, missing: [] });
    expect(dry.body.steps.map(({ verb, kind }: Record<string, string>) => `${verb} ${kind}`)).toEqual([
      'create connectors',
      'create actions',
      'create rules',
    ]);
    expect((await there('GET', '/connectors')).body).toEqual([]);
    const missing = await there('POST', '/sluice/apply', { document });
    expect([missing.status, missing.body.message]).toEqual([400, expect.stringMatching(/AUTHORIZATION.*Nothing was/)]);
    const done = await there('POST', '/sluice/apply', { document, secrets: SECRET });
    expect([done.status, done.body.applied, done.text]).toEqual([200, true, expect.any(String)]);
    const again = await there('POST', '/sluice/apply', { document });
    expect(again.body).toMatchObject({ steps: [], applied: true });
    if (to === 'two') expect((await there('GET', '/sluice/export')).text).toBe(document);
  });

  it('takes back what was done when a step fails, and says so', async () => {
    const there = await signIn(to);
    const before = (await there('GET', '/sluice/export')).text;
    const document = JSON.stringify({
      version: 1,
      connectors: [{ ...connector(), name: 'fresh' }],
      actions: [{ ...action, parameters: { ...action.parameters, path: '/changed' } }],
      rules: [{ id: 'bad', sql: 'SELECT FROM nothing' }],
    });
    const failed = await there('POST', '/sluice/apply', { document });
    expect(failed).toMatchObject({ status: 400, body: { applied: false, stuck: [], failed: { id: 'bad' } } });
    expect(failed.body.undone.map(({ id }: { id: string }) => id)).toEqual(['http:a', 'http:fresh']);
    expect(failed.body.message).toMatch(/^create rule bad: .* What was done before has been taken back\.$/s);
    expect((await there('GET', '/sluice/export')).text).toBe(before);
  });

  it('says what could not be taken back: secrets that only the cluster knew', async () => {
    const there = await signIn(to);
    const document = JSON.stringify({
      version: 1,
      connectors: [{ ...connector(), headers: { authorization: 'Bearer 2' } }],
      rules: [{ id: 'bad', sql: 'SELECT FROM nothing' }],
    });
    const { body } = await there('POST', '/sluice/apply', { document });
    expect(body.stuck).toMatchObject([{ verb: 'update', id: 'http:h', message: expect.stringContaining('secrets') }]);
    expect(body.message).toContain('but for: update connector http:h');
  });

  it('deletes what is not described only when asked to, last things first', async () => {
    const there = await signIn(to);
    expect((await there('POST', '/sluice/apply', { document: 'version: 1' })).body.steps).toEqual([]);
    const pruned = await there('POST', '/sluice/apply', { document: 'version: 1', prune: true });
    expect(pruned.body.steps.map(({ kind }: { kind: string }) => kind)).toEqual(['rules', 'actions', 'connectors']);
    expect((await there('GET', '/connectors')).body).toEqual([]);
  });

  it('leaves users and bans of MQTT to the cluster, and says so', async () => {
    const there = await signIn(to);
    const document = 'version: 1\nmqtt_users:\n  - {username: a, password: p}\nmqtt_bans: []\n';
    expect((await there('POST', '/sluice/apply', { document })).body).toMatchObject({
      steps: [],
      skipped: ['mqtt_users'],
    });
  });
});

describe('apply through the gateway', () => {
  it('asks in the name of who asks, and refuses nonsense', async () => {
    const body = { document: 'version: 1' };
    expect((await call('one', 'POST', '/sluice/apply', body)).status).toBe(401);
    expect((await call('gone', 'POST', '/sluice/apply', body)).status).toBe(502);
    const there = await signIn('one');
    expect((await there('POST', '/sluice/apply', { nope: 1 })).status).toBe(400);
    expect((await there('POST', '/sluice/apply', 'x')).status).toBe(400);
    expect((await there('POST', '/sluice/apply', { document: 'version: 7' })).status).toBe(400);
    expect((await there('POST', '/sluice/apply', { document: 'x'.repeat(17_000_000) })).status).toBe(413);
    expect((await call('none', 'POST', '/sluice/apply', body)).status).toBe(404);
  });

  it('a cluster that goes silent in the middle: what is not known is named', async () => {
    const there = await signIn('two');
    const silent = await startEmqx();
    const quick = await startGateway({
      host: '127.0.0.1',
      port: 0,
      emqx: silent.url,
      consoleDir: dir,
      timeout: 300,
    });
    if (!quick.ok) throw new Error(quick.error.message);
    const post = async (path: string, body: object, token = '') =>
      fetch(`${quick.value.url}/api/v5${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const { token } = (await (await post('/login', { username: 'admin', password: 'public' })).json()) as {
      token: string;
    };
    const rules = Array.from({ length: 40 }, (_, n) => ({ id: `r${n}`, sql: 'SELECT * FROM "t"', actions: [] }));
    // When it has told what is there and taken some rules.
    silent.behave('silent', 20);
    const answer = await post('/sluice/apply', { document: JSON.stringify({ version: 1, rules }) }, token);
    const made = silent.requests.filter((line) => line === 'POST /api/v5/rules').length - 1;
    expect(made).toBeGreaterThan(2);
    const body = (await answer.json()) as { message: string; stuck: { message: string }[] };
    expect(answer.status).toBe(400);
    expect(body.stuck[0]?.message).toContain('it may have been done');
    expect(body.stuck).toHaveLength(made + 1);
    await quick.value.stop();
    await silent.stop();
    expect((await there('GET', '/rules')).status).toBe(200);
  });

  it('from the command line: to a gateway, and to EMQX itself', async () => {
    const file = join(dir, 'doc.yaml');
    for (const at of [`${gateway.url}/clusters/two`, one.url]) {
      const run = async (command: 'export' | 'apply', args: string[]) => {
        const lines: string[] = [];
        const env = { SLUICE_URL: at, SLUICE_PASSWORD: 'public', ...SECRET };
        const done = await runTransfer(command, args, { env, print: (line) => lines.push(line) });
        return done.ok ? lines : [done.error.message];
      };
      writeFileSync(file, 'version: 1\n');
      await run('apply', [file, '--prune']);
      writeFileSync(file, JSON.stringify({ version: 1, connectors: [connector()], actions: [action], rules: [rule] }));
      expect((await run('apply', [file, '--dry-run'])).length).toBe(3);
      expect((await run('apply', [file])).at(-1)).toBe('Done: 3 changes.');
      const [first, second] = [join(dir, 'first.yaml'), join(dir, 'second.yaml')];
      await run('export', [first]);
      await run('apply', [file, '--prune']);
      await run('export', [second]);
      expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
      writeFileSync(file, 'version: 1\nrules:\n  - {id: x1, sql: SELECT * FROM "a"}\n  - {id: x2, sql: SELECT FROM}\n');
      expect((await run('apply', [file]))[0]).toMatch(/^create rule x2: .* has been taken back\.$/s);
      await run('export', [second]);
      expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
    }
  });
});
