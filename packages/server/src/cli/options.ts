import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@sluice/contract';
import { parseClusters } from '../gateway/clusters.ts';
import { DEFAULT_RATE } from '../http/rate-limit.ts';
import { MQTT_OPTIONS, type MqttCommandOptions, parseMqttOptions } from './mqtt-options.ts';

/** What the command line and the environment say (decision 24). */
export interface CommandOptions {
  readonly host: string;
  readonly port: number;
  readonly mqttHost: string;
  readonly mqttPort: number;
  readonly data: string;
  readonly adminPassword: string | undefined;
  /** Address of an EMQX cluster: console and gateway, no engine of our own. */
  readonly emqx: string | undefined;
  /** PEM file. */
  readonly emqxCa: string | undefined;
  readonly mqtt: MqttCommandOptions;
  /** Requests a second of one address; 0 = as many as come. */
  readonly rateLimit: number;
  readonly trustProxy: string | undefined;
}

interface OptionText {
  readonly name: string;
  readonly variable: string;
  readonly fallback?: string;
  readonly help: string;
}

const OPTIONS: readonly OptionText[] = [
  { name: 'host', variable: 'SLUICE_HOST', fallback: '127.0.0.1', help: 'address of console and API' },
  { name: 'port', variable: 'SLUICE_PORT', fallback: '18083', help: 'port of console and API, 0 for any free one' },
  { name: 'mqtt-host', variable: 'SLUICE_MQTT_HOST', fallback: '127.0.0.1', help: 'address of the MQTT listener' },
  {
    name: 'mqtt-port',
    variable: 'SLUICE_MQTT_PORT',
    fallback: '1883',
    help: 'port of the MQTT listener, 0 for any free one',
  },
  ...MQTT_OPTIONS,
  { name: 'data', variable: 'SLUICE_DATA', fallback: './.sluice', help: 'folder for everything that is kept' },
  {
    name: 'emqx',
    variable: 'EMQX_URL',
    help: 'serve the console for this EMQX, such as http://host:18083, or several: name=URL,name=URL',
  },
  { name: 'emqx-ca', variable: 'EMQX_CA', help: 'file with the CA of an EMQX behind https' },
  {
    name: 'rate-limit',
    variable: 'SLUICE_RATE_LIMIT',
    fallback: String(DEFAULT_RATE),
    help: 'requests a second that one other machine may send, 0 for as many as it likes',
  },
  {
    name: 'trust-proxy',
    variable: 'SLUICE_TRUST_PROXY',
    help: 'addresses or networks of reverse proxies, with commas between, whose X-Forwarded-For is believed',
  },
];

export function helpText(): string {
  const lines = OPTIONS.map(({ name, variable, fallback, help }) => {
    const left = `  --${name} <value>`.padEnd(30);
    return `${left}${help} [${variable}${fallback === undefined ? '' : `, ${fallback}`}]`;
  });
  return [
    'Usage: sluice [options]',
    '       sluice export --help',
    '       sluice apply --help',
    '',
    'Starts the broker, the rule engine and the console.',
    '',
    'Options [environment variable, default]:',
    ...lines,
    '  --help                      this text',
    '',
    'SLUICE_MQTT_TLS_PASSPHRASE    pass phrase of the key of --mqtt-tls-key',
    'SLUICE_ADMIN_PASSWORD         password of the user admin on the first start; without it one is made up and printed',
    'SLUICE_ALLOW_LINK_LOCAL       1: connectors may lead to 169.254.0.0/16, fe80::/10 and cloud metadata services',
    '',
  ].join('\n');
}

/** Options beat the environment. A problem is a sentence. */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<CommandOptions | 'help', string> {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(OPTIONS.map(({ name }) => [name, { type: 'string' as const }])),
      },
    }));
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\n|\. To specify/, 1)[0] ?? '') : String(error);
    return fail(`${reason.replace(/\.$/, '')}. See --help.`);
  }
  if (values.help === true) return ok('help');
  const read = (option: OptionText): string | undefined => {
    const given = values[option.name];
    const value = typeof given === 'string' ? given : env[option.variable];
    return value === undefined || value === '' ? option.fallback : value;
  };
  const found: Record<string, string | undefined> = Object.fromEntries(
    OPTIONS.map((option) => [option.name, read(option)]),
  );
  const port = portOf('port', found.port);
  if (!port.ok) return port;
  const mqttPort = portOf('mqtt-port', found['mqtt-port']);
  if (!mqttPort.ok) return mqttPort;
  const mqtt = parseMqttOptions(found, found['mqtt-host'] ?? '', env.SLUICE_MQTT_TLS_PASSPHRASE);
  if (!mqtt.ok) return fail(`${mqtt.error} See --help.`);
  const rateLimit = Number(found['rate-limit']);
  if (!Number.isInteger(rateLimit) || rateLimit < 0) {
    return fail(`--rate-limit must be a whole number of requests a second, not "${found['rate-limit']}". See --help.`);
  }
  const stranger = found['trust-proxy']?.split(',').find((one) => !isNetwork(one.trim()));
  if (stranger !== undefined) {
    return fail(`--trust-proxy must be addresses or networks such as 10.0.0.0/8, not "${stranger}". See --help.`);
  }
  const clusters = found.emqx === undefined ? undefined : parseClusters(found.emqx);
  if (clusters?.ok === false) return fail(`${clusters.error} See --help.`);
  return ok({
    host: found.host ?? '',
    port: port.value,
    mqttHost: found['mqtt-host'] ?? '',
    mqttPort: mqttPort.value,
    data: found.data ?? '',
    adminPassword: env.SLUICE_ADMIN_PASSWORD,
    emqx: found.emqx,
    emqxCa: found['emqx-ca'],
    rateLimit,
    trustProxy: found['trust-proxy'],
    mqtt: mqtt.value,
  });
}

function isNetwork(text: string): boolean {
  const [address = '', bits, stray] = text.split('/');
  const version = isIP(address);
  return version !== 0 && stray === undefined && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

function portOf(name: string, text: string | undefined): Result<number, string> {
  const port = Number(text);
  if (text !== undefined && /^\d{1,5}$/.test(text) && port <= 65_535) return ok(port);
  return fail(`--${name} must be a port between 0 and 65535, not "${text}". See --help.`);
}
