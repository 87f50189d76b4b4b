import { fail, ok, parseDuration, type Result } from '@sluice/contract';
import type { AnonymousPolicy, MqttListenerType, MqttTls } from '@sluice/engine';

/** What the command line says about MQTT beside its plain listener. */
export interface MqttCommandOptions {
  readonly listeners: readonly ListenerAddress[];
  /** There whenever a listener needs it. */
  readonly tls: TlsFiles | undefined;
  readonly anonymous: AnonymousPolicy;
  /** ms from one message of the broker about itself to the next; 0 = none. */
  readonly sysInterval: number;
}

interface ListenerAddress {
  readonly type: Exclude<MqttListenerType, 'tcp'>;
  readonly host: string;
  readonly port: number;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
  readonly ca: string | undefined;
  readonly verify: MqttTls['verify'];
}

export const MQTT_OPTIONS = [
  { name: 'mqtt-tls', variable: 'SLUICE_MQTT_TLS', help: 'MQTT over TLS too: [address:]port, such as 8883' },
  {
    name: 'mqtt-ws',
    variable: 'SLUICE_MQTT_WS',
    help: 'MQTT over WebSocket too, path /mqtt: [address:]port, such as 8083',
  },
  {
    name: 'mqtt-wss',
    variable: 'SLUICE_MQTT_WSS',
    help: 'MQTT over secure WebSocket too: [address:]port, such as 8084',
  },
  { name: 'mqtt-tls-cert', variable: 'SLUICE_MQTT_TLS_CERT', help: 'file with the certificate and its chain, PEM' },
  { name: 'mqtt-tls-key', variable: 'SLUICE_MQTT_TLS_KEY', help: 'file with its key, PEM' },
  { name: 'mqtt-tls-ca', variable: 'SLUICE_MQTT_TLS_CA', help: 'file with the CA of the certificates of clients, PEM' },
  {
    name: 'mqtt-tls-verify',
    variable: 'SLUICE_MQTT_TLS_VERIFY',
    help: 'certificates of clients: required (with a CA the default), optional or none',
  },
  {
    name: 'mqtt-anonymous',
    variable: 'SLUICE_MQTT_ANONYMOUS',
    fallback: 'loopback',
    help: 'who may connect without a proof: loopback, always or never',
  },
  {
    name: 'mqtt-sys-interval',
    variable: 'SLUICE_MQTT_SYS_INTERVAL',
    fallback: '30s',
    help: 'how often the broker tells of itself below $SYS/brokers, such as 1m; 0 for never',
  },
] as const;

type Given = Readonly<Record<string, string | undefined>>;

const LISTENERS = [
  ['mqtt-tls', 'ssl'],
  ['mqtt-ws', 'ws'],
  ['mqtt-wss', 'wss'],
] as const;

/** `given`: values by option name. A problem is a sentence. */
export function parseMqttOptions(given: Given, host: string, passphrase?: string): Result<MqttCommandOptions, string> {
  const listeners: ListenerAddress[] = [];
  for (const [name, type] of LISTENERS) {
    const text = given[name];
    if (text === undefined) continue;
    const address = parseAddress(text, host);
    if (address === undefined) return fail(`--${name} must be a port, or address:port, not "${text}".`);
    listeners.push({ type, ...address });
  }
  const anonymous = given['mqtt-anonymous'];
  if (anonymous !== 'loopback' && anonymous !== 'always' && anonymous !== 'never')
    return fail(`--mqtt-anonymous must be loopback, always or never, not "${anonymous}".`);
  const interval = given['mqtt-sys-interval'];
  const sysInterval = parseDuration(interval ?? 0);
  if (sysInterval === undefined || (sysInterval > 0 && sysInterval < 1000))
    return fail(`--mqtt-sys-interval must be a duration of a second or more such as 30s, or 0, not "${interval}".`);
  const tls = parseTls(given, listeners, passphrase);
  return tls.ok ? ok({ listeners, tls: tls.value, anonymous, sysInterval }) : tls;
}

function parseTls(
  given: Given,
  listeners: readonly ListenerAddress[],
  passphrase: string | undefined,
): Result<TlsFiles | undefined, string> {
  const cert = given['mqtt-tls-cert'];
  const key = given['mqtt-tls-key'];
  const ca = given['mqtt-tls-ca'];
  const verify = given['mqtt-tls-verify'] ?? (ca === undefined ? 'none' : 'required');
  const isUsed = listeners.some(({ type }) => type !== 'ws');
  if (!isUsed) {
    if (cert === undefined && key === undefined && ca === undefined) return ok(undefined);
    return fail('A certificate is given and no listener uses it: add --mqtt-tls or --mqtt-wss.');
  }
  if (cert === undefined || key === undefined)
    return fail('--mqtt-tls and --mqtt-wss need a certificate and its key: --mqtt-tls-cert and --mqtt-tls-key.');
  if (verify !== 'none' && verify !== 'optional' && verify !== 'required')
    return fail(`--mqtt-tls-verify must be required, optional or none, not "${verify}".`);
  if (verify !== 'none' && ca === undefined)
    return fail(`--mqtt-tls-verify ${verify} needs --mqtt-tls-ca: the CA that signs the certificates of clients.`);
  return ok({ cert, key, passphrase, ca, verify });
}

/** `8883`, `0.0.0.0:8883`, `[::]:8883`. */
function parseAddress(text: string, host: string): { readonly host: string; readonly port: number } | undefined {
  const match = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]]+):)?(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const port = Number(match[2]);
  return port > 65_535 ? undefined : { host: match[1]?.replace(/^\[|\]$/g, '') ?? host, port };
}
