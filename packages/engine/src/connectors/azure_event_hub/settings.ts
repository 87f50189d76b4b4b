import type { ConnectionOptions } from 'node:tls';
import {
  type ConnectorConfig,
  type FaultCode,
  type FaultData,
  type JsonObject,
  ok,
  type Result,
} from '@sluice/contract';
import { duration } from '../../delivery/options.ts';
import type { Fault } from '../driver.ts';
import type { Address } from '../reach.ts';
import { tlsOptions } from '../tls.ts';

/** What a connector of this type says, read once. */
export interface EventHubSettings {
  readonly addresses: readonly [Address, ...Address[]];
  readonly secure: boolean;
  /** Options for one host; `undefined` without TLS. */
  tlsFor(host: string): ConnectionOptions | undefined;
  readonly connectionString: string;
  readonly clientId: string;
  readonly connectTimeoutMs: number;
  readonly metadataTimeoutMs: number;
  readonly metadataPauseMs: number;
  readonly healthTopic: string | undefined;
  readonly noDelay: boolean;
  /** Idle time in ms before TCP keep-alive probes. */
  readonly keepAliveMs: number;
}

const DEFAULT_PORT = 9093;
const DEFAULT_KEEP_ALIVE_MS = 30_000;

export function eventHubSettings(config: ConnectorConfig): Result<EventHubSettings, Fault> {
  const addresses: Address[] = [];
  for (const text of String(config.bootstrap_hosts ?? '').split(',')) {
    if (text.trim() === '') continue;
    const address = addressFrom(text.trim());
    if (address === undefined)
      return refuse(
        'address_invalid',
        { text: text.trim(), form: 'host:port' },
        `"${text.trim()}" is no host. Write it as host:port.`,
      );
    addresses.push(address);
  }
  const [first, ...others] = addresses;
  if (first === undefined)
    return refuse(
      'address_missing',
      { form: 'name.servicebus.windows.net:9093' },
      'There is no bootstrap host. Write it as name.servicebus.windows.net:9093.',
    );
  const { password } = (config.authentication ?? {}) as JsonObject;
  if (typeof password !== 'string' || password === '')
    return refuse('connection_string_missing', {}, 'The connection string is missing.');
  const ssl = nameFollowsHost((config.ssl ?? {}) as JsonObject);
  // Event Hubs itself speaks TLS only; what speaks its protocol elsewhere may not.
  const secure = ssl.enable !== false;
  // Once with any host, to find out what is wrong with the certificates.
  const tls = secure ? tlsOptions(ssl, first.host) : ok(undefined);
  if (!tls.ok) return tls;
  const socket = (config.socket_opts ?? {}) as JsonObject;
  const idle = Number(String(socket.tcp_keepalive ?? '').split(',')[0]);
  return ok({
    addresses: [first, ...others],
    secure,
    tlsFor(host) {
      if (!secure) return undefined;
      const made = tlsOptions(ssl, host);
      return made.ok ? made.value : tls.value;
    },
    connectionString: password,
    clientId: `sluice-${config.name}`,
    connectTimeoutMs: duration(config.connect_timeout, 5_000),
    metadataTimeoutMs: duration(config.metadata_request_timeout, 5_000),
    metadataPauseMs: duration(config.min_metadata_refresh_interval, 3_000),
    healthTopic:
      typeof config.health_check_topic === 'string' && config.health_check_topic !== ''
        ? config.health_check_topic
        : undefined,
    noDelay: socket.nodelay !== false,
    keepAliveMs: Number.isInteger(idle) && idle > 0 ? idle * 1000 : DEFAULT_KEEP_ALIVE_MS,
  });
}

/** `auto` is what an absent name means elsewhere. */
function nameFollowsHost(ssl: JsonObject): JsonObject {
  const { server_name_indication: name, ...rest } = ssl;
  return name === undefined || name === 'auto' ? rest : ssl;
}

function addressFrom(text: string): Address | undefined {
  const match = /^(\[[^\]]+\]|[^:/\s]+)(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1]?.replace(/^\[|\]$/g, '');
  const port = match?.[2] === undefined ? DEFAULT_PORT : Number(match[2]);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

function refuse(code: FaultCode, data: FaultData, message: string): Result<never, Fault> {
  return { ok: false, error: { code, data, message } };
}
