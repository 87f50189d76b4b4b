import { type Failure, fail, ok, type Result } from '@sluice/contract';
import {
  type AnonymousPolicy,
  createEngineWorker,
  type EngineConfig,
  type EngineHost,
  type MqttListener,
  type MqttListenerType,
  SYSTEMS,
} from '@sluice/engine';
import { createCatalog } from './catalog/catalog.ts';
import type { View } from './catalog/view.ts';
import { registerApi } from './http/api.ts';
import { registerApiDocs } from './http/api-docs.ts';
import { createApp, type HttpLimits } from './http/app.ts';
import { createAuthorizer } from './http/authorize.ts';
import { registerConsole } from './http/console-files.ts';
import { listenFailure } from './http/listen-failure.ts';
import { createRateHistory, type MadeAt } from './monitoring/rate-history.ts';
import { announcingChanges, createReadings } from './monitoring/readings.ts';
import { createSampler } from './monitoring/sampler.ts';
import { createTraces } from './monitoring/traces.ts';
import { createMqttAccess } from './mqtt/access.ts';
import { statusText } from './routes/nodes.ts';
import { allRoutes } from './routes/table.ts';
import { PRODUCT_VERSION, type Services } from './services.ts';
import { ensureAdministrator } from './session/first-start.ts';
import { createLoginThrottle } from './session/login-throttle.ts';
import { passwordFault } from './session/password.ts';
import { createTokens } from './session/tokens.ts';
import { openStore } from './store/store.ts';
import { superviseEngine } from './supervision/supervised-engine.ts';

export interface ServerOptions extends HttpLimits {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly mqttHost: string;
  /** 0 = any free port. */
  readonly mqttPort: number;
  /** MQTT listeners beside the one for plain TCP. */
  readonly listeners?: readonly MqttListener[];
  /** Whom the broker lets in without a proof. Default `loopback`. */
  readonly anonymous?: AnonymousPolicy;
  /** ms between what the broker tells of itself below `$SYS`. Default 0: nothing. */
  readonly sysInterval?: number;
  readonly dataDir: string;
  /** Folder of the built console. */
  readonly consoleDir: string;
  /** Password of `admin` on the first start; a random one is made without it. */
  readonly adminPassword?: string;
  /** Take targets on the machine's own link and metadata services of clouds. */
  readonly allowLinkLocal?: boolean;
  /** Stands in for the engine in its worker thread. */
  readonly engine?: EngineHost;
  /** A line for the operator. */
  log(line: string): void;
}

export interface RunningServer {
  readonly url: string;
  readonly mqtt: string;
  /** Addresses of the other MQTT listeners, such as `mqtts://127.0.0.1:8883`. */
  readonly listeners: readonly string[];
  /** The random password of the first start. */
  readonly generatedPassword: string | undefined;
  /** Stops listening, then the engine, then the store. */
  stop(): Promise<void>;
}

const NODE = 'sluice@127.0.0.1';

/** Opens the data folder, starts the engine, and serves API and console. */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer, Failure>> {
  const store = openStore(options.dataDir);
  const host: EngineHost =
    options.engine ??
    superviseEngine({
      make: (onCrash) => createEngineWorker({ onCrash }),
      config,
      log: options.log,
    });
  const readings = createReadings(host);
  const engine = announcingChanges(host, readings.forget);
  const catalog = createCatalog(store, SYSTEMS, engine, { allowLinkLocal: options.allowLinkLocal === true });
  const mqttAccess = createMqttAccess(store, engine);
  function config(): EngineConfig {
    return { ...catalog.engineConfig(), access: mqttAccess.current() };
  }
  const weakness = options.adminPassword === undefined ? undefined : passwordFault(options.adminPassword);
  if (weakness !== undefined && store.users.all().length === 0) {
    options.log(`the password given for admin is weaker than the console would take: ${weakness}`);
  }
  const generatedPassword = await ensureAdministrator(store, options.adminPassword);
  const anonymous = options.anonymous ?? 'loopback';
  const mqtt = await engine.start({
    node: NODE,
    mqttHost: options.mqttHost,
    mqttPort: options.mqttPort,
    ...(options.listeners !== undefined && { listeners: options.listeners }),
    anonymous,
    system: { product: 'Sluice', version: PRODUCT_VERSION, interval: options.sysInterval ?? 0 },
    dataDir: options.dataDir,
    config: config(),
  });
  if (!mqtt.ok) {
    await engine.stop().catch(() => undefined);
    store.close();
    return fail({ ...mqtt.error, message: `${mqtt.error.message} ${settingOf(mqtt.error)}` });
  }
  const tokens = createTokens(store);
  const sampler = createSampler(readings.stats);
  const history = createRateHistory(engine, madeAt(catalog.view));
  const traces = createTraces(engine, (id) => catalog.view.rule(id)?.config.actions ?? []);
  const services: Services = {
    systems: SYSTEMS,
    store,
    catalog,
    engine,
    readings,
    mqttAccess,
    tokens,
    throttle: createLoginThrottle(),
    sampler,
    history,
    traces,
    node: NODE,
    mqtt: mqtt.value,
    anonymous,
    startedAt: Date.now(),
    log: options.log,
  };
  const app = createApp(options.log, options);
  const routes = allRoutes(services);
  registerApi(app, routes, createAuthorizer(store, tokens));
  registerApiDocs(app, routes, SYSTEMS);
  app.get('/status', (_request, reply) => reply.type('text/plain').send(statusText(NODE)));
  registerConsole(app, options.consoleDir);

  async function stop(): Promise<void> {
    readings.stop();
    sampler.stop();
    history.stop();
    traces.close();
    await app.close();
    await engine.stop();
    store.close();
  }

  try {
    const url = await app.listen({ host: options.host, port: options.port });
    const { mqttHost, mqttPort, listeners } = mqtt.value;
    const [plain = '', ...others] = [{ type: 'tcp' as const, host: mqttHost, port: mqttPort }, ...listeners].map(
      addressOf,
    );
    return ok({ url, mqtt: plain, listeners: others, generatedPassword, stop });
  } catch (error) {
    await stop();
    return fail(await listenFailure(error, options));
  }
}

/** When what the history is about was made. */
function madeAt(view: View): MadeAt {
  return (kind, id) => {
    if (kind !== 'rule') {
      const entry = view.resource(kind, id);
      return entry === undefined ? undefined : Number(entry.config.created_at ?? 0);
    }
    const rule = view.rule(id);
    return rule === undefined ? undefined : Date.parse(rule.config.created_at) || 0;
  };
}

const SCHEMES = { tcp: 'mqtt', ssl: 'mqtts', ws: 'ws', wss: 'wss' } as const;

function addressOf({ type, host, port }: Pick<MqttListener, 'type' | 'host' | 'port'>): string {
  const path = type === 'ws' || type === 'wss' ? '/mqtt' : '';
  return `${SCHEMES[type]}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

const SETTINGS = { tcp: '--mqtt-port', ssl: '--mqtt-tls', ws: '--mqtt-ws', wss: '--mqtt-wss' } as const;

/** With which option the listener that could not be opened is set. */
function settingOf({ data }: Failure): string {
  const listener = (data?.listener ?? 'tcp') as MqttListenerType;
  return `It is set with ${SETTINGS[listener]} (0 for any free port).`;
}
