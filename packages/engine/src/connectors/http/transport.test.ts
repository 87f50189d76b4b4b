import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket, type Server as TcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ChannelConfig, ConnectorConfig, JsonObject } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../../host/probe.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from '../../testing/certificates.ts';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';

let folder: ReturnType<typeof temporaryFolder>;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  folder.remove();
});

async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function connector(url: string, more: JsonObject = {}): ConnectorConfig {
  return { type: 'http', name: 'h', enable: true, description: '', url, ...more };
}

async function start(config: ConnectorConfig, parameters: JsonObject = {}, options = {}): Promise<Harness> {
  const action: ChannelConfig = {
    ...{ type: 'http', name: 'a', enable: true, description: '', connector: 'h' },
    parameters: { method: 'post', path: '/${n}', body: '${body}', ...parameters },
    ...{ resource_opts: options, created_at: 0, last_modified_at: 0 },
  };
  const harness = await startHarness(folder.path, config, action);
  closing.push(() => harness.stop());
  return harness;
}

const settled = (harness: Harness) =>
  until(() => harness.action.metrics().queuing === 0 && harness.action.metrics().inflight === 0, 'settled');

describe('HTTP on the wire', () => {
  it('does not wait for the end of an answer that has none', async () => {
    let calls = 0;
    const port = await listen(
      createHttp((_request, response) => {
        calls++;
        const pour = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', pour);
        pour();
      }),
    );
    const harness = await start(connector(`http://127.0.0.1:${port}`));
    for (let n = 0; n < 3; n++) await harness.put({ n, body: 'x' }, 'k', 1);
    await settled(harness);
    expect(harness.action.metrics()).toMatchObject({ success: 3, failed: 0 });
    expect(calls).toBeLessThanOrEqual(6);
  });

  it('does not follow a redirect, and says where to mend it', async () => {
    const elsewhere: string[] = [];
    const other = await listen(createHttp((request, response) => response.end(elsewhere.push(String(request.url)))));
    const port = await listen(
      createHttp((_request, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${other}/stolen` }).end();
      }),
    );
    const headers = { authorization: 'Bearer secret' };
    const harness = await start(connector(`http://127.0.0.1:${port}`), { headers });
    await harness.put({ n: 1, body: 'x' }, 'k', 1);
    await settled(harness);
    expect(elsewhere).toEqual([]);
    const [letter] = harness.deadLetters.list({ offset: 0, limit: 1 }).letters;
    expect(letter).toMatchObject({ code: 'http_status', data: { status: 307 } });
    expect(letter?.message).toContain('final address');
    expect(JSON.stringify(letter)).not.toContain('secret');
  });

  it('waits until the date that Retry-After names', async () => {
    const at: number[] = [];
    const port = await listen(
      createHttp((_request, response) => {
        at.push(Date.now());
        if (at.length > 1) response.end();
        else response.writeHead(429, { 'retry-after': new Date(Date.now() + 3_000).toUTCString() }).end();
      }),
    );
    const harness = await start(connector(`http://127.0.0.1:${port}`));
    await harness.put({ n: 1, body: 'x' }, 'k', 1);
    await until(() => at.length === 2, 'second try');
    // Dates have whole seconds.
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1_500);
  });

  it.each([1, 5])('sends at most %i requests on a connection ahead of their answers', async (most) => {
    let asked = 0;
    let answered = 0;
    let ahead = 0;
    const port = await listen(
      createTcp((socket) => {
        let text = '';
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          text += chunk.toString();
          const complete = text.split('END').length - 1;
          text = text.slice(text.lastIndexOf('END') + 3);
          asked += complete;
          ahead = Math.max(ahead, asked - answered);
          for (let n = 0; n < complete; n++) {
            setTimeout(() => {
              answered++;
              socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
            }, 50);
          }
        });
      }),
    );
    const config = connector(`http://127.0.0.1:${port}`, { pool_size: 1, enable_pipelining: most });
    const harness = await start(config);
    await Promise.all(Array.from({ length: 30 }, (_, n) => harness.put({ n, body: 'END' }, `${n}`, 0)));
    await settled(harness);
    expect(harness.action.metrics()).toMatchObject({ success: 30 });
    expect(ahead).toBe(most);
  });

  it('opens no more connections than the pool has', async () => {
    const server = createHttp((_request, response) => setTimeout(() => response.end(), 20));
    let open = 0;
    let most = 0;
    server.on('connection', (socket) => {
      most = Math.max(most, ++open);
      socket.on('close', () => open--);
    });
    const harness = await start(connector(`http://127.0.0.1:${await listen(server)}`, { pool_size: 3 }));
    await until(() => open === 0, 'health check over');
    most = 0;
    await Promise.all(Array.from({ length: 100 }, (_, n) => harness.put({ n, body: 'x' }, `${n}`, 0)));
    await settled(harness);
    expect(most).toBe(3);
  });

  it.each([
    ['elsewhere.example', 'elsewhere.example'],
    ['disable', false],
    ['', 'localhost'],
  ])('names the server %o as %o, whatever the URL says', async (configured, sent) => {
    const seen: unknown[] = [];
    const port = await listen(
      createHttps({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
        seen.push((request.socket as TLSSocket & { servername?: unknown }).servername);
        response.end();
      }),
    );
    const ssl = { enable: true, verify: 'verify_none', server_name_indication: configured };
    const harness = await start(connector(`https://localhost:${port}`, { ssl }));
    await harness.put({ n: 1, body: 'x' }, 'k', 1);
    await settled(harness);
    expect(seen).toEqual([sent]);
  });

  it('shows its client certificate and the server name it was given', async () => {
    const seen: { name: unknown; subject: string }[] = [];
    const options = { cert: TEST_CERTIFICATE, key: TEST_KEY, ca: TEST_CA, requestCert: true, rejectUnauthorized: true };
    const port = await listen(
      createHttps(options, (request, response) => {
        const socket = request.socket as TLSSocket & { servername?: unknown };
        seen.push({ name: socket.servername, subject: String(socket.getPeerCertificate().subject.CN) });
        response.end();
      }),
    );
    const ssl = { enable: true, verify: 'verify_peer', cacertfile: TEST_CA, server_name_indication: 'localhost' };
    const own = { certfile: TEST_CERTIFICATE, keyfile: TEST_KEY };
    const harness = await start(connector(`https://127.0.0.1:${port}`, { ssl: { ...ssl, ...own } }));
    await harness.put({ n: 1, body: 'x' }, 'k', 1);
    await settled(harness);
    expect(seen).toEqual([{ name: 'localhost', subject: 'localhost' }]);
    const bare = await probe(connector(`https://127.0.0.1:${port}`, { ssl }));
    expect(bare.stages.at(-1)).toMatchObject({ stage: 'tls', outcome: 'failed' });
    expect(bare.stages.at(-1)?.error?.data).toMatchObject({ fault: 'client_certificate_wanted' });
  });
});
