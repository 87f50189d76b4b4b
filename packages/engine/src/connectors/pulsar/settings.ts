import type { ConnectionOptions } from 'node:tls';
import {
  type ConnectorConfig,
  type FaultCode,
  type FaultData,
  type Json,
  type JsonObject,
  ok,
  type Result,
} from '@sluice/contract';
import { duration } from '../../delivery/options.ts';
import type { Fault } from '../driver.ts';
import type { Address } from '../reach.ts';
import { tlsOptions, usesTls } from '../tls.ts';
import type { Credentials } from './connection.ts';

/** What a connector of this type says, read once. */
export interface PulsarSettings {
  readonly addresses: readonly [Address, ...Address[]];
  readonly secure: boolean;
  /** Options for one host; `undefined` without TLS. */
  tlsFor(host: string): ConnectionOptions | undefined;
  readonly credentials: Credentials;
  readonly connectTimeoutMs: number;
}

const PLAIN_PORT = 6650;
const TLS_PORT = 6651;

export function pulsarSettings(config: ConnectorConfig): Result<PulsarSettings, Fault> {
  const found: { address: Address; secure: boolean }[] = [];
  for (const text of String(config.servers ?? '').split(',')) {
    if (text.trim() === '') continue;
    const server = parseServiceUrl(text.trim(), usesTls(config.ssl));
    if (server === undefined) {
      return refuse(
        'address_invalid',
        { text: text.trim(), form: 'pulsar://host:port' },
        `"${text.trim()}" is no server. Write it as pulsar://host:port or pulsar+ssl://host:port.`,
      );
    }
    found.push(server);
  }
  const [first, ...others] = found;
  if (first === undefined)
    return refuse(
      'address_missing',
      { form: 'pulsar://host:port' },
      'There is no server. Write it as pulsar://host:port.',
    );
  if (others.some(({ secure }) => secure !== first.secure)) {
    return refuse('addresses_mixed', {}, 'The servers mix pulsar:// and pulsar+ssl://. Use one of them for all.');
  }
  const ssl = (config.ssl ?? {}) as JsonObject;
  const tls = first.secure ? tlsOptions(ssl, first.address.host) : undefined;
  if (tls?.ok === false) return tls;
  return ok({
    addresses: [first.address, ...others.map(({ address }) => address)],
    secure: first.secure,
    tlsFor(host) {
      if (!first.secure) return undefined;
      const made = tlsOptions(ssl, host);
      return made.ok ? made.value : undefined;
    },
    credentials: credentialsFrom(config.authentication),
    connectTimeoutMs: duration(config.connect_timeout, 5_000),
  });
}

/** `pulsar://host:port`; a bare `host:port` is taken as what `secure` says. */
export function parseServiceUrl(
  text: string,
  secure: boolean,
): { readonly address: Address; readonly secure: boolean } | undefined {
  const match = /^(?:(pulsar|pulsar\+ssl):\/\/)?(\[[^\]]+\]|[^:/\s]+)(?::(\d{1,5}))?\/?$/.exec(text);
  const host = match?.[2]?.replace(/^\[|\]$/g, '');
  const withTls = secure || match?.[1] === 'pulsar+ssl';
  const port = match?.[3] === undefined ? (withTls ? TLS_PORT : PLAIN_PORT) : Number(match[3]);
  if (host === undefined || port < 1 || port > 65_535) return undefined;
  return { address: { host, port }, secure: withTls };
}

function credentialsFrom(authentication: Json | undefined): Credentials {
  if (typeof authentication !== 'object' || authentication === null) return { method: 'none', data: '' };
  const { jwt, username, password } = authentication as JsonObject;
  if (typeof jwt === 'string') return { method: 'token', data: jwt };
  if (typeof username === 'string') return { method: 'basic', data: `${username}:${String(password ?? '')}` };
  return { method: 'none', data: '' };
}

function refuse(code: FaultCode, data: FaultData, message: string): Result<never, Fault> {
  return { ok: false, error: { code, data, message } };
}
