/**
 * The management API, measured from outside: the built product, real requests.
 * `npx tsx bench/api/run.ts [--seconds 3] [--steady 30] [--rate 5000] [--most 10000]` prints three tables.
 * The first: eight connections that send as fast as they are answered: requests a second, latency, CPU of the product for
 * one request. The second: a hundred requests a second whatever happens, as a room full of consoles sends them, while the
 * engine rests and while it carries `--rate` messages a second, and the third the same flat out (`--rate 0`: as many as it
 * takes, a message a rule, republished); latency counts from when a request was due.
 *
 * So that the figures are those of the product: rest is measured in the same run, before and after the load, with the same
 * requests on the same objects (sixteen thousand rules by then), and both halves count. The client that publishes stands
 * back (nice 10) for the product and for the sender of requests, with which it shares the cores; without that the
 * scheduler's turns between the two clients would be measured. The `sender` line is the same sender with an empty HTTP
 * server in its own process under the same load: what of the latency is not the product's.
 */
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
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
/** Length of each half of the second table, in seconds. */
const steady = option('steady', 30);
/** Lists longer than this are left out. */
const most = option('most', 10_000);
/** How far the client that publishes stands back. */
const NICE = 10;
/** Requests a second of the second table, of all calls together. */
const STEADY_RATE = 100;

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

/** Sends one request and waits for the whole answer. */
function sender(product: Product, bearer: string, agent: Agent): (call: Call, n: number) => Promise<void> {
  return (call, n) =>
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
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

function wait(until: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
}

/** A server that does nothing, in this process. */
const empty = createServer((_request, response) => response.end('{}'));
await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
const emptyAgent = new Agent({ keepAlive: true });

function nothing(): Promise<void> {
  const { port } = empty.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent: emptyAgent }, (answer) =>
      answer.resume().on('end', resolve),
    );
    sent.on('error', reject).end();
  });
}

/** Latencies of each call in turn, at a pace that does not wait for answers. */
async function pace(product: Product, bearer: string, calls: readonly Call[]): Promise<Map<string, number[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const send = sender(product, bearer, agent);
  const latencies = new Map<string, number[]>(calls.map(({ name }) => [name, []]));
  const own: number[] = [];
  const pending: Promise<unknown>[] = [];
  const start = performance.now();
  for (let n = 0; n < steady * STEADY_RATE; n++) {
    const due = start + (n * 1000) / STEADY_RATE;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const call = calls[n % calls.length];
    if (call === undefined) break;
    const done = () => latencies.get(call.name)?.push(performance.now() - due);
    pending.push(send(call, n).then(done));
    // the same sender and nobody else's work, between two requests
    const halfway = due + 500 / STEADY_RATE;
    pending.push(
      wait(halfway)
        .then(nothing)
        .then(() => own.push(performance.now() - halfway)),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  latencies.set('all of them', [...latencies.values()].flat());
  latencies.set('sender: an empty server', own);
  for (const list of latencies.values()) list.sort((a, b) => a - b);
  return latencies;
}

/** Both halves of a measurement as one. */
function merged(one: Map<string, number[]>, two: Map<string, number[]>): Map<string, number[]> {
  return new Map([...one].map(([name, list]) => [name, [...list, ...(two.get(name) ?? [])].sort((a, b) => a - b)]));
}

async function measure(product: Product, bearer: string, call: Call): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = sender(product, bearer, agent);
  const latencies: number[] = [];
  let n = 0;
  const cpuBefore = cpuTime(product.pid);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - start < seconds * 1000) {
        const before = performance.now();
        await send(call, n++);
        latencies.push(performance.now() - before);
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / elapsed,
    p50: share(latencies, 0.5),
    p99: share(latencies, 0.99),
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
  for (const size of [10, 1000, 10_000].filter((one) => one <= most)) {
    await fill(api, filled, size);
    filled = size;
    row(`GET /rules?limit=20 of ${size}`, await measure(product, bearer, get('list', '/rules?limit=20')));
    row(`GET /rules?limit=10000 of ${size}`, await measure(product, bearer, get('list', '/rules?limit=10000')));
  }
  row(ruleTest.name, await measure(product, bearer, ruleTest));
  row(create.name, await measure(product, bearer, create));

  const republish = {
    function: 'republish',
    args: { topic: 'bench/out/${clientid}', payload: '{"seq":${seq},"ts":${ts}}' },
  };
  const loadSql = 'SELECT clientid, payload.seq AS seq, payload.ts AS ts FROM "bench/in/#" WHERE payload.temp > 20';
  await api('POST', '/rules', { id: 'load', sql: loadSql, actions: [republish] });
  const calls = [
    get('GET /rules?limit=20', '/rules?limit=20'),
    get('GET /nodes', '/nodes'),
    get('GET /connectors', '/connectors'),
    get('GET /rules/load/metrics', '/rules/load/metrics'),
    ruleTest,
  ];
  await pace(product, bearer, calls);
  const { hostname, port } = new URL(product.mqtt);
  for (const messages of new Set([rate, 0])) {
    const before = await pace(product, bearer, calls);
    const duration = String(steady + 5);
    const under = load(['--host', hostname, '--port', port, '--rate', String(messages), '--duration', duration], NICE);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const busy = await pace(product, bearer, calls);
    const { rate_out, lost } = await under;
    const idle = merged(before, await pace(product, bearer, calls));
    const at = messages === 0 ? 'flat out' : `at ${messages}/s`;
    const columns = ['p50', at, 'p99', at, 'ratio'];
    console.log(`\n${`${STEADY_RATE} requests/s`.padEnd(34)}${columns.map((cell) => cell.padStart(11)).join('')}`);
    for (const name of [...idle.keys()]) {
      const [one, two] = [idle.get(name) ?? [], busy.get(name) ?? []];
      const ms = [share(one, 0.5), share(two, 0.5), share(one, 0.99), share(two, 0.99)];
      const ratio = (share(two, 0.99) / share(one, 0.99)).toFixed(1);
      const cells = [...ms.map((value) => `${value.toFixed(1)} ms`), ratio];
      console.log(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(11)).join('')}`);
    }
    console.log(`the engine carried ${rate_out} msg/s meanwhile, ${lost} lost`);
  }
} finally {
  emptyAgent.destroy();
  empty.close();
  await product.end('SIGINT');
  data.remove();
}
