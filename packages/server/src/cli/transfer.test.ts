import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { readDocument } from '../transfer/document.ts';
import { runTransfer } from './transfer-command.ts';

let from: TestServer;
let to: TestServer;
let dir: string;
beforeAll(async () => {
  from = await startTestServer();
  to = await startTestServer();
  dir = mkdtempSync(join(tmpdir(), 'sluice-transfer-'));
  const mqtt = { type: 'mqtt', name: 'm', server: '127.0.0.1:1', enable: false, username: 'u', password: 'p1' };
  await from.call('POST', '/connectors', { body: mqtt });
  const http = {
    type: 'http',
    name: 'h',
    url: 'http://127.0.0.1:9',
    enable: false,
    headers: { authorization: 'Bearer 1' },
  };
  await from.call('POST', '/connectors', { body: http });
  await from.call('POST', '/actions', {
    body: { type: 'http', name: 'a', connector: 'h', parameters: { body: '${a}\n"b": 1' } },
  });
  await from.call('POST', '/sources', {
    body: { type: 'mqtt', name: 's', connector: 'm', parameters: { topic: 'x/#' } },
  });
  const sql = 'SELECT *\nFROM "$bridges/mqtt:s"\n-- ünïcode: #: "';
  await from.call('POST', '/rules', { body: { id: 'r', sql, actions: ['http:a', { function: 'console' }] } });
});
afterAll(async () => {
  await from.stop();
  await to.stop();
  rmSync(dir, { recursive: true });
});

async function transfer(
  server: TestServer,
  command: 'export' | 'apply',
  args: string[],
  env: Record<string, string | undefined> = {},
) {
  const lines: string[] = [];
  const result = await runTransfer(command, args, {
    env: { SLUICE_URL: server.url, SLUICE_PASSWORD: PASSWORD, ...env },
    print: (line) => lines.push(line),
  });
  return { ok: result.ok, error: result.ok ? undefined : result.error, lines };
}

const SECRETS = {
  SLUICE_SECRET_CONNECTOR_MQTT_M_PASSWORD: 'p1',
  SLUICE_SECRET_CONNECTOR_HTTP_H_HEADERS_AUTHORIZATION: 'Bearer 1',
};

describe('export and apply', () => {
  it('move everything to another server; exporting that gives the same bytes', async () => {
    const file = join(dir, 'one.yaml');
    expect((await transfer(from, 'export', [file])).ok).toBe(true);
    const { port } = new URL(from.url);
    const byPort = await transfer(from, 'export', [], { SLUICE_URL: undefined, SLUICE_PORT: port });
    expect(`${byPort.lines.join('\n')}\n`).toBe(readFileSync(file, 'utf8'));
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/p1|Bearer 1|\*\*\*\*\*\*/);

    const missing = await transfer(to, 'apply', [file]);
    expect(missing.error?.message).toMatch(/SLUICE_SECRET_CONNECTOR_HTTP_H_HEADERS_AUTHORIZATION.*Nothing was changed/);
    expect((await to.call('GET', '/connectors')).body).toEqual([]);

    const dry = await transfer(to, 'apply', [file, '--dry-run'], SECRETS);
    expect(dry.lines).toEqual([
      'create connector http:h',
      'create connector mqtt:m',
      'create action http:a',
      'create source mqtt:s',
      'create rule r',
    ]);
    expect((await to.call('GET', '/rules')).body.data).toEqual([]);

    expect((await transfer(to, 'apply', [file], SECRETS)).lines.at(-1)).toBe('Done: 5 changes.');
    const again = join(dir, 'two.yaml');
    await transfer(to, 'export', [again]);
    expect(readFileSync(again, 'utf8')).toBe(text);
    expect((await transfer(to, 'apply', [file])).lines).toEqual(['Nothing to do: everything is as described.']);
  });

  it('speak JSON too, and change only what differs, keeping secrets that are not given', async () => {
    const exported = (await transfer(to, 'export', ['--json'])).lines.join('\n');
    const document = JSON.parse(exported);
    document.rules[0].description = 'changed';
    document.connectors[1].keepalive = '30s';
    document.actions = [];
    const file = join(dir, 'three.json');
    writeFileSync(file, JSON.stringify(document));
    const { lines } = await transfer(to, 'apply', [file]);
    expect(lines).toEqual(['update connector mqtt:m (keepalive)', 'update rule r (description)', 'Done: 2 changes.']);
    expect((await to.call('GET', '/connectors/mqtt:m')).body).toMatchObject({ keepalive: '30s', password: '******' });
  });

  it('delete what is not described only when asked to, last things first', async () => {
    const file = join(dir, 'empty.yaml');
    writeFileSync(file, 'version: 1\n');
    expect((await transfer(to, 'apply', [file])).lines).toEqual(['Nothing to do: everything is as described.']);
    const { lines } = await transfer(to, 'apply', [file, '--prune']);
    expect(lines.slice(0, -1).map((line) => line.split(' ')[1])).toEqual([
      'rule',
      'source',
      'action',
      'connector',
      'connector',
    ]);
    expect((await to.call('GET', '/connectors')).body).toEqual([]);
  });

  it('change nothing when one thing cannot be done, and say which in a plain sentence', async () => {
    const file = join(dir, 'bad.yaml');
    writeFileSync(
      file,
      'version: 1\nrules:\n  - id: ok1\n    sql: SELECT * FROM "a"\n  - id: bad\n    sql: SELECT FROM\n',
    );
    const { error } = await transfer(to, 'apply', [file]);
    expect(error?.message).toMatch(/^create rule bad: .*FROM.* Nothing was changed\.$/s);
    expect(error?.message).not.toMatch(/BAD_REQUEST|400/);
    expect((await to.call('GET', '/rules/ok1')).status).toBe(404);
  });

  it.each([
    [['--nope'], 2, /--nope/],
    [['a', 'b'], 2, /one file/],
    [['/nowhere/x.yaml'], 1, /no such file/],
  ])('refuse %j', async (args, code, message) => {
    expect((await transfer(to, 'apply', args)).error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('say what is wrong with signing in or the address', async () => {
    expect((await transfer(to, 'export', [], { SLUICE_PASSWORD: 'wrong' })).error?.message).toMatch(
      /password is wrong/,
    );
    expect((await transfer(to, 'export', ['--url', 'http://127.0.0.1:1'])).error?.message).toMatch(/cannot be reached/);
  });
});

describe('readDocument', () => {
  it.each([
    ['a: [', /not valid YAML/],
    ['[]', /must have "version"/],
    ['version: 2', /version 2/],
    ['version: 1\nrulez: []', /"rulez"/],
    ['version: 1\nrules: {}', /must be a list/],
    ['version: 1\nrules: [{sql: x}]', /rules\[0\] has no id/],
    ['version: 1\nconnectors: [5]', /connectors\[0\] has no type and name/],
    ['version: 1\nx: &a [1]\ny: *a', /not valid YAML|"x"/],
  ])('refuses %j', (text, message) => {
    const result = readDocument(text);
    expect(result.ok ? '' : result.error).toMatch(message);
  });
});
