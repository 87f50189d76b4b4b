/**
 * The management API, measured from outside: the built product, eight connections, real requests.
 * `npx tsx bench/api/run.ts [--seconds 3] [--rate 5000]` prints a table: requests a second, latency, CPU of the product
 * for one request; then the same calls while the engine carries `--rate` messages a second.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type Api, dataFolder, type Product, signIn, startProduct } from '../../e2e/product.ts';
import { load } from '../rules/tools.ts';

const CONNECTIONS = 8;
/** Clock ticks a second of /proc, the same on every Linux in use. */
const TICKS = 100;

function option(name: string, fallback: number): number {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? fallback : Number(process.argv[index + 1]);
}
const seconds = option('seconds', 3);
const rate = option('rate', 5000);

interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  path(n: number): string;
  body?(n: number): object;
}

interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU of the product for one request, in µs; of all its threads. */
  readonly cpu: number;
}

/** CPU time of a process so far, in ms. */
function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

async function token(product: Product): Promise<string> {
  const answer = await fetch(new URL('api/v5/login', product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'sluice-e2e-1' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function measure(product: Product, bearer: string, call: Call): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const text = call.body === undefined ? undefined : JSON.stringify(call.body(n));
      const headers = {
        authorization: `Bearer ${bearer}`,
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const url = new URL(`api/v5${call.path(n)}`, product.url);
      const sent = request(url, { method: call.method, agent, headers }, (answer) => {
        if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${call.name}: ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end(text);
    });
  const latencies: number[] = [];
  let n = 0;
  const cpuBefore = cpuTime(product.pid);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - start < seconds * 1000) {
        const before = performance.now();
        await send(n++);
        latencies.push(performance.now() - before);
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: latencies.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    cpu: ((cpuTime(product.pid) - cpuBefore) * 1000) / latencies.length,
  };
}

function row(name: string, { perSecond, p50, p99, cpu }: Figures): void {
  const cells = [perSecond.toFixed(0), `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`, `${cpu.toFixed(0)} µs`];
  console.log(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(11)).join('')}`);
}

const get = (name: string, path: string): Call => ({ name, method: 'GET', path: () => path });
const sql = 'SELECT payload.temp AS temp, upper(clientid) AS id FROM "t/#" WHERE payload.temp > 20';
const ruleTest: Call = {
  name: 'rule_test',
  method: 'POST',
  path: () => '/rule_test',
  body: () => ({ sql, context: { event_type: 'message_publish', topic: 't/1', payload: '{"temp": 21}' } }),
};
const create: Call = {
  name: 'create a rule (on disk)',
  method: 'POST',
  path: () => '/rules',
  body: (n) => ({ id: `made${n}`, sql: `SELECT * FROM "made/${n}"` }),
};

async function fill(api: Api, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    await api('POST', '/rules', { id: `r${n}`, sql: `SELECT * FROM "idle/${n}/+"`, actions: ['http:none'] });
  }
}

const data = dataFolder();
const product = await startProduct(data.path);
try {
  const api = await signIn(product);
  const bearer = await token(product);
  console.log(`${''.padEnd(34)}${['req/s', 'p50', 'p99', 'CPU/req'].map((cell) => cell.padStart(11)).join('')}`);
  let filled = 0;
  for (const size of [10, 1000, 10_000]) {
    await fill(api, filled, size);
    filled = size;
    row(`GET /rules?limit=20 of ${size}`, await measure(product, bearer, get('list', '/rules?limit=20')));
    row(`GET /rules?limit=10000 of ${size}`, await measure(product, bearer, get('list', '/rules?limit=10000')));
  }
  const calls = [get('GET /rules?limit=20', '/rules?limit=20'), get('GET /nodes', '/nodes'), ruleTest];
  for (const call of calls) row(call.name, await measure(product, bearer, call));
  const republish = {
    function: 'republish',
    args: { topic: 'bench/out/${clientid}', payload: '{"seq":${seq},"ts":${ts}}' },
  };
  const loadSql = 'SELECT clientid, payload.seq AS seq, payload.ts AS ts FROM "bench/in/#" WHERE payload.temp > 20';
  await api('POST', '/rules', { id: 'load', sql: loadSql, actions: [republish] });
  const { hostname, port } = new URL(product.mqtt);
  const duration = String(seconds * calls.length + 3);
  const under = load(['--host', hostname, '--port', port, '--rate', String(rate), '--duration', duration]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const call of calls) row(`${call.name}, ${rate} msg/s`, await measure(product, bearer, call));
  const { rate_out, lost } = await under;
  console.log(`the engine carried ${rate_out} msg/s meanwhile, ${lost} lost`);
  row(create.name, await measure(product, bearer, create));
} finally {
  await product.end('SIGINT');
  data.remove();
}
