import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Sink {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits until `count` requests have come in, at most `ms` milliseconds. */
  waitFor(count: number, ms?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The other side of a webhook: keeps every request it gets and answers 200, or what `status` says of the request with
 * that number. `port` 0 = any free one.
 */
export async function startSink({
  port = 0,
  status = () => 200,
}: {
  readonly port?: number;
  readonly status?: (count: number) => number;
} = {}): Promise<Sink> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      response.statusCode = status(received.length);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async waitFor(count, ms = 10_000) {
      const deadline = performance.now() + ms;
      while (received.length < count) {
        if (performance.now() > deadline) throw new Error(`${received.length} of ${count} requests came in ${ms} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
