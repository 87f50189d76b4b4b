import { readFileSync } from 'node:fs';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const pem = (name: string) =>
  readFileSync(new URL(`../../../broker/src/testing/certificates/${name}`, import.meta.url), 'utf8');
const tls = { cert: pem('server.pem'), key: pem('server.key'), verify: 'none' as const };

let server: TestServer;
beforeAll(async () => {
  const host = '127.0.0.1';
  const listeners = [
    { type: 'ssl' as const, host, port: 0, tls },
    { type: 'ws' as const, host, port: 0 },
  ];
  server = await startTestServer({ listeners });
});
afterAll(() => server.stop());

describe('/listeners', () => {
  it('tells what is open and who came through it', async () => {
    const [ssl = ''] = server.listeners;
    const client = await connectAsync(ssl.replace('127.0.0.1', 'localhost'), { ca: pem('ca.pem') });
    const { body } = await server.call('GET', '/listeners');
    expect(body.map((one: { id: string }) => one.id)).toEqual(['ssl:default', 'tcp:default', 'ws:default']);
    expect(body[0]).toMatchObject({
      bind: ssl.slice('mqtts://'.length),
      anonymous: 'loopback',
      status: { running: true, current_connections: 1 },
    });
    expect(body[2].status.current_connections).toBe(0);
    expect((await server.call('GET', '/listeners/tcp:default')).body.bind).toBe(new URL(server.mqtt).host);
    expect((await server.call('GET', '/listeners/quic:default')).status).toBe(404);
    await client.endAsync();
  });
});
