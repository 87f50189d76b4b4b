/**
 * The delivery layer: an engine in a process of its own, fed from inside, with real systems on the other side.
 * `npx tsx bench/delivery/run.ts [--systems] [target …] [--share 1]` prints tables; `--systems` also starts Kinesis
 * (kinesalite), Kafka and Pulsar (`docs/systems.md`), and names those that cannot be had. `--share 0.1` takes a tenth of
 * the messages.
 *
 * CPU per message is that of publish, rule and delivery together, without MQTT. "1,000 keys" are 1,000 clients; a webhook
 * has one request a key under way at a time, so a single key shows its round trip.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { startWebhookSink } from '../rules/tools.ts';
import type { Cost, Job } from './engine.ts';
import { ALWAYS, actionOf, TARGETS, type Target, webhookParameters } from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { systems: { type: 'boolean', default: false }, share: { type: 'string', default: '1' } },
});
const share = Number(values.share);

interface Engine {
  ask(job: Job): Promise<Cost>;
  stop(): Promise<void>;
}

function rule(actions: readonly string[]): RuleConfig {
  const texts = { name: '', description: '', created_at: '', last_modified_at: '' };
  const sql = 'SELECT payload, topic, qos FROM "bench/#"';
  return { id: 'bench', ...texts, enable: true, sql, actions: actions as RuleConfig['actions'] };
}

async function startEngine(connectors: readonly ConnectorConfig[], actions: readonly ChannelConfig[]): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const outputs = actions.map((action) => `${action.type}:${action.name}`);
  const config = { connectors, actions, sources: [], rules: [rule(outputs)] };
  const options = { node: 'bench@127.0.0.1', mqttHost: '127.0.0.1', mqttPort: 0, dataDir: folder, config };
  const child = fork(fileURLToPath(new URL('./engine.ts', import.meta.url)), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  });
  const answer = (): Promise<Cost> =>
    new Promise((resolve, reject) => {
      child.once('message', (value) => resolve(value as Cost));
      child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)));
    });
  await answer();
  return {
    ask(job) {
      const given = answer();
      child.send(job);
      return given;
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const withBuffer = (action: ChannelConfig, buffer_mode: string): ChannelConfig => ({
  ...action,
  resource_opts: { ...action.resource_opts, buffer_mode },
});
const perSecond = ({ messages, seconds }: Cost): string => Math.round(messages / seconds).toLocaleString('en');
const perMessage = ({ messages, cpu }: Cost): string => (cpu / messages).toFixed(1);

async function throughput(name: string, target: Target): Promise<void> {
  const id = `${target.action.type}:${target.action.name}` as const;
  for (const qos of [0, 1] as const) {
    for (const buffer of ['memory', 'disk']) {
      for (const keys of [10, 1_000]) {
        const engine = await startEngine([target.connector], [withBuffer(target.action, buffer)]);
        const count = Math.max(1_000, Math.round((target.messages * share) / 1_000) * 1_000);
        await engine.ask({ do: 'through', action: id, count: 1_000, qos, keys });
        const cost = await engine.ask({ do: 'through', action: id, count, qos, keys });
        await engine.stop();
        console.log(
          `| ${name} | ${qos} | ${buffer} | ${keys} | ${perSecond(cost)} | ${perMessage(cost)} | ${cost.rssMb.toFixed(0)} |`,
        );
      }
    }
  }
}

async function drain(name: string, target: Target): Promise<void> {
  const id = `${target.action.type}:${target.action.name}` as const;
  const count = Math.max(1_000, Math.round(100 * share) * 1_000);
  for (const [qos, buffer] of [
    [0, 'memory'],
    [1, 'disk'],
  ] as const) {
    const off = { ...target.connector, enable: false };
    const engine = await startEngine([off], [withBuffer(target.action, buffer)]);
    const filled = await engine.ask({ do: 'fill', count, qos, keys: 1_000 });
    const changes = [{ kind: 'put_connector' as const, config: target.connector }];
    const { messages, seconds, rssMb } = await engine.ask({ do: 'drain', action: id, changes });
    await engine.stop();
    console.log(
      `| ${name} | ${buffer} | ${messages.toLocaleString('en')} | ${perSecond(filled)} | ${seconds.toFixed(1)} | ${rssMb.toFixed(0)} |`,
    );
  }
}

/** Takes connections and never answers. */
async function blackHole(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

/** `beside`: the address of a second action's target. */
async function latency(target: Target, beside: string | undefined): Promise<number> {
  const second = { ...target.connector, name: 'second', url: beside } as ConnectorConfig;
  const others = beside === undefined ? [] : [second];
  const engine = await startEngine(
    [target.connector, ...others],
    [target.action, ...others.map((one) => actionOf(one, webhookParameters, 'beside'))],
  );
  await engine.ask({ do: 'paced', rate: 1_000, seconds: 1, keys: 100 });
  await fetch(`${target.control}/reset`, { method: 'POST' });
  await engine.ask({ do: 'paced', rate: 2_000, seconds: Math.max(1, Math.round(8 * share)), keys: 100 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { lat } = (await (await fetch(`${target.control}/stats?from=0`)).json()) as { lat: { p99: number } };
  await engine.stop();
  return lat.p99;
}

async function besideABlackHole(target: Target): Promise<void> {
  const hole = await blackHole();
  const healthy = await startWebhookSink();
  const runs: Record<'alone' | 'healthy' | 'stuck', number[]> = { alone: [], healthy: [], stuck: [] };
  // In turns, so that what else the machine does falls on all.
  for (let round = 0; round < 5; round++) {
    runs.alone.push(await latency(target, undefined));
    runs.healthy.push(await latency(target, healthy.url));
    runs.stuck.push(await latency(target, hole.url));
  }
  hole.stop();
  await healthy.stop();
  const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  const shown = (all: readonly number[]): string => `${median(all)} ms (${all.join(', ')})`;
  const change = (median(runs.stuck) / median(runs.healthy) - 1) * 100;
  console.log('\n## p99 of a webhook at 2,000/s');
  console.log(`- alone ${shown(runs.alone)}`);
  console.log(`- beside a second webhook on the same messages that is answered ${shown(runs.healthy)}`);
  console.log(`- beside one that is never answered ${shown(runs.stuck)}`);
  console.log(`- the black hole changes it by ${change >= 0 ? '+' : ''}${change.toFixed(1)} % (bar: < 10 %)`);
}

async function startTarget(name: string): Promise<Target | undefined> {
  if (!values.systems && !ALWAYS.includes(name) && positionals.length === 0) {
    console.log(`skipped: ${name} (start it with --systems)`);
    return undefined;
  }
  try {
    return await TARGETS[name]?.();
  } catch (error) {
    console.log(`skipped: ${name} (${error instanceof Error ? error.message.trim().split('\n').at(-1) : error})`);
    return undefined;
  }
}

const names = positionals.length > 0 ? positionals : Object.keys(TARGETS);
const unknown = names.find((name) => !Object.hasOwn(TARGETS, name));
if (unknown !== undefined) {
  console.error(`There is no target ${unknown}. Known: ${Object.keys(TARGETS).join(', ')}.`);
  process.exit(2);
}
const targets: (readonly [string, Target])[] = [];
for (const name of names) {
  const target = await startTarget(name);
  if (target !== undefined) targets.push([name, target]);
}
try {
  console.log(
    '\n| Target | QoS | Buffer | Keys | Messages/s | CPU per message, µs | RSS, MB |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, target] of targets) await throughput(name, target);
  console.log(
    '\n| Target | Buffer | Queued | Filled, messages/s | Drained in s | RSS, MB |\n|---|---|---|---|---|---|',
  );
  for (const [name, target] of targets) if (target.messages >= 40_000) await drain(name, target);
  for (const [, target] of targets) if (target.control !== undefined) await besideABlackHole(target);
} finally {
  for (const [, target] of targets) await target.stop();
}
process.exit(0);
