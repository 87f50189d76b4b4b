/**
 * Figures of the broker alone: `node --import tsx bench/broker/run.ts [--only text] [--duration 5]`.
 * Broker and load client are processes of their own on this machine; CPU and memory come from /proc (Linux only).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstLine, megabytes, startBroker, startScript, stop, usage } from './broker-process.ts';
import { openConnection, subscribe } from './connection.ts';
import type { LoadJob, LoadResult } from './load.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, duration: { type: 'string', default: '5' } },
});
const duration = Number(values.duration);

interface Scenario {
  readonly name: string;
  readonly serve?: readonly string[];
  /** Keeps its sessions on disk. */
  readonly stores?: boolean;
  readonly job: Partial<LoadJob>;
}

const through = { publishTopic: 'bench/in/{i}', subscribeTopic: 'bench/out/#' };
const scenarios: readonly Scenario[] = [
  { name: 'publish → subscribe, QoS 0, 5,000/s', job: { rate: 5000 } },
  { name: 'publish → subscribe, QoS 0, 50,000/s', job: { rate: 50_000 } },
  { name: 'publish → subscribe, QoS 0, 100,000/s', job: { rate: 100_000 } },
  { name: 'publish → subscribe, QoS 1, 5,000/s', job: { rate: 5000, qos: 1 } },
  { name: 'publish → subscribe, QoS 1, 20,000/s', job: { rate: 20_000, qos: 1 } },
  { name: 'publish → subscribe, QoS 1, 40,000/s', job: { rate: 40_000, qos: 1 } },
  { name: 'publish → hook → republish, QoS 0, 50,000/s', serve: ['--republish'], job: { rate: 50_000, ...through } },
  {
    name: 'publish → hook → republish, QoS 1, 20,000/s',
    serve: ['--republish'],
    job: { rate: 20_000, qos: 1, ...through },
  },
  { name: 'fan-out 1 → 100, QoS 0, 1,000/s', job: { rate: 1000, publishers: 1, subscribers: 100 } },
  { name: 'fan-out 1 → 100, QoS 1, 300/s', job: { rate: 300, publishers: 1, subscribers: 100, qos: 1 } },
  {
    name: 'publish → stored session, QoS 1, 5,000/s',
    stores: true,
    job: { rate: 5000, qos: 1, sessionExpiry: 3600 },
  },
];

function defaults(port: number): LoadJob {
  return {
    port,
    publishers: 10,
    subscribers: 1,
    qos: 0,
    rate: 1000,
    duration,
    payloadBytes: 200,
    publishTopic: 'bench/{i}',
    subscribeTopic: 'bench/#',
    sessionExpiry: 0,
  };
}

async function load(job: LoadJob): Promise<LoadResult> {
  const child = startScript('load.ts', [JSON.stringify(job)]);
  return JSON.parse(await firstLine(child)) as LoadResult;
}

async function measure(scenario: Scenario): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-broker-'));
  const broker = await startBroker([...(scenario.serve ?? []), ...(scenario.stores ? ['--data', folder] : [])]);
  const job: LoadJob = { ...defaults(broker.port), ...scenario.job };
  const before = usage(broker.pid);
  const result = await load(job);
  const after = usage(broker.pid);
  await stop(broker.child);
  rmSync(folder, { recursive: true });
  const perMessage = (after.cpu - before.cpu) / result.published;
  const perDelivery = (after.cpu - before.cpu) / result.received;
  const cells = [
    scenario.name,
    `${perMessage.toFixed(1)} µs`,
    job.subscribers > 1 ? `${perDelivery.toFixed(2)} µs` : '',
    result.p50.toFixed(1),
    result.p99.toFixed(1),
    result.max.toFixed(0),
    String(result.lost),
    job.qos === 1 ? String(result.published - result.acknowledged) : '',
    `${(after.rss / 1e6).toFixed(0)} MB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Idle connections: how fast they come, and what each costs the broker. */
async function idle(count: number): Promise<void> {
  const broker = await startBroker([]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = usage(broker.pid);
  const started = performance.now();
  const sockets = [];
  for (let i = 0; i < count; i += 500)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(500, count - i) }, (_, k) =>
          openConnection(broker.port, { clientId: `c${i + k}` }),
        ),
      )),
    );
  const seconds = (performance.now() - started) / 1000;
  const connected = usage(broker.pid);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const after = usage(broker.pid);
  console.log(
    `\n${count} idle connections: ${Math.round(count / seconds)} connects/s with ${((connected.cpu - before.cpu) / count).toFixed(0)} µs CPU each, ` +
      `${((after.rss - before.rss) / count / 1024).toFixed(1)} KiB resident each, ${(((after.cpu - connected.cpu) / 5e6) * 100).toFixed(1)} % of a core while idle`,
  );
  for (const { socket } of sockets) {
    socket.removeAllListeners('close');
    socket.destroy();
  }
  await stop(broker.child);
}

/** A subscriber that never reads, and publishers that do not stop: what it costs the broker until it is closed. */
async function flood(): Promise<void> {
  const broker = await startBroker([]);
  const deaf = await openConnection(broker.port, { clientId: 'deaf' });
  await subscribe(deaf, 'bench/#', 1);
  deaf.socket.pause();
  const before = usage(broker.pid);
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, usage(broker.pid).rss);
  }, 100);
  const job = { ...defaults(broker.port), subscribers: 0, rate: 20_000, qos: 1, payloadBytes: 1000 } as const;
  const result = await load(job);
  clearInterval(watch);
  console.log(
    `\n${result.published} messages of 1,000 bytes at QoS 1 towards a subscriber that never reads: RSS ${megabytes(before.rss)} MB before, ` +
      `${megabytes(highest)} MB at most (the queue may hold 16 MiB, the socket 1 MiB), ${megabytes(usage(broker.pid).rss)} MB after; ` +
      `${result.acknowledged} acknowledged`,
  );
  deaf.socket.removeAllListeners('close');
  deaf.socket.destroy();
  await stop(broker.child);
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(2)}\n`,
);
console.log('| Work | CPU per message | per delivery | p50 ms | p99 ms | max ms | lost | unacknowledged | RSS |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const scenario of scenarios) if (scenario.name.includes(values.only)) console.log(await measure(scenario));
if ('idle connections'.includes(values.only)) await idle(10_000);
if ('flood'.includes(values.only)) await flood();
process.exit(0);
