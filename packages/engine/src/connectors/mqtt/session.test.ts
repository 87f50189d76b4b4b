import { chmodSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig, JsonObject } from '@sluice/contract';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../../host/probe.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from '../../testing/certificates.ts';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '../../testing/mosquitto.ts';

let folder: ReturnType<typeof temporaryFolder>;
let mosquitto: Mosquitto;
const closing: (() => Promise<unknown>)[] = [];

function connector(more: JsonObject = {}): ConnectorConfig {
  const server = `127.0.0.1:${mosquitto.port}`;
  return { type: 'mqtt', name: 'c', enable: true, description: '', server, pool_size: 1, ...more };
}

async function start(config: ConnectorConfig, parameters: JsonObject = {}): Promise<Harness> {
  const action: ChannelConfig = {
    ...{ type: 'mqtt', name: 'a', enable: true, description: '', connector: 'c' },
    parameters: { topic: '${topic}', qos: '${qos}', retain: '${retain}', payload: '${body}', ...parameters },
    ...{ resource_opts: {}, created_at: 0, last_modified_at: 0 },
  };
  const harness = await startHarness(folder.path, config, action);
  closing.push(() => harness.stop());
  return harness;
}

const settled = (harness: Harness) =>
  until(() => harness.action.metrics().queuing === 0 && harness.action.metrics().inflight === 0, 'settled');

async function follow(filter: string, qos: 0 | 1 | 2 = 2) {
  const got: { topic: string; body: string; qos: number; retain: boolean }[] = [];
  const client = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
  closing.push(() => client.endAsync(true));
  client.on('message', (topic, body, packet) =>
    got.push({ topic, body: body.toString(), qos: packet.qos, retain: packet.retain }),
  );
  await client.subscribeAsync(filter, { qos });
  return got;
}

