import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { freePort } from '../testing/mosquitto.ts';

/** More in the long run: `KILLS=100`. */
const KILLS = Number(process.env.KILLS ?? 4);

const entry = fileURLToPath(new URL('../testing/engine-process.ts', import.meta.url));

async function startEngine(options: object): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => {
      if (line.toString().includes('"ok":true')) resolve();
      else reject(new Error(line.toString()));
    });
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('kill -9', () => {
  it('loses no acknowledged message, whenever it comes', { timeout: 60_000 + KILLS * 10_000 }, async () => {
    const counts = new Map<string, number>();
    const sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        counts.set(body, (counts.get(body) ?? 0) + 1);
        response.end();
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const proxy = await startFaultProxy((sink.address() as AddressInfo).port);
    const folder = temporaryFolder();
    const record = { enable: true, description: '' };
    const times = { created_at: 0, last_modified_at: 0 };
    const options = {
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: await freePort(),
      dataDir: folder.path,
      config: {
        connectors: [{ type: 'http', name: 'h', ...record, url: `http://127.0.0.1:${proxy.port}` }],
        actions: [
          {
            type: 'http',
            name: 'a',
            ...record,
            connector: 'h',
            parameters: { method: 'post', body: '${payload}' },
            resource_opts: {},
            ...times,
          },
        ],
        sources: [],
        rules: [{ id: 'r', name: '', ...record, sql: 'SELECT payload FROM "t/#"', actions: ['http:a'], ...times }],
      },
    };
    const acked: string[] = [];
    let next = 0;
    let engine = await startEngine(options);
    try {
      for (let round = 0; round < KILLS; round++) {
        const client = await connectAsync(`mqtt://127.0.0.1:${options.mqttPort}`, {
          reconnectPeriod: 0,
          protocolVersion: 5,
        });
        client.on('error', () => {});
        // In every other round the target is away, so that the buffer holds what the kill finds.
        if (round % 2 === 1) await proxy.refuse();
        const flood = setInterval(() => {
          for (let n = 0; n < 20; n++) {
            const body = `m${next++}`;
            client.publish('t/1', body, { qos: 1 }, (error) => {
              if (!error) acked.push(body);
            });
          }
        }, 5);
        await new Promise((resolve) => setTimeout(resolve, 200 + ((round * 137) % 400)));
        await kill(engine);
        clearInterval(flood);
        await client.endAsync(true);
        if (round % 2 === 1) await proxy.accept();
        engine = await startEngine(options);
      }
      await until(() => acked.every((body) => counts.has(body)), 'every acknowledged message arrived', 30_000);
      expect(acked.length).toBeGreaterThan(KILLS * 20);
      const twice = [...counts.values()].filter((count) => count > 1).length;
      // At most what was under way at each kill: 16 workers with a window of 100.
      expect(twice).toBeLessThanOrEqual(KILLS * 1600);
    } finally {
      await kill(engine);
      await proxy.close();
      sink.closeAllConnections();
      await new Promise((resolve) => sink.close(resolve));
      folder.remove();
    }
  });
});
