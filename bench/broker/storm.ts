/**
 * Storms of connects: `npx tsx bench/broker/storm.ts [--connections 20000] [--parallel 200] [--clients 2]`.
 * Clients that come and go at once, then clients that come and stay. Broker and clients are processes of their own; the first
 * storm warms the broker up and is not shown.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type BrokerProcess,
  firstLine,
  held,
  megabytes,
  pause,
  startBroker,
  startScript,
  stop,
  usage,
} from './broker-process.ts';
import type { StormJob, StormResult } from './storm-client.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '20000' },
    parallel: { type: 'string', default: '200' },
    clients: { type: 'string', default: '2' },
  },
});
const clients = Number(values.clients);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

async function storm(broker: BrokerProcess, name: string, keep: boolean): Promise<string> {
  const before = usage(broker.pid);
  const began = performance.now();
  const children = Array.from({ length: clients }, (_, i) => {
    const job: StormJob = {
      port: broker.port,
      from: `127.0.0.${i + 2}`,
      prefix: `${name}-${i}-`,
      connections: Math.round(Number(values.connections) / clients),
      parallel: Math.round(Number(values.parallel) / clients),
      keep,
    };
    return startScript('storm-client.ts', [JSON.stringify(job)]);
  });
  const results = await Promise.all(children.map(async (child) => JSON.parse(await firstLine(child)) as StormResult));
  const after = usage(broker.pid);
  await pause(1500);
  const settled = usage(broker.pid);
  for (const child of children) child.stdin?.end();
  const accepted = results.reduce((sum, one) => sum + one.accepted, 0);
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  const failed = results.map((one) => JSON.stringify(one.failed)).filter((text) => text !== '{}');
  // Clients need a moment to start: what they measured themselves is the storm.
  const seconds = Math.max(...results.map((one) => one.seconds));
  const cells = [
    name,
    `${Math.round(accepted / seconds)}/s`,
    `${((after.cpu - before.cpu) / accepted).toFixed(0)} µs`,
    Math.max(...results.map((one) => one.p50)).toFixed(0),
    Math.max(...results.map((one) => one.p99)).toFixed(0),
    String(refused),
    failed.join(' ') || '0',
    `${megabytes(before.rss)} → ${megabytes(settled.rss)} MB`,
  ];
  if (performance.now() - began > 120_000) cells.push('(took over two minutes)');
  return `| ${cells.join(' | ')} |`;
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(2)}, ${clients} client processes\n`,
);
console.log('| Connects | rate | CPU of the broker each | p50 ms | p99 ms | refused | failed | RSS |');
console.log('|---|---|---|---|---|---|---|---|');
const broker = await startBroker([]);
await storm(broker, 'warm-up', false);
const before = await held(broker);
console.log(await storm(broker, 'come and go', false));
console.log(await storm(broker, 'come and go again', false));
console.log(await storm(broker, 'come and stay', true));
await pause(2000);
const after = await held(broker);
console.log(`
Held after a garbage collection: ${mb(before.heapUsed)} MB of heap and ${mb(before.external)} MB outside it after the warm-up,
${mb(after.heapUsed)} MB and ${mb(after.external)} MB after all have gone (${after.sessions} sessions); RSS ${megabytes(usage(broker.pid).rss)} MB`);
await stop(broker.child);
process.exit(0);