describe.skipIf(MOSQUITTO === undefined)('MQTT connections to mosquitto (needs mosquitto)', () => {
  beforeEach(() => {
    folder = temporaryFolder();
    // mosquitto gives up its rights before it reads these.
    chmodSync(folder.path, 0o755);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    folder.remove();
  });
  async function broker(...lines: string[]): Promise<void> {
    mosquitto = await startMosquitto(['allow_anonymous true', ...lines]);
    closing.push(() => mosquitto.stop());
  }

  it.each(['v3', 'v4', 'v5'])('%s: topic, QoS, retain flag and payload from the row', async (proto_ver) => {
    await broker();
    const got = await follow('#');
    const harness = await start(connector({ proto_ver }));
    for (const qos of [0, 1, 2]) {
      await harness.put({ topic: `t/${qos}`, qos, retain: qos === 1, body: `b${qos}` }, `${qos}`, 1);
    }
    await settled(harness);
    await until(() => got.length === 3, 'three');
    expect(got.map(({ topic, body, qos }) => [topic, body, qos]).sort()).toEqual([
      ['t/0', 'b0', 0],
      ['t/1', 'b1', 1],
      ['t/2', 'b2', 2],
    ]);
    // Only what was to be retained meets those who come later.
    const late = await follow('#');
    await until(() => late.length > 0, 'retained');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(late).toEqual([{ topic: 't/1', body: 'b1', qos: 1, retain: true }]);
  });

  it('what a template makes of nothing goes to the dead letters, by name', async () => {
    await broker();
    const harness = await start(connector());
    await harness.put({ topic: '', qos: 1, retain: false, body: 'x' }, 'a', 1);
    await harness.put({ topic: 'a/+/b', qos: 1, retain: false, body: 'x' }, 'b', 1);
    await harness.put({ topic: 'fine', qos: 7, retain: false, body: 'x' }, 'c', 1);
    await settled(harness);
    expect(harness.action.metrics()).toMatchObject({ matched: 3, failed: 3 });
  });

  it('uses the client ids it is told to, one connection each', async () => {
    await broker('log_type all');
    const ids = [{ node: 'sluice@127.0.0.1', ids: ['one', 'two'] }];
    const harness = await start(connector({ static_clientids: ids }));
    await until(() => harness.connector.isUp(), 'up');
    // A client with the id of another takes its place: the connector says so, and how to mend it.
    const lost: string[] = [];
    const thief = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { clientId: 'two', reconnectPeriod: 0 });
    closing.push(() => thief.endAsync(true));
    thief.on('close', () => lost.push('two'));
    await until(() => lost.length > 0, 'the connector takes it back');
    const missing = await probe(connector({ static_clientids: [] }));
    expect(missing.ok).toBe(true);
  });

  it('connects as a bridge when told to', async () => {
    const seen: number[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // Fixed header (2 bytes), length and name of the protocol (2 + 4), then its version.
      socket.once('data', (packet) => {
        seen.push(packet[8] ?? 0);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    for (const bridge_mode of [true, false]) {
      const config = {
        type: 'mqtt',
        name: 'c',
        enable: true,
        description: '',
        server: `127.0.0.1:${port}`,
        bridge_mode,
      };
      const probed = probe(config);
      await until(() => seen.length > 0 && seen.length === (bridge_mode ? 1 : 2), 'CONNECT');
      await probed;
    }
    expect(seen).toEqual([0x84, 4]);
  });

  it('verifies the server over TLS, and shows its own certificate', async () => {
    const files = { ca: TEST_CA, cert: TEST_CERTIFICATE, key: TEST_KEY };
    for (const [name, pem] of Object.entries(files)) writeFileSync(join(folder.path, name), pem);
    const path = (name: string) => join(folder.path, name);
    await broker(
      `cafile ${path('ca')}`,
      `certfile ${path('cert')}`,
      `keyfile ${path('key')}`,
      'require_certificate true',
    );
    const ssl = { enable: true, verify: 'verify_peer', cacertfile: TEST_CA, server_name_indication: 'localhost' };
    const own = { certfile: TEST_CERTIFICATE, keyfile: TEST_KEY };
    const harness = await start(connector({ ssl: { ...ssl, ...own }, proto_ver: 'v5' }));
    await harness.put({ topic: 't', qos: 1, retain: false, body: 'x' }, 'k', 1);
    await settled(harness);
    expect(harness.action.metrics()).toMatchObject({ success: 1 });
    const bare = await probe(connector({ ssl }));
    expect(bare.stages.at(-1)).toMatchObject({ stage: 'tls', outcome: 'failed' });
    const stranger = await probe(connector({ ssl: { enable: true, verify: 'verify_peer', ...own } }));
    expect(stranger.stages.at(-1)?.error?.data).toMatchObject({ fault: 'certificate_untrusted' });
  });

  it('puts what is too large for the other broker among the dead letters, and delivers the rest', async () => {
    await broker('max_packet_size 1000');
    const got = await follow('#');
    const harness = await start(connector({ proto_ver: 'v5' }));
    for (const [n, size] of [10, 5_000, 20].entries()) {
      await harness.put({ topic: 't', qos: 1, retain: false, body: 'x'.repeat(size) }, `${n}`, 1);
    }
    await settled(harness);
    await until(() => got.length === 2, 'two');
    expect(harness.action.metrics()).toMatchObject({ matched: 3, success: 2, failed: 1 });
    expect(harness.deadLetters.list({ offset: 0, limit: 5 }).letters).toMatchObject([{ code: 'message_too_large' }]);
  });

  it('says that it may not publish there, and keeps the message among the dead letters', async () => {
    const acl = join(folder.path, 'acl');
    writeFileSync(acl, 'topic readwrite open/#\n');
    await broker(`acl_file ${acl}`);
    const harness = await start(connector({ proto_ver: 'v5' }));
    await harness.put({ topic: 'closed/1', qos: 1, retain: false, body: 'x' }, 'a', 1);
    await harness.put({ topic: 'open/1', qos: 1, retain: false, body: 'x' }, 'b', 1);
    await settled(harness);
    expect(harness.action.metrics()).toMatchObject({ success: 1, failed: 1 });
    expect(harness.deadLetters.list({ offset: 0, limit: 5 }).letters).toMatchObject([{ code: 'permission_missing' }]);
  });
});
