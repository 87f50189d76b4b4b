/**
 * The load client, in a process of its own. Open loop: messages are due at fixed times, and carry the time they were due, so
 * that a broker (or this client) that falls behind shows as latency. Takes a {@link LoadJob} as JSON, prints a
 * {@link LoadResult} as JSON.
 */
import mqtt from 'mqtt-packet';
import { type BenchConnection, openConnection, subscribe } from './connection.ts';

export interface LoadJob {
  readonly port: number;
  readonly publishers: number;
  /** Each gets every message. */
  readonly subscribers: number;
  readonly qos: 0 | 1;
  /** Messages per second over all publishers. */
  readonly rate: number;
  /** Seconds; another one goes before as warm-up. */
  readonly duration: number;
  readonly payloadBytes: number;
  readonly publishTopic: string;
  readonly subscribeTopic: string;
  /** Session expiry of the subscribers in seconds: 0 = clean. */
  readonly sessionExpiry: number;
}

export interface LoadResult {
  readonly published: number;
  readonly acknowledged: number;
  readonly received: number;
  readonly lost: number;
  /** Milliseconds from due to received, all subscribers. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** How late the last message was published, in ms: the client itself is the limit when this grows. */
  readonly behind: number;
}

const job = JSON.parse(process.argv[2] ?? '') as LoadJob;
const latencies = new Float32Array(job.rate * (job.duration + 1) * job.subscribers + 1000);
let received = 0;
let measured = 0;
let acknowledged = 0;
const warmUpEnds = performance.now() + 1e12;
let measureFrom = warmUpEnds;

/** Reads due times out of PUBLISH packets and acknowledges QoS 1 in one write per read. */
function watch(connection: BenchConnection): void {
  let acks: number[] = [];
  connection.onPacket = (header, bytes, _body, end) => {
    if (header >> 4 !== 3) return;
    received++;
    const due = bytes.readDoubleBE(end - job.payloadBytes);
    if (due >= measureFrom) latencies[measured++] = performance.now() - due;
    if (header & 6) acks.push(bytes.readUInt16BE(_body + 2 + bytes.readUInt16BE(_body)));
  };
  connection.onBatch = () => {
    if (acks.length === 0) return;
    const out = Buffer.allocUnsafe(acks.length * 4);
    for (const [i, id] of acks.entries()) out.writeUInt32BE(0x40020000 + id, i * 4);
    acks = [];
    connection.socket.write(out);
  };
}

interface Publisher {
  readonly connection: BenchConnection;
  readonly packet: Buffer;
  readonly idAt: number;
  nextId: number;
}

async function makePublisher(i: number): Promise<Publisher> {
  const connection = await openConnection(job.port, { clientId: `load-pub-${i}` });
  connection.onPacket = (header) => {
    if (header === 0x40) acknowledged++;
  };
  const topic = job.publishTopic.replace('{i}', String(i));
  const payload = Buffer.alloc(job.payloadBytes, 'x');
  const packet = mqtt.generate(
    { cmd: 'publish', topic, payload, qos: job.qos, messageId: 1, dup: false, retain: false },
    { protocolVersion: 5 },
  );
  return { connection, packet, idAt: packet.indexOf(topic) + topic.length, nextId: 1 };
}

function publish(publisher: Publisher, due: readonly number[]): void {
  const { packet, connection, idAt } = publisher;
  const out = Buffer.allocUnsafe(packet.length * due.length);
  for (const [i, time] of due.entries()) {
    const at = i * packet.length;
    packet.copy(out, at);
    out.writeDoubleBE(time, at + packet.length - job.payloadBytes);
    if (job.qos === 0) continue;
    out.writeUInt16BE(publisher.nextId, at + idAt);
    publisher.nextId = publisher.nextId === 65_535 ? 1 : publisher.nextId + 1;
  }
  connection.socket.write(out);
}

const watchers = await Promise.all(
  Array.from({ length: job.subscribers }, async (_, i) => {
    const expiry = job.sessionExpiry;
    const connection = await openConnection(job.port, { clientId: `load-sub-${i}`, sessionExpiry: expiry });
    await subscribe(connection, job.subscribeTopic, job.qos);
    watch(connection);
    return connection;
  }),
);
const publishers = await Promise.all(Array.from({ length: job.publishers }, (_, i) => makePublisher(i)));

const start = performance.now();
measureFrom = start + 1000;
const total = Math.round(job.rate * (job.duration + 1));
let published = 0;
let behind = 0;
await new Promise<void>((resolve) => {
  const tick = (): void => {
    const now = performance.now();
    const until = Math.min(total, Math.floor(((now - start) * job.rate) / 1000));
    const due: number[][] = publishers.map(() => []);
    for (; published < until; published++)
      due[published % publishers.length]?.push(start + (published * 1000) / job.rate);
    for (const [i, publisher] of publishers.entries()) {
      const times = due[i];
      if (times !== undefined && times.length > 0) publish(publisher, times);
    }
    behind = now - (start + (published * 1000) / job.rate);
    if (published >= total) resolve();
    else setTimeout(tick, 1);
  };
  tick();
});
const expected = published * job.subscribers;
for (let last = -1, quiet = 0; received < expected && quiet < 20; ) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  quiet = received === last ? quiet + 1 : 0;
  last = received;
}
const sorted = latencies.subarray(0, measured).sort();
const quantile = (q: number): number => sorted[Math.min(measured - 1, Math.floor(measured * q))] ?? Number.NaN;
const result: LoadResult = {
  published,
  acknowledged,
  received,
  lost: expected - received,
  p50: quantile(0.5),
  p99: quantile(0.99),
  max: quantile(1),
  behind,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
void watchers;
