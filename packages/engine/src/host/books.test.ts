import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionMetrics, ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { expect, it } from 'vitest';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { randomNumbers } from '../testing/random.ts';
import { createEngine } from './engine.ts';

/** More in the long run: `SEED=… FAULTS=2000`. */
const SEEDS = process.env.SEED === undefined ? [1, 20261121] : [Number(process.env.SEED)];
const FAULTS = Number(process.env.FAULTS ?? 80);

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0 };
const ACTION = 'http:a';

function expectBalanced(m: ActionMetrics): void {
  const sum = m.success + m.failed + m.dropped + m.queuing + m.inflight + m.late_reply;
  const dropped =
    m['dropped.expired'] +
    m['dropped.queue_full'] +
    m['dropped.other'] +
    m['dropped.resource_not_found'] +
    m['dropped.resource_stopped'];
  const negative = [m.queuing, m.inflight, m.queuing_bytes].filter((term) => term < 0);
  const bytesOfNothing = m.queuing === 0 ? m.queuing_bytes : 0;
  expect({ sum, dropped, negative, bytesOfNothing }, JSON.stringify(m)).toEqual({
    sum: m.matched,
    dropped: m.dropped,
    negative: [],
    bytesOfNothing: 0,
  });
}

it.each(SEEDS)(
  'the books balance at every sample, whatever fails (seed %i)',
  { timeout: 60_000 + FAULTS * 1_000 },
  async (seed) => {
    const random = randomNumbers(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    /** What the target answers, in shares. */
    let answers: readonly number[] = [200];
    let slow = 0;
    const taken = new Map<string, number>();
    const sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        response.statusCode = pick(answers);
        if (response.statusCode === 200) taken.set(body, (taken.get(body) ?? 0) + 1);
        if (response.statusCode === 429) response.setHeader('retry-after', '0');
        setTimeout(() => response.end(), random() * slow);
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const proxy = await startFaultProxy((sink.address() as AddressInfo).port);
    const folder = temporaryFolder();

    const connector = (enable = true): ConnectorConfig =>
      ({
        type: 'http',
        name: 'h',
        ...record,
        enable,
        url: `http://127.0.0.1:${proxy.port}`,
        pool_size: 1 + Math.floor(random() * 4),
        resource_opts: { start_timeout: '50ms', health_check_interval: '500ms' },
      }) as ConnectorConfig;
    const action = (enable = true, last = false): ChannelConfig => ({
      type: 'http',
      name: 'a',
      ...record,
      ...times,
      enable,
      connector: 'h',
      parameters: { method: 'post', body: '${payload}' },
      resource_opts: {
        worker_pool_size: pick([1, 4, 16]),
        inflight_window: pick([1, 10, 100]),
        query_mode: pick(['sync', 'async']),
        buffer_mode: pick(['auto', 'auto', 'memory', 'disk']),
        ...(last ? {} : { request_ttl: pick(['infinity', 'infinity', '300ms', '2s']) }),
        ...(last ? {} : { max_buffer_bytes: pick(['256MB', '256MB', '20KB']) }),
      },
    });
    const rule: RuleConfig = {
      id: 'r',
      name: '',
      ...record,
      sql: 'SELECT payload FROM "t/#"',
      actions: [ACTION],
      created_at: '',
      last_modified_at: '',
    };
    let engine = createEngine();

    async function start(): Promise<void> {
      engine = createEngine({ writeConsole: () => {}, writeError: () => {} });
      await engine.start({
        node: 'sluice@127.0.0.1',
        mqttHost: '127.0.0.1',
        mqttPort: 0,
        dataDir: folder.path,
        config: { connectors: [connector()], actions: [action()], sources: [], rules: [rule] },
      });
    }

    const read = async (): Promise<ActionMetrics> => (await engine.channelMetrics('action'))[ACTION] as ActionMetrics;
    let samples = 0;
    let failure: unknown;
    const sampler = setInterval(() => {
      read().then(
        (m) => {
          if (m === undefined || failure !== undefined) return;
          samples++;
          try {
            expectBalanced(m);
          } catch (error) {
            failure = error;
          }
        },
        () => {},
      );
    }, 3);

    let refusing = false;
    const faults: readonly (() => unknown)[] = [
      () => proxy.set({ kind: 'pass' }),
      () => proxy.set({ kind: 'black_hole' }),
      () => proxy.set({ kind: 'slice' }),
      () => proxy.reset(),
      () => {
        refusing = true;
        return proxy.refuse();
      },
      () => {
        answers = pick([[200], [200], [500], [200, 500], [200, 400, 500], [503, 200], [429, 200, 200]]);
      },
      () => {
        slow = pick([0, 0, 20, 300]);
      },
      () => engine.apply([{ kind: 'put_action', config: action() }]),
      () => engine.apply([{ kind: 'put_action', config: action(false) }]),
      () => engine.apply([{ kind: 'put_connector', config: connector() }]),
      () => engine.apply([{ kind: 'put_connector', config: connector(false) }]),
      () => engine.resetMetrics({ kind: 'action', id: ACTION }),
      async () => {
        const { letters } = await engine.deadLetters({ offset: 0, limit: 20 });
        await engine.resendDeadLetters(letters.map((letter) => letter.id));
      },
      async () => {
        await engine.stop();
        await start();
        // What the last run left is there at once, matched and waiting.
        const m = await read();
        expectBalanced(m);
        expect(m.counting_since).toBeGreaterThan(Date.now() - 5_000);
      },
    ];

    let n = 0;
    async function publish(count: number): Promise<void> {
      const all = Array.from({ length: count }, () => {
        const body = `${n++}`.padEnd(pick([5, 200]), '.');
        return engine.publish({ topic: `t/${n % 7}`, payload: Buffer.from(body), qos: pick([0, 1]), retain: false });
      });
      await Promise.all(all);
    }

    try {
      await start();
      for (let step = 0; step < FAULTS; step++) {
        await publish(30);
        if (refusing) {
          refusing = false;
          await proxy.accept();
        }
        await pick(faults)();
        await new Promise((resolve) => setTimeout(resolve, random() * 100));
        if (failure !== undefined) throw failure;
      }
      if (refusing) await proxy.accept();
      proxy.set({ kind: 'pass' });
      proxy.reset();
      answers = [200];
      slow = 0;
      await engine.apply([
        { kind: 'put_connector', config: connector() },
        { kind: 'put_action', config: action(true, true) },
      ]);
      await publish(10);
      await until(async () => (await read()).queuing + (await read()).inflight === 0, 'drained', 40_000);
      if (failure !== undefined) throw failure;
      expectBalanced(await read());
      expect(samples).toBeGreaterThan(FAULTS);
      // From here on nothing fails, and the ledger agrees with the target's own count to the message.
      await engine.resetMetrics({ kind: 'action', id: ACTION });
      taken.clear();
      await publish(200);
      await until(async () => (await read()).success === 200, 'all', 20_000);
      expect([...taken.values()]).toEqual(new Array(200).fill(1));
    } finally {
      clearInterval(sampler);
      await engine.stop();
      await proxy.close();
      sink.closeAllConnections();
      await new Promise((resolve) => sink.close(resolve));
      folder.remove();
    }
  },
);
