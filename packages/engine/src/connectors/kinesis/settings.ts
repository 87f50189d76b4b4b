import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type ConnectorConfig, type FaultCode, type FaultData, ok, type Result } from '@sluice/contract';
import type { Fault } from '../driver.ts';
import { networkFault } from '../fault.ts';
import { forbiddenHost } from '../guard.ts';
import { type Address, targetOf } from '../reach.ts';

/** What a connector of this type says, read once. */
export interface KinesisSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly address: Address;
  readonly tls: ConnectionOptions | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly poolSize: number;
  readonly immediateRetries: number;
}

const DEFAULT_REGION = 'us-east-1';

const EXAMPLE = 'https://kinesis.us-east-1.amazonaws.com';

export function kinesisSettings(config: ConnectorConfig): Result<KinesisSettings, Fault> {
  let url: URL;
  const given = String(config.endpoint ?? '');
  try {
    url = new URL(given);
  } catch {
    return refuse(
      'address_invalid',
      { text: given, form: EXAMPLE },
      `"${given}" is no URL. Write the endpoint as ${EXAMPLE}.`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse(
      'address_invalid',
      { text: given, form: EXAMPLE },
      `The endpoint "${given}" must start with https:// or http://.`,
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const forbidden = forbiddenHost(host);
  if (forbidden !== undefined) return { ok: false, error: networkFault(forbidden, targetOf({ host, port })) };
  return ok({
    endpoint: url.origin,
    region: regionOf(host),
    address: { host, port },
    // An IP address is no server name.
    tls: secure ? { ...(isIP(host) === 0 && { servername: host }), rejectUnauthorized: true } : undefined,
    accessKeyId: String(config.aws_access_key_id ?? ''),
    secretAccessKey: String(config.aws_secret_access_key ?? ''),
    poolSize: typeof config.pool_size === 'number' ? config.pool_size : 8,
    immediateRetries: typeof config.max_retries === 'number' ? config.max_retries : 2,
  });
}

function refuse(code: FaultCode, data: FaultData, message: string): Result<never, Fault> {
  return { ok: false, error: { code, data, message } };
}

/** `kinesis.eu-west-1.amazonaws.com`, also with `-fips`, a VPC prefix or the suffix of another partition. */
function regionOf(host: string): string {
  return /(?:^|\.)kinesis(?:-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(host)?.[1] ?? DEFAULT_REGION;
}
