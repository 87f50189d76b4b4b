import { readFileSync } from 'node:fs';
import type { ConnectionOptions, SecureVersion } from 'node:tls';
import { type Json, type JsonObject, ok, type Result } from '@sluice/contract';
import type { Fault } from './driver.ts';
import { errorText } from './fault.ts';

/** Is TLS on in this `ssl` block? */
export function usesTls(ssl: Json | undefined): boolean {
  return isObject(ssl) && ssl.enable === true;
}

/** Options for `tls.connect` from an `ssl` block and the host it is for. */
export function tlsOptions(ssl: Json | undefined, host: string): Result<ConnectionOptions, Fault> {
  if (!isObject(ssl)) return ok({ servername: host });
  const verify = ssl.verify === 'verify_peer';
  const sni = text(ssl.server_name_indication);
  const options: ConnectionOptions = { rejectUnauthorized: verify };
  if (sni === 'disable') {
    options.servername = '';
    options.checkServerIdentity = () => undefined;
  } else {
    const name = sni === '' ? host : sni;
    // An IP address is no server name.
    if (!/^[\d.]+$|:/.test(name)) options.servername = name;
  }
  try {
    const ca = pem(ssl.cacertfile);
    const cert = pem(ssl.certfile);
    const key = pem(ssl.keyfile);
    if (ca !== undefined) options.ca = ca;
    if (cert !== undefined) options.cert = cert;
    if (key !== undefined) options.key = key;
  } catch (error) {
    return {
      ok: false,
      error: {
        code: 'file_unreadable',
        data: { text: errorText(error) },
        message: `A certificate file cannot be read: ${errorText(error)}. Check its path.`,
        raw: errorText(error),
      },
    };
  }
  const passphrase = text(ssl.password);
  if (passphrase !== '') options.passphrase = passphrase;
  const ciphers = texts(ssl.ciphers);
  if (ciphers.length > 0) options.ciphers = ciphers.join(':');
  const versions = texts(ssl.versions)
    .map((version) => VERSIONS[version])
    .filter((version) => version !== undefined)
    .sort();
  const [lowest] = versions;
  const highest = versions.at(-1);
  if (lowest !== undefined && highest !== undefined) {
    options.minVersion = lowest;
    options.maxVersion = highest;
  }
  return ok(options);
}

const VERSIONS: Readonly<Record<string, SecureVersion>> = {
  tlsv1: 'TLSv1',
  'tlsv1.1': 'TLSv1.1',
  'tlsv1.2': 'TLSv1.2',
  'tlsv1.3': 'TLSv1.3',
};

/** PEM text as it is, anything else as the path of a file. */
function pem(value: Json | undefined): string | undefined {
  const given = text(value);
  if (given === '') return undefined;
  if (given.includes('-----BEGIN')) return given;
  return readFileSync(given.replace(/^file:\/\//, ''), 'utf8');
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
