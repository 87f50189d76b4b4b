import type { ConnectionOptions } from 'node:tls';
import { type ConnectorConfig, type Json, ok, type Result } from '@sluice/contract';
import type { IClientOptions } from 'mqtt';
import { duration } from '../../delivery/options.ts';
import type { Fault } from '../driver.ts';
import type { Address } from '../reach.ts';
import { tlsOptions, usesTls } from '../tls.ts';

/** What a connector of this type says, read once. */
export interface MqttSettings {
  readonly address: Address;
  readonly tls: ConnectionOptions | undefined;
  readonly clientIds: readonly string[];
  readonly options: IClientOptions;
  readonly bridgeMode: boolean;
  /** The other side keeps subscriptions and messages while we are away. */
  readonly keepsSession: boolean;
  readonly connectTimeoutMs: number;
  /** After this long without acknowledgement a connection counts as hung. */
  readonly ackTimeoutMs: number;
  /** Most messages without acknowledgement on one connection. */
  readonly maxInflight: number;
}

const VERSIONS = { v3: 3, v4: 4, v5: 5 } as const;
const DEFAULT_PORT = 1883;

export function mqttSettings(config: ConnectorConfig, node: string): Result<MqttSettings, Fault> {
  const address = addressFrom(config.server);
  if (address === undefined) {
    return {
      ok: false,
      error: {
        code: 'address_invalid',
        data: { text: String(config.server), form: 'host:port' },
        message: `"${String(config.server)}" is no server address. Write it as host:port.`,
      },
    };
  }
  const secure = usesTls(config.ssl);
  const tls = secure ? tlsOptions(config.ssl, address.host) : ok(undefined);
  if (!tls.ok) return tls;
  const version = VERSIONS[String(config.proto_ver) as keyof typeof VERSIONS] ?? 4;
  const clean = config.clean_start !== false;
  const clientIds = clientIdsFrom(config, node, clean);
  if (clientIds.length === 0) {
    return {
      ok: false,
      error: {
        code: 'client_id_missing',
        data: { node },
        message: `The list of fixed client ids has none for node ${node}. Add some, or empty the list.`,
      },
    };
  }
  const connectTimeoutMs = duration(config.connect_timeout, 10_000);
  const inflight = typeof config.max_inflight === 'number' ? config.max_inflight : 32;
  return ok({
    address,
    tls: tls.value,
    clientIds,
    bridgeMode: config.bridge_mode === true,
    keepsSession: !clean,
    connectTimeoutMs,
    ackTimeoutMs: Math.max(1000, duration(config.retry_interval, 15_000)),
    maxInflight: inflight > 0 ? inflight : 65_535,
    options: {
      protocol: secure ? 'mqtts' : 'mqtt',
      host: address.host,
      port: address.port,
      protocolVersion: version,
      protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
      clean,
      keepalive: Math.min(65_535, Math.ceil(duration(config.keepalive, 160_000) / 1000)),
      connectTimeout: connectTimeoutMs,
      // Reconnecting and sending again are the delivery layer's work.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      ...(typeof config.username === 'string' && config.username !== '' ? { username: config.username } : {}),
      ...(typeof config.password === 'string' && config.password !== '' ? { password: config.password } : {}),
      ...(version === 5 && !clean ? { properties: { sessionExpiryInterval: 7200 } } : {}),
      ...(tls.value as object | undefined),
    },
  });
}

function addressFrom(server: Json | undefined): Address | undefined {
  if (typeof server !== 'string') return undefined;
  const match = /^(?:\w+:\/\/)?(\[[^\]]+\]|[^:/\s]+)(?::(\d{1,5}))?$/.exec(server.trim());
  const host = match?.[1]?.replace(/^\[|\]$/g, '');
  const port = match?.[2] === undefined ? DEFAULT_PORT : Number(match[2]);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Fixed ids where given; else made up, and the same again after a restart only where a session is to be kept. */
function clientIdsFrom(config: ConnectorConfig, node: string, clean: boolean): readonly string[] {
  const fixed = Array.isArray(config.static_clientids) ? config.static_clientids : [];
  if (fixed.length > 0) {
    return fixed.flatMap((entry) => {
      const { node: forNode, ids } = entry as { readonly node?: Json; readonly ids?: Json };
      return forNode === node && Array.isArray(ids) ? ids.map(String) : [];
    });
  }
  const prefix = typeof config.clientid_prefix === 'string' ? config.clientid_prefix : '';
  const unique = clean ? `:${Math.random().toString(36).slice(2, 8)}` : '';
  const size = typeof config.pool_size === 'number' ? config.pool_size : 8;
  return Array.from({ length: size }, (_, n) => `${prefix}${config.name}${unique}:${n + 1}`);
}
