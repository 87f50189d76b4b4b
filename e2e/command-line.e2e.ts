import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder, runToEnd, startProduct } from './product.ts';

let data: ReturnType<typeof dataFolder>;
beforeEach(() => {
  data = dataFolder();
});
afterEach(() => data.remove());

/** Holds a port so that nobody else can have it. */
async function takenPort(): Promise<{ port: number; release(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, release: () => server.close() };
}

describe('the command line', () => {
  it('--help names every option and its variable', async () => {
    const { code, output } = await runToEnd(['--help']);
    expect(code).toBe(0);
    for (const word of ['--host', '--port', '--mqtt-host', '--mqtt-port', '--data', '--emqx', '--help']) {
      expect(output).toContain(word);
    }
    for (const word of [
      'SLUICE_HOST',
      'SLUICE_PORT',
      'SLUICE_MQTT_HOST',
      'SLUICE_MQTT_PORT',
      'SLUICE_DATA',
      'SLUICE_ADMIN_PASSWORD',
      'EMQX_URL',
    ]) {
      expect(output).toContain(word);
    }
  });

  it.each([
    [['--nope'], /--nope/],
    [['--port', 'abc'], /port/],
    [['--port', '70000'], /port/],
  ])('%j is refused in a sentence', async (args, word) => {
    const { code, output } = await runToEnd(['--data', data.path, ...args]);
    expect(code).toBe(2);
    expect(output).toMatch(word);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it.each(['--port', '--mqtt-port'])('a taken %s gives a sentence that names it, not a stack', async (option) => {
    const taken = await takenPort();
    try {
      const other = option === '--port' ? '--mqtt-port' : '--port';
      const { code, output } = await runToEnd(['--data', data.path, option, String(taken.port), other, '0']);
      expect(code).toBe(1);
      expect(output).toContain(String(taken.port));
      expect(output).not.toMatch(/\n\s+at /);
      expect(output).not.toMatch(/^ready /m);
    } finally {
      taken.release();
    }
  });

  it('prints a generated password on the first start only, and Ctrl-C ends it within 5 s', async () => {
    const env = { SLUICE_ADMIN_PASSWORD: undefined };
    const first = await startProduct(data.path, { env });
    const password = /password.*: (\S{12,})$/m.exec(first.output())?.[1];
    expect(password, first.output()).toBeTruthy();
    const login = await fetch(new URL('api/v5/login', first.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    expect(login.status).toBe(200);
    const end = await first.end('SIGINT');
    expect(end.code).toBe(0);
    expect(end.ms).toBeLessThan(5000);

    const second = await startProduct(data.path, { env });
    expect(second.output()).not.toContain(password);
    expect((await second.end('SIGTERM')).code).toBe(0);
  });

  it('says where it is: console, MQTT and data', async () => {
    const product = await startProduct(data.path);
    expect(product.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/?$/);
    expect(product.mqtt).toMatch(/127\.0\.0\.1:\d+/);
    expect(product.data).toBe(data.path);
    expect(product.pid).toBeGreaterThan(1);
    await product.end('SIGINT');
  });
});
