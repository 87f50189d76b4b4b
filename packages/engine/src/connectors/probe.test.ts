import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { ConnectorConfig, JsonObject, ProbeReport } from '@sluice/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { probe } from '../host/probe.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificates.ts';

const base = { name: 'probed', enable: true, description: '', resource_opts: {} };
const VERIFIED: JsonObject = { enable: true, verify: 'verify_peer' };
const ANY: JsonObject = { enable: true, verify: 'verify_none' };

type Make = (target: string, ssl: JsonObject) => ConnectorConfig;

/** A connector of each type; `ssl.enable` says whether with TLS. */
const TYPES: Readonly<Record<string, Make>> = {
  http: (target, ssl) => ({ ...base, type: 'http', url: `http${ssl.enable ? 's' : ''}://${target}`, ssl }),
  mqtt: (target, ssl) => ({ ...base, type: 'mqtt', server: target, ssl }),
  pulsar: (target, ssl) => ({ ...base, type: 'pulsar', servers: `pulsar://${target}`, ssl }),
  pulsar_consumer: (target, ssl) => ({ ...base, type: 'pulsar_consumer', servers: `pulsar://${target}`, ssl }),
  azure_event_hub_producer: (target, ssl) => ({
    ...{ ...base, type: 'azure_event_hub_producer', bootstrap_hosts: target, ssl },
    authentication: { password: 'x' },
  }),
  azure_event_hub_consumer: (target, ssl) => ({
    ...{ ...base, type: 'azure_event_hub_consumer', bootstrap_hosts: target, ssl },
    authentication: { password: 'x' },
  }),
  kinesis: (target, ssl) => kinesis('kinesis', target, ssl),
  kinesis_consumer: (target, ssl) => kinesis('kinesis_consumer', target, ssl),
};

function kinesis(type: string, target: string, ssl: JsonObject): ConnectorConfig {
  const endpoint = `http${ssl.enable ? 's' : ''}://${target}`;
  return { ...base, type, endpoint, aws_access_key_id: 'key', aws_secret_access_key: 'secret' };
}

const sockets = new Set<Socket>();
let server: Server | undefined;

async function listen(made: Server): Promise<string> {
  server = made;
  made.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  made.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(made.address() as AddressInfo).port}`;
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server !== undefined) await new Promise((resolve) => server?.close(resolve));
  server = undefined;
});

async function timed(config: ConnectorConfig): Promise<ProbeReport> {
  const started = Date.now();
  const report = await probe(config);
  expect(Date.now() - started).toBeLessThan(5_000);
  return report;
}

function expectFailed(report: ProbeReport, stage: string, ...faults: readonly string[]): void {
  const last = report.stages.at(-1);
  expect(last, JSON.stringify(report.stages)).toMatchObject({ stage, outcome: 'failed' });
  expect(faults).toContain(last?.error?.data?.fault);
  expect(report.stages.slice(0, -1).every(({ outcome }) => outcome === 'passed')).toBe(true);
}

for (const [type, make] of Object.entries(TYPES)) {
  describe(`the connection test of ${type}`, () => {
    it('says that the host is unknown', async () => {
      expectFailed(
        await timed(make('no-such-host.invalid:1234', { enable: false })),
        'resolve',
        'host_unknown',
        'dns_silent',
      );
    });

    it('says that nothing listens there', async () => {
      const target = await listen(createServer());
      await new Promise((resolve) => server?.close(resolve));
      server = undefined;
      expectFailed(await timed(make(target, { enable: false })), 'connect', 'connection_refused');
    });

    it('says that the address is no address', async () => {
      const report = await timed(make('a b:c', { enable: false }));
      expectFailed(report, 'resolve', 'address_invalid');
    });

    it('says that the other side speaks no TLS', async () => {
      const target = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
      expectFailed(await timed(make(target, ANY)), 'tls', 'not_tls');
    });

    it('says that the certificate is not trusted', async () => {
      const target = await listen(createTls({ cert: TEST_CERTIFICATE, key: TEST_KEY }));
      expectFailed(await timed(make(target, VERIFIED)), 'tls', 'certificate_untrusted');
    });

    if (type === 'http') return;

    it('says that the other side speaks another protocol, or breaks off', async () => {
      const target = await listen(createServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
      const report = await timed(make(target, { enable: false }));
      expectFailed(report, 'authenticate', 'connection_broken', 'connection_failed');
    });
  });
}

describe('the connection test of every type gives up within 5 s', () => {
  it('on a TLS handshake that nobody answers', async () => {
    const target = await listen(createServer());
    const reports = await Promise.all(Object.values(TYPES).map((make) => timed(make(target, ANY))));
    for (const report of reports) expectFailed(report, 'tls', 'no_answer');
  });

  it('on a server that says nothing', async () => {
    const target = await listen(createServer());
    // The test of a webhook sends no request, which would have an effect there: it asks for nothing.
    const asking = Object.entries(TYPES).filter(([type]) => type !== 'http');
    const reports = await Promise.all(asking.map(([, make]) => timed(make(target, { enable: false }))));
    for (const report of reports) expectFailed(report, 'authenticate', 'no_answer', 'slow_answer');
  });
});
