/** An engine in a process of its own, fed from inside, so that its CPU time is that of rule and delivery alone. */

import type { ActionMetrics, ResourceId } from '@sluice/contract';
import { createEngine, type EngineChange, type EngineOptions } from '@sluice/engine';

/** What the bench asks for; each is answered with a `Cost`. */
export type Job =
  /** Publishes on `keys` topics, as fast as the action takes them; ends when the target has all. */
  | {
      readonly do: 'through';
      readonly action: ResourceId;
      readonly count: number;
      readonly qos: 0 | 1;
      readonly keys: number;
    }
  /** Publishes without waiting for the target. */
  | { readonly do: 'fill'; readonly count: number; readonly qos: 0 | 1; readonly keys: number }
  /** Changes something, and waits until nothing waits any more. */
  | { readonly do: 'drain'; readonly action: ResourceId; readonly changes: readonly EngineChange[] }
  /** Publishes at a rate, in messages a second. */
  | { readonly do: 'paced'; readonly rate: number; readonly seconds: number; readonly keys: number };

export interface Cost {
  readonly messages: number;
  readonly seconds: number;
  /** CPU time in microseconds. */
  readonly cpu: number;
  readonly rssMb: number;
}

const MOST_WAITING = 4_000;
const GROUP = 100;
/** As the sink of bench/load numbers messages: ten digits. */
const FIRST = 1_000_000_000;

const engine = createEngine();
let serial = 0;

/** As the sink of bench/load counts time: microseconds. */
const now = (): number => 1e15 + Math.floor(Number(process.hrtime.bigint()) / 1_000);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function publish(qos: 0 | 1, keys: number): Promise<unknown> {
  const n = serial++;
  const payload = Buffer.from(`{"seq":${FIRST + n},"ts":${now()},"temp":21.5,"text":"${'x'.repeat(180)}"}`);
  return engine.publish({ topic: `bench/${n % keys}`, payload, qos, retain: false });
}

async function metrics(id: ResourceId): Promise<ActionMetrics> {
  const found = (await engine.channelMetrics('action', [id]))[id];
  if (found === undefined) throw new Error(`there is no action ${id}`);
  return found;
}

async function measured(work: () => Promise<number>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const messages = await work();
  const { user, system } = process.cpuUsage(cpu);
  const rssMb = process.memoryUsage.rss() / 1024 ** 2;
  return { messages, seconds: (performance.now() - started) / 1000, cpu: user + system, rssMb };
}

async function through({ action, count, qos, keys }: Job & { do: 'through' }): Promise<number> {
  const before = (await metrics(action)).success;
  for (let sent = 0; sent < count; sent += GROUP) {
    const group = Array.from({ length: GROUP }, () => publish(qos, keys));
    // Several groups under way: a commit to disk must not be what is waited for.
    if (sent % (10 * GROUP) === 0) await Promise.all(group);
    else await new Promise((resolve) => setImmediate(resolve));
    while ((await metrics(action)).queuing > MOST_WAITING) await pause(1);
  }
  while ((await metrics(action)).success < before + count) await pause(1);
  return count;
}

async function fill({ count, qos, keys }: Job & { do: 'fill' }): Promise<number> {
  for (let sent = 0; sent < count; sent += 1_000) {
    await Promise.all(Array.from({ length: 1_000 }, () => publish(qos, keys)));
  }
  return count;
}

async function drain({ action, changes }: Job & { do: 'drain' }): Promise<number> {
  const waiting = (await metrics(action)).queuing;
  void engine.apply(changes);
  for (;;) {
    const { queuing, inflight } = await metrics(action);
    if (queuing + inflight === 0) return waiting;
    await pause(5);
  }
}

async function paced({ rate, seconds, keys }: Job & { do: 'paced' }): Promise<number> {
  const started = performance.now();
  const count = rate * seconds;
  for (let sent = 0; sent < count; await pause(2)) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * rate));
    for (; sent < due; sent++) void publish(0, keys);
  }
  return count;
}

process.on('message', async (job: Job) => {
  switch (job.do) {
    case 'through':
      process.send?.(await measured(() => through(job)));
      return;
    case 'fill':
      process.send?.(await measured(() => fill(job)));
      return;
    case 'drain':
      process.send?.(await measured(() => drain(job)));
      return;
    case 'paced':
      process.send?.(await measured(() => paced(job)));
      return;
    default:
      job satisfies never;
  }
});

const started = await engine.start(JSON.parse(process.argv[2] ?? '{}') as EngineOptions);
if (!started.ok) throw new Error(started.error.message);
process.send?.('ready');
