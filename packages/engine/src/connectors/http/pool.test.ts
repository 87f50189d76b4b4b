import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPool, type Pool } from './pool.ts';

let server: Server;
let pool: Pool;
let sockets: Socket[] = [];
/** What came in: of which connection, and how many requests with one read. */
let reads: { connection: number; requests: number }[] = [];
let delayMs = 0;
let silent: number | undefined;

beforeEach(async () => {
  [sockets, reads, delayMs, silent] = [[], [], 0, undefined];
  server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const requests = chunk.toString().split('POST ').length - 1;
      reads.push({ connection, requests });
      const answer = (): void => {
        if (!socket.destroyed) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'.repeat(requests));
      };
      if (connection === silent) return;
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open(5);
});
afterEach(async () => {
  await pool.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function open(quickMs: number): void {
  const { port } = server.address() as AddressInfo;
  pool = createPool({
    origin: `http://127.0.0.1:${port}`,
    size: 4,
    pipelining: 100,
    answerTimeoutMs: 5_000,
    quickMs,
    connect(done) {
      const socket = connect(port, '127.0.0.1', () => done(null, socket));
    },
  });
}

function post(lane?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch(lane, { method: 'POST', path: '/', body: 'x', headers: {} }, (release) => ({
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd() {
        release();
        resolve();
      },
      onResponseError(_controller, error) {
        release(error);
        reject(error);
      },
    }));
  });
}

const many = (count: number, lane?: number) => Promise.all(Array.from({ length: count }, () => post(lane)));

it('sends what comes together with one write when the server is quick', async () => {
  open(1_000);
  for (let n = 0; n < 50; n++) await post();
  reads = [];
  await many(12);
  expect(reads).toEqual([{ connection: reads[0]?.connection, requests: 12 }]);
});

it('spreads what comes together over its connections when the server takes its time', async () => {
  delayMs = 40;
  for (let n = 0; n < 10; n++) await many(4);
  reads = [];
  await many(4);
  expect(reads.map(({ connection }) => connection).sort()).toEqual([0, 1, 2, 3]);
});

it('goes around a connection that hangs', async () => {
  delayMs = 10;
  await many(4);
  silent = 2;
  const stuck = Promise.race([many(4), new Promise((resolve) => setTimeout(resolve, 100))]);
  await stuck;
  reads = [];
  for (let n = 0; n < 20; n++) await post();
  expect(reads.some(({ connection }) => connection === 2)).toBe(false);
  sockets[2]?.destroy();
});

it('keeps a lane on one connection', async () => {
  delayMs = 20;
  await Promise.all([many(5, 1), many(5, 6), many(5, 5)]);
  const lanes = new Set(reads.map(({ connection }) => connection));
  // Lanes 1 and 5 share the second of four connections.
  expect(lanes.size).toBe(2);
});

it('opens a new connection in place of one that broke', async () => {
  await post();
  delayMs = 1_000;
  const lost = post();
  await expect.poll(() => reads.length).toBe(2);
  for (const socket of sockets) socket.destroy();
  await expect(lost).rejects.toThrow();
  delayMs = 0;
  await post();
  expect(sockets.length).toBe(2);
});
