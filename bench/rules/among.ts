/**
 * What 10,000 rules cost of which one matches: `npx tsx bench/rules/among.ts [--rules 10000] [--rate 5000] [--rounds 7]
 * [--seconds 4]`. Two built products run side by side, one with the rule alone and one with it among the others, and are loaded
 * in turn (A B, B A, …), so that what else happens on the machine meets both. CPU is counted in ticks of the process, by
 * the load client; the ratio is the median of those of the rounds, the first of which is a warm-up.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Product, signIn, startProduct } from '../../e2e/product.ts';
import { load } from './tools.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
  },
});

const SQL =
  'SELECT qos, payload.temp AS temp, clientid, topic, payload.seq AS seq, payload.ts AS ts FROM "bench/in/#" WHERE payload.temp > 20';
const args = { topic: 'bench/out/${clientid}', payload: '{"seq":${seq},"ts":${ts}}', qos: '${qos}' };
const actions = [{ function: 'republish', args }];

async function startWith(idleRules: number): Promise<Product> {
  const product = await startProduct(mkdtempSync(join(folder, 'data-')));
  const api = await signIn(product);
  const create = async (body: object): Promise<void> => {
    const answer = await api('POST', '/rules', body);
    if (answer.status !== 201) throw new Error(`POST /rules: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = next++; i < idleRules; i = next++)
        await create({ id: `idle${i}`, sql: `SELECT * FROM "idle/${i}/+/x"`, actions });
    }),
  );
  await create({ id: 'bench', sql: SQL, actions });
  return product;
}

/** µs of CPU a message. */
async function cost({ mqtt, pid }: Product, qos: 0 | 1): Promise<number> {
  const where = ['--port', new URL(mqtt).port, '--pids', String(pid)];
  // However late: CPU is what counts.
  const late = ['--abort-ms', '0', '--drain', '60', '--idle', '10'];
  const how = ['--qos', String(qos), '--rate', values.rate, '--duration', values.seconds, ...late];
  const result = await load([...where, ...how]);
  if (result.lost > 0 || result.aborted)
    throw new Error(`lost ${result.lost} at ${values.rate}/s: the machine is busy`);
  return result.pids[String(pid)]?.us_per_msg ?? Number.NaN;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const spread = (numbers: readonly number[]): string =>
  `${Math.min(...numbers).toFixed(2)}–${Math.max(...numbers).toFixed(2)}`;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const products: Product[] = [];
try {
  products.push(await startWith(0), await startWith(Number(values.rules)));
  const [one, many] = products as [Product, Product];
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(2)}\n`,
  );
  console.log(
    `| QoS | one rule, µs/message | among ${values.rules} | ratio, median | lowest–highest |\n|---|---|---|---|---|`,
  );
  for (const qos of [0, 1] as const) {
    const pairs: { readonly alone: number; readonly among: number }[] = [];
    for (let round = 0; round <= Number(values.rounds); round++) {
      const isFirst = round % 2 === 0;
      const first = await cost(isFirst ? one : many, qos);
      const second = await cost(isFirst ? many : one, qos);
      const pair = isFirst ? { alone: first, among: second } : { alone: second, among: first };
      if (round > 0) pairs.push(pair);
    }
    const ratios = pairs.map(({ alone, among }) => among / alone);
    const alone = median(pairs.map((pair) => pair.alone)).toFixed(1);
    const among = median(pairs.map((pair) => pair.among)).toFixed(1);
    console.log(`| ${qos} | ${alone} | ${among} | ${median(ratios).toFixed(2)} | ${spread(ratios)} |`);
  }
} finally {
  for (const product of products) await product.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
