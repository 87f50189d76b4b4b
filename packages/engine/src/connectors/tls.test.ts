import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createBroker } from '@sluice/broker';
import type { ConnectorConfig, JsonObject } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../host/probe.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from '../testing/certificates.ts';

describe('TLS to a target', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function connector(ssl: JsonObject, scheme = 'https'): ConnectorConfig {
    const { port } = server.address() as AddressInfo;
    return { type: 'http', name: 'h', enable: true, description: '', url: `${scheme}://127.0.0.1:${port}`, ssl };
  }

  it('trusts anybody with verify_none, and only the CA it is given with verify_peer', async () => {
    expect(await probe(connector({ enable: true, verify: 'verify_none' }))).toMatchObject({ ok: true });
    const unknown = await probe(connector({ enable: true, verify: 'verify_peer' }));
    expect(unknown.stages.at(-1)).toMatchObject({
      stage: 'tls',
      outcome: 'failed',
      error: { message: expect.stringContaining('not signed by a trusted CA') },
    });
    const known = { enable: true, verify: 'verify_peer', cacertfile: TEST_CA, server_name_indication: 'localhost' };
    expect(await probe(connector(known))).toMatchObject({ ok: true });
  });

  it('checks the name of the certificate, unless that is switched off', async () => {
    const known = { enable: true, verify: 'verify_peer', cacertfile: TEST_CA };
    const other = await probe(connector({ ...known, server_name_indication: 'elsewhere.example.org' }));
    expect(other.stages.at(-1)).toMatchObject({
      error: { message: expect.stringContaining('for another name'), data: { fault: 'certificate_name' } },
    });
    expect(await probe(connector({ ...known, server_name_indication: 'disable' }))).toMatchObject({ ok: true });
  });

  it('says when the other side does not speak TLS, or a file cannot be read', async () => {
    const broker = createBroker();
    const { port } = await broker.listen({ host: '127.0.0.1', port: 0 });
    try {
      const plain = {
        type: 'mqtt',
        name: 'm',
        enable: true,
        description: '',
        server: `127.0.0.1:${port}`,
        ssl: { enable: true },
      };
      const report = await probe(plain);
      expect(report.stages.at(-1)).toMatchObject({ stage: 'tls', outcome: 'failed' });
    } finally {
      await broker.close();
    }
    const unreadable = await probe(connector({ enable: true, cacertfile: '/does/not/exist.pem' }));
    expect(unreadable.stages.at(-1)).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('cannot be read') },
    });
  });

  it('connects an MQTT connector over TLS', async () => {
    const broker = createBroker();
    const tls = { cert: TEST_CERTIFICATE, key: TEST_KEY };
    const { port } = await broker.listen({ host: '127.0.0.1', port: 0, tls });
    try {
      const ssl = { enable: true, verify: 'verify_peer', cacertfile: TEST_CA, server_name_indication: 'localhost' };
      const config = { type: 'mqtt', name: 'm', enable: true, description: '', server: `127.0.0.1:${port}`, ssl };
      const report = await probe(config);
      expect(report.stages.map((stage) => `${stage.stage} ${stage.outcome}`)).toEqual([
        'resolve passed',
        'connect passed',
        'tls passed',
        'authenticate passed',
      ]);
    } finally {
      await broker.close();
    }
  });
});
