/**
 * A storm of connects, in a process of its own. Takes a {@link StormJob} as JSON, prints a {@link StormResult} as JSON when all
 * are through, and goes on holding what it keeps until its standard input ends.
 */
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';

export interface StormJob {
  readonly port: number;
  /** Address the clients come from: each has ports of its own. */
  readonly from: string;
  readonly prefix: string;
  readonly connections: number;
  /** At a time on their way to CONNACK. */
  readonly parallel: number;
  /** Stay connected; otherwise each says DISCONNECT at once. */
  readonly keep: boolean;
}

export interface StormResult {
  readonly accepted: number;
  /** With a reason code other than 0. */
  readonly refused: number;
  /** Without an answer; the codes of the system and how often. */
  readonly failed: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** Milliseconds from connect() to CONNACK. */
  readonly p50: number;
  readonly p99: number;
}

const job = JSON.parse(process.argv[2] ?? '') as StormJob;
const DISCONNECT = Buffer.of(0xe0, 0);
const times: number[] = [];
const held: Socket[] = [];
const failed: Record<string, number> = {};
let refused = 0;

function one(i: number): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port: job.port, host: '127.0.0.1', localAddress: job.from, noDelay: true });
    let isUp = false;
    const end = (how: string): void => {
      if (!isUp) failed[how] = (failed[how] ?? 0) + 1;
      isUp = true;
      resolve();
    };
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
    socket.once('close', () => end('closed'));
    socket.write(
      mqtt.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 5,
        clientId: `${job.prefix}${i}`,
        clean: true,
        keepalive: 0,
      }),
    );
    socket.once('data', (connack: Buffer) => {
      isUp = true;
      if (connack[3] === 0) times.push(performance.now() - began);
      else refused++;
      socket.on('data', () => {});
      if (job.keep) held.push(socket);
      else socket.end(DISCONNECT);
      resolve();
    });
  });
}

let next = 0;
const began = performance.now();
await Promise.all(
  Array.from({ length: job.parallel }, async () => {
    while (next < job.connections) await one(next++);
  }),
);
times.sort((a, b) => a - b);
const quantile = (q: number): number => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;
const result: StormResult = {
  accepted: times.length,
  refused,
  failed,
  seconds: (performance.now() - began) / 1000,
  p50: quantile(0.5),
  p99: quantile(0.99),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
