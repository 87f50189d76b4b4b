import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listenFailure } from './listen-failure.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function take(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      servers.push(server);
      resolve((server.address() as { port: number }).port);
    });
  });
}

it('of a taken port names the next one that is free, which can be opened then', async () => {
  const port = (await take(0)) ?? 0;
  await take(port + 1);
  const error = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
  const { message } = await listenFailure(error, { host: '127.0.0.1', port });
  const offered = Number(/--port (\d+) is free/.exec(message)?.[1]);
  expect(offered).toBeGreaterThan(port + 1);
  expect(await take(offered)).toBe(offered);
});

it('has none to offer at the end of the range', async () => {
  const error = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
  const { message } = await listenFailure(error, { host: '127.0.0.1', port: 65_535 });
  expect(message).toContain('--port 0');
});
