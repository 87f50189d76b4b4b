/**
 * Rules at work, measured from outside: the built product, real MQTT clients, the load client of `bench/load`.
 * `npx tsx bench/rules/run.ts [scenario …] [--seconds 8]` prints tables; no scenario = all of them, and the memory of
 * idle rules and connections (`memory` alone prints that only).
 *
 * "sustained" is the highest tried rate at which nothing was lost and p99 stayed below 100 ms. Load client, product and
 * target share the machine's cores, as they did for the figures of other systems in RESULTS.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type Product, signIn, startProduct } from '../../e2e/product.ts';
import { measureMemory } from './memory.ts';
import { type LoadResult, load, startMosquitto, startWebhookSink } from './tools.ts';

const FILTER =
  'SELECT payload.temp AS temp, clientid, topic, payload.seq AS seq, payload.ts AS ts FROM "bench/in/#" WHERE payload.temp > 20';
const FUNCTIONS = `SELECT payload.seq AS seq, payload.ts AS ts, upper(clientid) AS id, round(payload.temp * 1.8 + 32) AS f,
  concat(topic, '/', str(qos)) AS path, md5(clientid) AS hash, strlen(topic) AS len, nth(2, split(topic, '/')) AS part,
  CASE WHEN payload.temp > 30 THEN 'hot' WHEN payload.temp > 20 THEN 'warm' ELSE 'cold' END AS level,
  abs(0 - qos) AS q, format_date('second', 0, '%Y-%m-%d', 0) AS day
  FROM "bench/in/#" WHERE payload.temp > 20`;
const ROW = '{"seq":${seq},"ts":${ts}}';

/** Tried one after the other until one fails. */
const RATES = [10_000, 12_000, 16_000, 18_000, 20_000, 25_000, 30_000, 35_000, 40_000, 50_000, 60_000];

interface Scenario {
  readonly name: string;
  /** The first rate and those after it, if others than usual. */
  readonly rates?: readonly number[];
  /** Sets the rule up and says what the load client watches. */
  prepare(api: Api): Promise<readonly string[]>;
}

const seconds = Number(process.argv.includes('--seconds') ? process.argv[process.argv.indexOf('--seconds') + 1] : 8);
const wanted = process.argv.slice(2).filter((arg, i, all) => !arg.startsWith('--') && all[i - 1] !== '--seconds');
const cleanups: (() => Promise<void> | void)[] = [];

async function create(api: Api, path: string, body: object): Promise<void> {
  const answer = await api('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

const republish = { function: 'republish', args: { topic: 'bench/out/${clientid}', payload: ROW, qos: '${qos}' } };

function republishing(name: string, sql: string, idleRules: number): Scenario {
  return {
    name,
    async prepare(api) {
      for (let i = 0; i < idleRules; i++) {
        await create(api, '/rules', { id: `idle${i}`, sql: `SELECT * FROM "idle/${i}/+/x"`, actions: [republish] });
      }
      // `qos` must be selected for `${qos}` to have a value.
      await create(api, '/rules', { id: 'bench', sql: sql.replace('SELECT', 'SELECT qos,'), actions: [republish] });
      return [];
    },
  };
}

const scenarios: readonly Scenario[] = [
  republishing('republish', FILTER, 0),
  republishing('republish-functions', FUNCTIONS, 0),
  republishing('republish-among-1000', FILTER, 1_000),
  republishing('republish-among-10000', FILTER, 10_000),
  {
    // One message in, one republished, a hundred out: CPU a message is that of all of them.
    name: 'republish-to-100-subscribers',
    rates: [100, 200, 300, 400, 600, 800, 1_000, 1_500],
    async prepare(api) {
      await create(api, '/rules', { id: 'bench', sql: FILTER.replace('SELECT', 'SELECT qos,'), actions: [republish] });
      return ['--subs', '100'];
    },
  },
  {
    name: 'webhook',
    async prepare(api) {
      const sink = await startWebhookSink();
      cleanups.push(sink.stop);
      await create(api, '/connectors', { type: 'http', name: 'sink', url: sink.url });
      await create(api, '/actions', {
        type: 'http',
        name: 'out',
        connector: 'sink',
        parameters: { path: '/', body: ROW },
      });
      await create(api, '/rules', { id: 'bench', sql: FILTER, actions: ['http:out'] });
      return ['--sink', sink.control];
    },
  },
  {
    name: 'mqtt-bridge',
    async prepare(api) {
      const target = await startMosquitto();
      cleanups.push(target.stop);
      await create(api, '/connectors', { type: 'mqtt', name: 'other', server: `127.0.0.1:${target.port}` });
      const parameters = { topic: 'bench/out/${clientid}', payload: ROW, qos: '${qos}' };
      await create(api, '/actions', { type: 'mqtt', name: 'out', connector: 'other', parameters });
      await create(api, '/rules', { id: 'bench', sql: FILTER.replace('SELECT', 'SELECT qos,'), actions: ['mqtt:out'] });
      return ['--sub-port', String(target.port)];
    },
  },
];

function isSustained(result: LoadResult): boolean {
  return result.lost === 0 && !result.aborted && (result.lat?.p99 ?? Number.POSITIVE_INFINITY) < 100;
}

async function measure(
  product: Product,
  watching: readonly string[],
  qos: 0 | 1,
  [first = 5_000, ...rates]: readonly number[],
): Promise<string> {
  const port = new URL(product.mqtt).port;
  const base = [
    '--port',
    port,
    '--qos',
    String(qos),
    '--pids',
    String(product.pid),
    '--duration',
    String(seconds),
    ...watching,
  ];
  const at = (rate: number): Promise<LoadResult> => load([...base, '--rate', String(rate)]);
  const cost = (result: LoadResult): string => (result.pids[String(product.pid)]?.us_per_msg ?? Number.NaN).toFixed(1);
  // Once unmeasured: what a fresh process spends on compiling itself would be a third of the first figure.
  await at(first);
  const slow = await at(first);
  let best = isSustained(slow) ? slow : undefined;
  for (const rate of best === undefined ? [] : rates) {
    const result = await at(rate);
    if (!isSustained(result)) break;
    best = result;
  }
  if (best === undefined) return `${first} | ${cost(slow)} | — | — | — | — | — | —`;
  const half = await at(Math.round(best.rate_due / 2));
  const rss = best.pids[String(product.pid)]?.rss_max_mb.toFixed(0) ?? '—';
  const sustained = Math.round(best.rate_due / 100) * 100;
  return `${first} | ${cost(slow)} | ${sustained} | ${cost(best)} | ${best.lat?.p99} | ${half.lat?.p50} | ${half.lat?.p99} | ${rss}`;
}

const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length > 0) {
  console.log(
    '| scenario | QoS | slow msg/s | µs CPU/message | sustained msg/s | µs CPU/message there | p99 ms there | p50 ms at half | p99 ms at half | RSS MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
}
for (const scenario of chosen) {
  for (const qos of [0, 1] as const) {
    const data = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
    const product = await startProduct(data);
    try {
      const watching = await scenario.prepare(await signIn(product));
      const rates = scenario.rates ?? [5_000, ...RATES];
      console.log(`| ${scenario.name} | ${qos} | ${await measure(product, watching, qos, rates)} |`);
    } finally {
      await product.end('SIGTERM');
      for (const cleanup of cleanups.splice(0)) await cleanup();
      rmSync(data, { recursive: true, force: true });
    }
  }
}
if (wanted.length === 0 || wanted.includes('memory')) await measureMemory(10_000, 5_000);
