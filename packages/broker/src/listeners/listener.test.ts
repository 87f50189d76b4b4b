import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startBroker, type TestBroker, until } from '../testing/harness.ts';

let test: TestBroker;
const clients: MqttClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await test.close();
});

const pem = (name: string) => readFileSync(new URL(`../testing/certificates/${name}`, import.meta.url));
const server = { cert: pem('server.pem'), key: pem('server.key') };
const ca = pem('ca.pem');

function open(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  return new Promise((resolve, reject) => {
    const client = connect(url, { reconnectPeriod: 0, connectTimeout: 3000, ca, ...options });
    clients.push(client);
    client.once('connect', () => resolve(client));
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
}

async function echo(client: MqttClient): Promise<string> {
  const received = new Promise<string>((resolve) => client.once('message', (_topic, payload) => resolve(`${payload}`)));
  await client.subscribeAsync('echo', { qos: 1 });
  await client.publishAsync('echo', 'x'.repeat(100_000), { qos: 1 });
  return received;
}

describe('listeners', () => {
  it('serve MQTT over TLS, WebSocket and secure WebSocket at once', async () => {
    test = await startBroker();
    const host = '127.0.0.1';
    const tls = await test.broker.listen({ host, port: 0, tls: server });
    const ws = await test.broker.listen({ host, port: 0, webSocket: {} });
    const wss = await test.broker.listen({ host, port: 0, webSocket: { path: '/other' }, tls: server });
    for (const url of [
      `mqtts://localhost:${tls.port}`,
      `ws://localhost:${ws.port}/mqtt`,
      `wss://localhost:${wss.port}/other`,
    ])
      for (const protocolVersion of [4, 5] as const) {
        const client = await open(url, { protocolVersion, clientId: `c${protocolVersion}` });
        expect(await echo(client)).toHaveLength(100_000);
        client.stream.destroy();
      }
    await until(() => test.named('disconnected').length === 6);
    expect(test.named('disconnected').map((event) => event.args[1])).toEqual([
      'ssl_closed',
      'ssl_closed',
      'ws_closed',
      'ws_closed',
      'ws_closed',
      'ws_closed',
    ]);
    expect(test.named('connected')[2]?.args[0]).toMatchObject({
      peerhost: '127.0.0.1',
      sockname: `127.0.0.1:${ws.port}`,
    });
  });

  it('say which port is taken', async () => {
    test = await startBroker();
    for (const extra of [{}, { tls: server }, { webSocket: {} }])
      await expect(test.broker.listen({ host: '127.0.0.1', port: test.port, ...extra })).rejects.toMatchObject({
        code: 'EADDRINUSE',
      });
  });

  it('refuse a key that does not fit its certificate', async () => {
    test = await startBroker();
    const tls = { cert: server.cert, key: pem('client.key') };
    await expect(test.broker.listen({ host: '127.0.0.1', port: 0, tls })).rejects.toThrow(/key/i);
    await expect(test.broker.listen({ host: '127.0.0.1', port: 0, tls, webSocket: {} })).rejects.toThrow(/key/i);
  });

  it('take the common name of a client certificate as the user name', async () => {
    test = await startBroker({ access: { anonymous: 'never' } });
    const tls = { ...server, clientCertificate: { ca } };
    const { port } = await test.broker.listen({ host: '127.0.0.1', port: 0, tls });
    const client = await open(`mqtts://localhost:${port}`, { cert: pem('client.pem'), key: pem('client.key') });
    expect(await echo(client)).toHaveLength(100_000);
    expect(test.named('connected')[0]?.args[0].username).toBe('sensor-7');
    expect(test.named('authnComplete')[0]?.args.slice(1)).toEqual(['success', false, false]);
  });

  it('refuse clients without a certificate, or with one of another authority', async () => {
    test = await startBroker();
    const tls = { ...server, clientCertificate: { ca } };
    const { port } = await test.broker.listen({ host: '127.0.0.1', port: 0, tls });
    await expect(open(`mqtts://localhost:${port}`)).rejects.toThrow();
    const cert = { cert: pem('stranger.pem'), key: pem('stranger.key') };
    await expect(open(`mqtts://localhost:${port}`, cert)).rejects.toThrow();
    expect(test.named('connected')).toEqual([]);
  });

  it('fall back to the password where a certificate is not required, and trust no foreign one', async () => {
    test = await startBroker({ access: { anonymous: 'never' } });
    const tls = { ...server, clientCertificate: { ca, required: false } };
    const { port } = await test.broker.listen({ host: '127.0.0.1', port: 0, tls });
    const cert = { cert: pem('stranger.pem'), key: pem('stranger.key') };
    await expect(open(`mqtts://localhost:${port}`, cert)).rejects.toThrow(/not authorized/i);
    await open(`mqtts://localhost:${port}`, { cert: pem('client.pem'), key: pem('client.key') });
  });

  it('answer ordinary HTTP and other paths with a status, text frames with a close', async () => {
    test = await startBroker();
    const { port } = await test.broker.listen({ host: '127.0.0.1', port: 0, webSocket: {} });
    const status = await new Promise<number | undefined>((resolve) => {
      get(`http://127.0.0.1:${port}/mqtt`, (response) => resolve(response.resume().statusCode));
    });
    expect(status).toBe(426);
    const wrongPath = new WebSocket(`ws://127.0.0.1:${port}/x`, 'mqtt');
    await expect(
      new Promise((_resolve, reject) => {
        wrongPath.on('error', reject);
      }),
    ).rejects.toThrow(/400/);
    const texting = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt');
    texting.on('error', () => {});
    await new Promise((resolve) => texting.once('open', resolve));
    const closed = new Promise((resolve) => texting.once('close', resolve));
    texting.send('hello');
    await closed;
  });

  it('survive clients that break off the TLS handshake', async () => {
    test = await startBroker();
    const { port } = await test.broker.listen({ host: '127.0.0.1', port: 0, tls: server });
    await expect(open(`mqtt://127.0.0.1:${port}`)).rejects.toThrow();
    expect(await echo(await open(`mqtts://localhost:${port}`))).toHaveLength(100_000);
  });
});
