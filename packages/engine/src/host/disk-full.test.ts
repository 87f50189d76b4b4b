import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { until } from '../testing/harness.ts';
import { smallDisk, whyNoSmallDisk } from '../testing/small-disk.ts';
import { createEngine } from './engine.ts';

const why = whyNoSmallDisk();

describe.skipIf(why !== undefined)(`a full disk under an engine${why === undefined ? '' : ` (${why})`}`, () => {
  it('shows in the state of the action, holds back acknowledgements, and is over when there is room', async () => {
    const disk = smallDisk(2)!;
    const got = new Set<string>();
    const sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        got.add(body.trim());
        response.end();
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const record = { enable: true, description: '' };
    const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const off = { type: 'http', name: 'h', ...record, enable: false, url } as ConnectorConfig;
    const action: ChannelConfig = {
      type: 'http',
      name: 'a',
      ...record,
      connector: 'h',
      parameters: { method: 'post', body: '${payload}' },
      resource_opts: {},
      created_at: 0,
      last_modified_at: 0,
    };
    const texts = { name: '', description: '', created_at: '', last_modified_at: '' };
    const rule: RuleConfig = { id: 'r', ...texts, enable: true, sql: 'SELECT payload FROM "t/#"', actions: ['http:a'] };
    const engine = createEngine({ writeConsole: () => {}, writeError: () => {} });
    const config = { connectors: [off], actions: [action], sources: [], rules: [rule] };
    const started = await engine.start({
      node: 'n@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: disk.path,
      config,
    });
    if (!started.ok) throw new Error(started.error.message);

    /** Publishes on a connection of its own; gives whether it was acknowledged. */
    async function acknowledged(body: string): Promise<boolean> {
      const client = await connectAsync(`mqtt://127.0.0.1:${started.ok ? started.value.mqttPort : 0}`, {
        reconnectPeriod: 0,
      });
      client.on('error', () => {});
      const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)));
      const acked = client.publishAsync('t/1', body.padEnd(20_000), { qos: 1 }).then(
        () => true,
        () => false,
      );
      const outcome = await Promise.race([acked, closed]);
      await client.endAsync(true);
      return outcome;
    }

    const safe: string[] = [];
    try {
      for (let n = 0; n < 5; n++) if (await acknowledged(`${n}`)) safe.push(`${n}`);
      expect(safe.length).toBe(5);
      const ballast = join(disk.path, 'ballast');
      writeFileSync(ballast, Buffer.alloc(100 * 1024));
      let more = 0;
      try {
        for (; ; more++) writeFileSync(`${ballast}${more}`, Buffer.alloc(64 * 1024));
      } catch {
        // Full.
      }
      for (let n = 5; n < 15; n++) if (await acknowledged(`${n}`)) safe.push(`${n}`);
      expect(safe.length).toBeLessThan(12);
      expect(await acknowledged('refused')).toBe(false);
      expect((await engine.statuses()).actions['http:a']).toMatchObject({
        status: 'disconnected',
        code: expect.stringMatching(/disk_full|connector_down/),
      });
      await engine.apply([{ kind: 'put_connector', config: { ...off, enable: true } }]);
      // What is safe is delivered on a full disk too.
      await until(() => safe.every((body) => got.has(body)), 'what was acknowledged');
      expect((await engine.statuses()).actions['http:a']).toMatchObject({ status: 'disconnected', code: 'disk_full' });
      for (let n = 0; n <= more; n++) rmSync(`${ballast}${n}`, { force: true });
      rmSync(ballast);
      await until(() => acknowledged('after'), 'acknowledged again');
      await until(() => got.has('after'), 'delivered again');
      await until(async () => (await engine.statuses()).actions['http:a']?.status === 'connected', 'connected');
      const m = (await engine.channelMetrics('action'))['http:a']!;
      expect(m.matched).toBe(m.success + m.failed + m.dropped + m.queuing + m.inflight + m.late_reply);
      expect(m['dropped.other']).toBeGreaterThan(0);
    } finally {
      await engine.stop();
      sink.closeAllConnections();
      await new Promise((resolve) => sink.close(resolve));
      disk.remove();
    }
  });
});
