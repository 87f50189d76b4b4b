import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = new URL('../main.ts', import.meta.url).pathname;
const PASSWORD = 'sluice-tests-1';
const CLIENTS = 6;

interface Running {
  readonly url: string;
  readonly mqtt: string;
}

describe('SIGTERM under load', () => {
  let data = '';
  let child: ChildProcess | undefined;
  let sink: Server;
  /** How often each body came in, which of them were answered, and how long an answer takes. */
  const counts = new Map<string, number>();
  const answered = new Set<string>();
  let answerMs = 0;

  beforeEach(async () => {
    counts.clear();
    answered.clear();
    data = mkdtempSync(join(tmpdir(), 'sluice-sigterm-'));
    sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        counts.set(body, (counts.get(body) ?? 0) + 1);
        setTimeout(() => response.end(() => answered.add(body)), answerMs);
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    sink.closeAllConnections();
    await new Promise((resolve) => sink.close(resolve));
    rmSync(data, { recursive: true, force: true });
  });

  const requests = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const connections = () => new Promise<number>((resolve) => sink.getConnections((_, count) => resolve(count)));

  async function start(): Promise<Running> {
    const args = ['--import', 'tsx', main, '--port', '0', '--mqtt-port', '0', '--data', data];
    const started = spawn(process.execPath, args, {
      env: { ...process.env, SLUICE_ADMIN_PASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    return new Promise((resolve, reject) => {
      started.once('exit', (code) => reject(new Error(`ended with ${code}`)));
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.startsWith('ready ')) resolve(JSON.parse(line.slice(6)) as Running);
      });
    });
  }

  async function api({ url }: Running): Promise<(method: string, path: string, body?: object) => Promise<unknown>> {
    const call = async (method: string, path: string, body?: object, token?: string) => {
      const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(new URL(`/api/v5${path}`, url), {
        method,
        headers: { 'content-type': 'application/json', ...authorization },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const { token } = (await call('POST', '/login', { username: 'admin', password: PASSWORD })) as { token: string };
    return (method, path, body) => call(method, path, body, token);
  }

  it.each([2, 300])(
    'everything acknowledged arrives, what was answered only once, and the books agree (answers after %i ms)',
    { timeout: 300_000 },
    async (slowness) => {
      answerMs = slowness;
      const first = await start();
      const call = await api(first);
      const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
      await call('POST', '/connectors', { type: 'http', name: 'sink', url });
      const parameters = { method: 'post', path: '/', body: '${payload}' };
      await call('POST', '/actions', { type: 'http', name: 'out', connector: 'sink', parameters });
      await call('POST', '/rules', { id: 'r', sql: 'SELECT payload FROM "t/#"', actions: ['http:out'] });

      const acked = new Set<string>();
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) => connectAsync(first.mqtt, { clientId: `c${n}`, reconnectPeriod: 0 })),
      );
      for (const client of clients) client.on('error', () => {});
      let n = 0;
      const flood = setInterval(() => {
        for (const [index, client] of clients.entries()) {
          const body = `c${index}:${n++}`;
          client.publish(`t/${index}`, body, { qos: 1 }, (error) => {
            if (!error) acked.add(body);
          });
        }
      }, 5);
      await expect.poll(() => acked.size, { timeout: 100_000 }).toBeGreaterThan(600);
      const ended = once(child as ChildProcess, 'exit');
      const asked = performance.now();
      child?.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      expect(performance.now() - asked).toBeLessThan(5_000);
      clearInterval(flood);
      await Promise.all(clients.map((client) => client.endAsync(true)));

      await expect.poll(connections).toBe(0);
      const before = requests();
      const left = [...acked].filter((body) => !counts.has(body)).length;
      // A stop waits a second for answers. What a slow machine answers later than that is asked again: nobody can know.
      const unanswered = [...counts.keys()].filter((body) => !answered.has(body));
      answerMs = 0;
      const again = await api(await start());
      await expect.poll(() => [...acked].filter((body) => !counts.has(body)), { timeout: 100_000 }).toEqual([]);
      // What it found in its buffer is what had not been answered, to the message.
      const books = async () =>
        ((await again('GET', '/actions/http:out/metrics')) as { metrics: Record<string, number> }).metrics;
      await expect.poll(books, { timeout: 60_000 }).toMatchObject({ inflight: 0, queuing: 0 });
      const twice = [...counts].filter(([, count]) => count > 1).map(([body]) => body);
      expect(unanswered).toEqual(expect.arrayContaining(twice));
      const waited = requests() - before;
      expect(waited).toBeGreaterThanOrEqual(left);
      expect(await books()).toMatchObject({ matched: waited, success: waited, failed: 0, dropped: 0 });
    },
  );
});
