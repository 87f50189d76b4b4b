import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

/** Rounds of creating, killing and looking; the long run sets KILL_ROUNDS=100. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2);
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const PASSWORD = 'kill-tests-1';
const data = mkdtempSync(join(tmpdir(), 'sluice-webhook-kill-'));
afterAll(() => rmSync(data, { recursive: true, force: true, maxRetries: 3 }));

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  call(method: string, path: string, body?: object): Promise<{ status: number; text: string }>;
}

async function start(): Promise<Running> {
  const args = ['--import', 'tsx', MAIN, '--data', data, '--port', '0', '--mqtt-port', '0'];
  const env = { ...process.env, SLUICE_ADMIN_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const ready = /^ready (.*)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve((JSON.parse(ready) as { url: string }).url);
    });
  });
  let token = '';
  const call: Running['call'] = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v5${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const login = await call('POST', '/login', { username: 'admin', password: PASSWORD });
  ({ token } = JSON.parse(login.text) as { token: string });
  return { child, ended, call };
}

it(`kill -9 leaves every webhook whole or not there (${ROUNDS} rounds)`, { timeout: ROUNDS * 40_000 }, async () => {
  const answered = new Set<string>();
  const deleted = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const product = await start();
    const work = Array.from({ length: 60 }, async (_, n) => {
      const name = `w${round}_${n}`;
      const connector = { url: 'http://127.0.0.1:9', pool_size: 1 };
      const made = await product.call('POST', '/sluice/webhooks', {
        name,
        enable: false,
        sql: 'SELECT * FROM "a"',
        connector,
      });
      if (made.status === 201) answered.add(name);
      if (n % 3 !== 0) return;
      const gone = await product.call('DELETE', `/sluice/webhooks/${name}`);
      if (gone.status === 204) deleted.add(name);
    });
    const settled = Promise.allSettled(work);
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 250));
    product.child.kill('SIGKILL');
    await Promise.all([settled, product.ended]);
  }
  const product = await start();
  try {
    const list = JSON.parse((await product.call('GET', '/sluice/webhooks')).text) as {
      name: string;
      complete: boolean;
    }[];
    expect(list.filter(({ complete }) => !complete)).toEqual([]);
    const names = new Set(list.map(({ name }) => name));
    // what was answered holds; a deletion may be done although nobody lived to be told
    const mayBeGone = (name: string) => Number(name.split('_')[1]) % 3 === 0;
    expect([...answered].filter((name) => !names.has(name) && !mayBeGone(name))).toEqual([]);
    expect([...deleted].filter((name) => names.has(name))).toEqual([]);
    expect(answered.size).toBeGreaterThan(0);
  } finally {
    product.child.kill('SIGKILL');
    await product.ended;
  }
});
