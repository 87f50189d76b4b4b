import { type LookupAllOptions, lookup } from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { probe } from '../host/probe.ts';

vi.mock('node:dns', async (original) => {
  const real = await original<object>();
  return { ...real, lookup: vi.fn() };
});
vi.mock('node:dns/promises', () => ({ lookup: async () => ({ address: '127.0.0.1', family: 4 }) }));

import { loadDriver } from './drivers.ts';
import { guardedLookup, isForbiddenHost } from './guard.ts';
import { memoryCheckpoints } from './stream/checkpoints.ts';

const base = { name: 'guarded', enable: true, description: '', resource_opts: {} };
/** A connector of each type to a host. */
const CONNECTORS = [
  (host: string) => ({ ...base, type: 'http', url: `http://${host}:80` }),
  (host: string) => ({ ...base, type: 'http', url: `https://${host}:443`, ssl: { enable: true } }),
  (host: string) => ({ ...base, type: 'mqtt', server: `${host}:1883`, pool_size: 1 }),
  (host: string) => ({ ...base, type: 'mqtt', server: `${host}:8883`, pool_size: 1, ssl: { enable: true } }),
  (host: string) => ({ ...base, type: 'pulsar', servers: `pulsar://${host}:6650` }),
  (host: string) => ({ ...base, type: 'pulsar_consumer', servers: `pulsar+ssl://${host}:6651` }),
  (host: string) => ({
    ...{ ...base, type: 'azure_event_hub_producer', bootstrap_hosts: `${host}:9093` },
    ...{ authentication: { password: 'x' }, ssl: { enable: true } },
  }),
  (host: string) => ({
    ...{ ...base, type: 'azure_event_hub_consumer', bootstrap_hosts: `${host}:9093` },
    ...{ authentication: { password: 'x' }, ssl: { enable: false } },
  }),
  (host: string) => ({ ...base, type: 'kinesis', endpoint: `http://${host}:80` }),
  (host: string) => ({ ...base, type: 'kinesis_consumer', endpoint: `https://${host}:443` }),
];

function resolveTo(address: string): void {
  vi.mocked(lookup).mockImplementation(((_name: string, options: LookupAllOptions, done: unknown) => {
    const callback = done as (error: null, found: unknown, family?: number) => void;
    const family = address.includes(':') ? 6 : 4;
    process.nextTick(() => (options.all ? callback(null, [{ address, family }]) : callback(null, address, family)));
  }) as never);
}

describe('addresses that no connector may lead to', () => {
  afterEach(() => {
    delete process.env.SLUICE_ALLOW_LINK_LOCAL;
    vi.mocked(lookup).mockReset();
  });

  it.each([
    ...['169.254.169.254', '169.254.0.1', 'fe80::1', 'FE80::1%eth0', '::ffff:169.254.169.254', 'fd00:ec2::254'],
    ...['100.100.100.200', 'metadata.google.internal.', 'Metadata.Google.Internal'],
  ])('%s', (host) => expect(isForbiddenHost(host)).toBe(true));

  it.each(['127.0.0.1', '10.0.0.1', '169.253.1.1', '::1', 'example.org', 'fd00::1'])('but %s', (host) =>
    expect(isForbiddenHost(host)).toBe(false),
  );

  for (const connector of CONNECTORS) {
    const { type } = connector('');
    const tls = JSON.stringify(connector('')).includes('"enable":true}') ? ' with TLS' : '';

    it.each(['169.254.169.254', '::ffff:169.254.169.254'])(
      `${type}${tls}: a name that has come to mean %s since it was checked`,
      async (address) => {
        resolveTo(address);
        const driver = await loadDriver(type);
        const context = { node: 'n', events: { changed() {} }, checkpoints: memoryCheckpoints() };
        const made = driver?.connection(connector('rebound.example') as never, context);
        if (made?.ok !== true) throw new Error('no connection');
        const fault = await made.value.connect(AbortSignal.timeout(3_000));
        expect(fault).toMatchObject({ code: 'address_forbidden', data: { address } });
        await made.value.close();
      },
    );

    it(`${type}${tls}: an address written as such`, async () => {
      const driver = await loadDriver(type);
      const context = { node: 'n', events: { changed() {} }, checkpoints: memoryCheckpoints() };
      const made = driver?.connection(connector('169.254.169.254') as never, context);
      if (made === undefined) throw new Error('no driver');
      const fault = made.ok ? await made.value.connect(AbortSignal.timeout(3_000)) : made.error;
      expect(fault).toMatchObject({ code: 'address_forbidden' });
      if (made.ok) await made.value.close();
    });

    it(`${type}${tls}: a test says so in its first stage`, async () => {
      const report = await probe(connector('169.254.169.254') as never);
      expect(report.stages).toMatchObject([{ stage: 'resolve', outcome: 'failed' }]);
      expect(report.stages[0]?.error?.data).toMatchObject({ fault: 'address_forbidden' });
    });
  }

  it('gives out what is allowed', async () => {
    process.env.SLUICE_ALLOW_LINK_LOCAL = '1';
    resolveTo('169.254.1.1');
    const found = await new Promise((resolve) =>
      guardedLookup('a.example', { all: false }, (error, address) => resolve(error ?? address)),
    );
    expect(found).toBe('169.254.1.1');
  });
});
