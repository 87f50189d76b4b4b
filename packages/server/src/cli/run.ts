import { resolve } from 'node:path';
import type { Failure, Result } from '@sluice/contract';
import { startGateway } from '../gateway/start-gateway.ts';
import type { HttpLimits } from '../http/app.ts';
import { startServer } from '../start-server.ts';
import { consoleFolder } from './console-folder.ts';
import { certificateNote, readCertificates } from './mqtt-certificates.ts';
import { type CommandOptions, helpText, parseOptions } from './options.ts';
import { runTransfer } from './transfer-command.ts';

/** After this the process ends, whatever is still going on. */
const STOP_MS = 4_800;

/** What the command has started, in either mode. */
interface Running {
  readonly url: string;
  /** Empty in front of EMQX: the brokers are elsewhere. */
  readonly mqtt: string;
  /** Addresses of the other MQTT listeners. */
  readonly listeners: readonly string[];
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Ends the process with a sentence. */
function give(up: string, code: 1 | 2): never {
  process.stderr.write(`${up}\n`);
  process.exit(code);
}

function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

/** The command `sluice`: starts, says where it is, and stops on Ctrl-C or SIGTERM; or `export` and `apply`. */
export async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'export' || command === 'apply') {
    const done = await runTransfer(command, rest, { env: process.env, print });
    if (!done.ok) give(done.error.message, done.error.code);
    return;
  }
  const parsed = parseOptions(args, process.env);
  if (!parsed.ok) give(parsed.error, 2);
  if (parsed.value === 'help') {
    process.stdout.write(helpText());
    process.exit(0);
  }
  const options = parsed.value;
  const data = resolve(options.data);
  const started = await (options.emqx === undefined
    ? startEmbedded(options, data)
    : gateway(options, options.emqx)
  ).catch((error: unknown) => give(error instanceof Error ? error.message : String(error), 1));
  if (!started.ok) give(started.error.message, 1);
  const running = started.value;
  stopOnSignals(running);
  print(`Console  ${running.url}`);
  for (const note of running.notes) print(note);
  const { url, mqtt, listeners } = running;
  print(`ready ${JSON.stringify({ url, mqtt, ...(listeners.length > 0 && { listeners }), data, pid: process.pid })}`);
}

async function startEmbedded(options: CommandOptions, data: string): Promise<Result<Running, Failure>> {
  const { mqtt: given } = options;
  const tls = given.tls === undefined ? undefined : readCertificates(given.tls);
  if (tls?.ok === false) give(tls.error, 1);
  const started = await startServer({
    host: options.host,
    port: options.port,
    mqttHost: options.mqttHost,
    mqttPort: options.mqttPort,
    listeners: given.listeners.map((one) =>
      one.type === 'ws' || tls === undefined ? one : { ...one, tls: tls.value },
    ),
    anonymous: given.anonymous,
    sysInterval: given.sysInterval,
    dataDir: data,
    consoleDir: consoleFolder(),
    ...(options.adminPassword !== undefined && { adminPassword: options.adminPassword }),
    ...httpLimits(options),
    allowLinkLocal: process.env.SLUICE_ALLOW_LINK_LOCAL === '1',
    log,
  });
  if (!started.ok) return started;
  const { url, mqtt, listeners, generatedPassword, stop } = started.value;
  const note = tls === undefined ? undefined : certificateNote(tls.value.cert);
  const password =
    generatedPassword === undefined ? [] : [`Sign in as admin. The password (shown this once): ${generatedPassword}`];
  const notes = [
    ...[mqtt, ...listeners].map((address) => `MQTT     ${address}`),
    `Data     ${data}`,
    ...(note === undefined ? [] : [note]),
    ...password,
  ];
  return { ok: true, value: { url, mqtt, listeners, stop, notes } };
}

function httpLimits({ rateLimit, trustProxy }: CommandOptions): HttpLimits {
  return { rateLimit, ...(trustProxy !== undefined && { trustProxy }) };
}

async function gateway(options: CommandOptions, emqx: string): Promise<Result<Running, Failure>> {
  const started = await startGateway({
    host: options.host,
    port: options.port,
    emqx,
    consoleDir: consoleFolder(),
    ...httpLimits(options),
    ...(options.emqxCa !== undefined && { caFile: options.emqxCa }),
  });
  if (!started.ok) return started;
  const { url, clusters, stop } = started.value;
  return {
    ok: true,
    value: {
      url,
      mqtt: '',
      listeners: [],
      stop,
      notes: clusters.map((one) => `EMQX     ${one.name} ${one.url.origin}`),
    },
  };
}

function stopOnSignals(running: Running): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => give(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`, 1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
