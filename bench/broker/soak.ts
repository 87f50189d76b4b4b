/**
 * Memory over time: `npx tsx bench/broker/soak.ts --minutes 60 [--rate 2000] [--product]`. A steady load of everything a broker does:
 * messages at QoS 0 and 1, a subscriber whose session is stored, clients that come and go, retained messages that change,
 * subscriptions that come and go, and clients that misbehave (connected and silent, half a CONNECT, never reading). Prints the
 * broker's RSS each minute and what its heap holds after a garbage collection; growth after the first minutes is a leak. With
 * `--product` it is the built product (its RSS alone), with a rule that republishes every message.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import mqtt from 'mqtt-packet';
import { type Product, signIn, startProduct } from '../../e2e/product.ts';
import { held, megabytes, pause, startBroker, stop, usage } from './broker-process.ts';
import { type BenchConnection, openConnection, subscribe } from './connection.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '2000' },
    product: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const TICK_MS = 20;

const folder = mkdtempSync(join(tmpdir(), 'soak-broker-'));
const product = values.product ? await startProductWithRule() : undefined;
const alone = product === undefined ? await startBroker(['--data', folder]) : undefined;
const broker = {
  pid: product?.pid ?? alone?.pid ?? 0,
  port: product === undefined ? (alone?.port ?? 0) : Number(new URL(product.mqtt).port),
};
const payload = Buffer.alloc(200, 'x');
let isOver = false;
let received = 0;
let published = 0;
let came = 0;

async function startProductWithRule(): Promise<Product> {
  const started = await startProduct(folder);
  const api = await signIn(started);
  const args = { topic: 'soaked/${clientid}', payload: '${payload}', qos: '${qos}' };
  const sql = 'SELECT qos, payload, clientid FROM "soak/#"';
  const made = await api('POST', '/rules', { id: 'soak', sql, actions: [{ function: 'republish', args }] });
  if (made.status !== 201) throw new Error(`POST /rules: ${made.status}`);
  return started;
}

const packet = (topic: string, qos: 0 | 1, messageId: number, retain = false): Buffer =>
  mqtt.generate({ cmd: 'publish', topic, payload, qos, messageId, dup: false, retain }, { protocolVersion: 5 });

function takeAll(connection: BenchConnection): void {
  connection.onPacket = (header, bytes, body) => {
    if (header >> 4 !== 3) return;
    received++;
    if ((header & 6) === 0) return;
    const id = bytes.readUInt16BE(body + 2 + bytes.readUInt16BE(body));
    connection.socket.write(Buffer.of(0x40, 2, id >> 8, id & 255));
  };
}

async function publishers(): Promise<void> {
  const connections = await Promise.all(
    Array.from({ length: 10 }, (_, i) => openConnection(broker.port, { clientId: `pub-${i}` })),
  );
  let due = performance.now();
  for (let n = 0; !isOver; ) {
    due += TICK_MS;
    const count = Math.round((rate * TICK_MS) / 1000);
    for (let i = 0; i < count; i++, n++) {
      const connection = connections[n % connections.length];
      connection?.socket.write(packet(`soak/${n % 1000}`, (n % 2) as 0 | 1, (n % 65_000) + 1, n % 50 === 0));
      published++;
    }
    await pause(Math.max(0, due - performance.now()));
  }
}

async function subscribers(): Promise<void> {
  for (const [name, sessionExpiry] of [
    ['plain', 0],
    ['stored', 3600],
  ] as const) {
    const connection = await openConnection(broker.port, { clientId: `sub-${name}`, sessionExpiry });
    await subscribe(connection, 'soak/#', 1);
    takeAll(connection);
  }
}

/** Clients that come, subscribe, hear something, and go; every other one without a word. */
async function visitors(): Promise<void> {
  while (!isOver) {
    const connection = await openConnection(broker.port, { clientId: `visitor-${came++}` });
    await subscribe(connection, `soak/${came % 1000}/#`, 1);
    takeAll(connection);
    await pause(10);
    connection.socket.removeAllListeners('close');
    if (came % 2 === 0) connection.socket.end(Buffer.of(0xe0, 0));
    else connection.socket.destroy();
  }
}

/** One that says nothing, one that says half a CONNECT, one that subscribes and never reads; all of them again and again. */
async function villains(): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const silent = connect({ port: broker.port, host: '127.0.0.1' });
    const half = connect({ port: broker.port, host: '127.0.0.1' });
    for (const socket of [silent, half]) socket.on('error', () => {});
    half.write(Buffer.of(0x10, 60, 0, 4));
    const deaf = await openConnection(broker.port, { clientId: `deaf-${n % 20}` }).catch(() => undefined);
    if (deaf !== undefined) {
      deaf.socket.removeAllListeners('close');
      deaf.socket.on('error', () => {});
      await subscribe(deaf, 'soak/#', 0).catch(() => undefined);
      deaf.socket.pause();
    }
    await pause(1000);
  }
}

function run(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (isOver) return;
    console.error(error);
    process.exit(1);
  });
}

await subscribers();
for (const work of [publishers, visitors, villains]) run(work);
console.log(`${rate} messages/s, two subscribers with everything, visitors, villains; process ${broker.pid}\n`);
console.log('| Minute | RSS | heap after GC | outside it | CPU | messages in | deliveries | visitors |');
console.log('|---|---|---|---|---|---|---|---|');
let before = usage(broker.pid);
for (let minute = 1; minute <= minutes; minute++) {
  await pause(60_000);
  const now = usage(broker.pid);
  const cpu = ((now.cpu - before.cpu) / 60e6) * 100;
  const kept = alone === undefined ? undefined : await held(alone);
  const heap =
    kept === undefined ? '— | —' : `${(kept.heapUsed / 1e6).toFixed(1)} MB | ${(kept.external / 1e6).toFixed(1)} MB`;
  console.log(
    `| ${minute} | ${megabytes(now.rss)} MB | ${heap} | ${cpu.toFixed(0)} % | ${published} | ${received} | ${came} |`,
  );
  before = usage(broker.pid);
}
isOver = true;
if (alone !== undefined) await stop(alone.child);
await product?.end('SIGTERM');
rmSync(folder, { recursive: true });
process.exit(0);
