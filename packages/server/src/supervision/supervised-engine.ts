import type { EngineAddress, EngineConfig, EngineHost, EngineOptions } from '@sluice/engine';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** The engine is being started again: the caller may try once more in a moment. */
export class EngineUnavailable extends Error {
  constructor() {
    super('The engine has ended and is being started again. Try again in a moment.');
  }
}

export interface SupervisionOptions {
  /** Makes an engine that says when it ended although nobody stopped it. */
  make(onCrash: (error: Error) => void): EngineHost;
  /** What is configured at the moment of a restart. */
  config(): EngineConfig;
  log(line: string): void;
  /** Default 500 ms; doubles with every failed attempt, up to 10 s. */
  readonly firstPause?: number;
}

/**
 * An engine that outlives its crashes: a new one takes over, on the same MQTT port, with what is configured then.
 * Acknowledged messages are in the buffers on disk. Until it is there every call fails with `EngineUnavailable`.
 */
export function superviseEngine({ make, config, log, firstPause = FIRST_PAUSE_MS }: SupervisionOptions): EngineHost {
  let current: EngineHost | undefined;
  let options: EngineOptions | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  function launch(): EngineHost {
    const engine = make((error) => {
      if (engine !== current || stopping) return;
      log(`the engine has ended: ${error.message}`);
      current = undefined;
      restartAfter(firstPause);
    });
    return engine;
  }

  function restartAfter(pause: number): void {
    timer = setTimeout(() => void restart(pause), pause);
  }

  async function restart(pause: number): Promise<void> {
    if (options === undefined || stopping) return;
    const engine = launch();
    const started = await engine.start({ ...options, config: config() }).catch((error: unknown) => String(error));
    if (stopping) return;
    if (typeof started !== 'string' && started.ok) {
      current = engine;
      log('the engine runs again');
      return;
    }
    log(`the engine could not be started again: ${typeof started === 'string' ? started : started.error.message}`);
    await engine.stop().catch(() => undefined);
    restartAfter(Math.min(pause * 2, LONGEST_PAUSE_MS));
  }

  async function ask<T>(question: (engine: EngineHost) => Promise<T>): Promise<T> {
    const engine = current;
    if (engine === undefined) throw new EngineUnavailable();
    try {
      return await question(engine);
    } catch (error) {
      throw engine === current ? error : new EngineUnavailable();
    }
  }

  const lifeCycle: Pick<EngineHost, 'start' | 'stop'> = {
    async start(given) {
      const engine = launch();
      current = engine;
      const started = await engine.start(given);
      if (started.ok) options = { ...given, ...listening(given, started.value) };
      return started;
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await current?.stop();
    },
  };
  // Everything else is passed on, whatever the interface grows to
  return new Proxy(lifeCycle as EngineHost, {
    get: (own, name: keyof EngineHost) =>
      own[name] ??
      ((...args: never[]) => ask((engine) => (engine[name] as (...args: never[]) => Promise<unknown>)(...args))),
  });
}

/** The ports in use, so that a restart does not move to others. */
function listening(
  given: EngineOptions,
  { mqttHost, mqttPort, listeners }: EngineAddress,
): Pick<EngineOptions, 'mqttHost' | 'mqttPort' | 'listeners'> {
  return {
    mqttHost,
    mqttPort,
    listeners: listeners.map((listener, at) => ({ ...given.listeners?.[at], ...listener })),
  };
}
