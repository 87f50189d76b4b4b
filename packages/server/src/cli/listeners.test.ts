import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectAsync } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';

const main = new URL('../main.ts', import.meta.url).pathname;
const pem = (name: string) => new URL(`../../../broker/src/testing/certificates/${name}`, import.meta.url).pathname;
const TLS = ['--mqtt-tls-cert', pem('server.pem'), '--mqtt-tls-key', pem('server.key')];

let child: ChildProcess | undefined;
let data = '';
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
});

/** Starts the command; gives its exit code and standard error, or its "ready" line. */
async function start(args: readonly string[]) {
  data = mkdtempSync(join(tmpdir(), 'sluice-command-'));
  const common = ['--port', '0', '--mqtt-port', '0', '--data', data];
  const started = spawn(process.execPath, ['--import', 'tsx', main, ...common, ...args], {
    env: { ...process.env, SLUICE_ADMIN_PASSWORD: 'sluice-tests-1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let errors = '';
  started.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ready = new Promise<{ url: string; mqtt: string; listeners: string[] }>((resolve) => {
    createInterface({ input: started.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve(JSON.parse(line.slice(6)));
    });
  });
  const ended = once(started, 'close').then(([code]) => ({ code: code as number, errors }));
  return await Promise.race([ready, ended]);
}

describe('the command with more listeners', () => {
  it('serves all four kinds of listener and says where', async () => {
    const running = await start([...TLS, '--mqtt-tls', '0', '--mqtt-ws', '0', '--mqtt-wss', '0']);
    if (!('listeners' in running)) throw new Error(running.errors);
    expect(running.listeners.map((url) => url.replace(/\d+(?=\/|$)/, 'n'))).toEqual([
      'mqtts://127.0.0.1:n',
      'ws://127.0.0.1:n/mqtt',
      'wss://127.0.0.1:n/mqtt',
    ]);
    for (const url of [running.mqtt, ...running.listeners]) {
      const client = await connectAsync(url.replace('127.0.0.1', 'localhost'), { ca: readFileSync(pem('ca.pem')) });
      await client.endAsync();
    }
  }, 30_000);

  it.each([
    [
      'a missing certificate',
      ['--mqtt-tls', '0', '--mqtt-tls-cert', '/no.pem', '--mqtt-tls-key', '/no.key'],
      'no such',
    ],
    ['a key of another certificate', ['--mqtt-wss', '0', ...TLS.slice(0, 3), pem('client.key')], 'does not belong'],
  ])(
    '%s: code 1, a sentence, and nothing begun',
    async (_, args, sentence) => {
      const ended = await start(args);
      expect(ended).toMatchObject({ code: 1 });
      expect('errors' in ended ? ended.errors : '').toContain(sentence);
      expect(readdirSync(data)).toEqual([]);
    },
    30_000,
  );

  it('a taken port: code 1, which one, and how to set it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const ended = await start(['--mqtt-ws', String(port)]);
    other.close();
    expect(ended).toMatchObject({ code: 1 });
    const errors = 'errors' in ended ? ended.errors : '';
    expect(errors).toMatch(new RegExp(`127.0.0.1:${port} of MQTT over WebSocket is taken.*--mqtt-ws`));
    expect(errors.trim()).not.toContain('\n');
  }, 30_000);
});
