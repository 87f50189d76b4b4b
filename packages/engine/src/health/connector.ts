import {
  type ConnectorConfig,
  type Json,
  type JsonObject,
  ok,
  type ResourceId,
  type Result,
  resourceId,
} from '@sluice/contract';
import type { Connection, Driver, Fault } from '../connectors/driver.ts';
import { type Checkpoints, memoryCheckpoints } from '../connectors/stream/checkpoints.ts';
import { duration } from '../delivery/options.ts';
import type { StatusReport } from '../host.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { createStatus } from './status.ts';

/** An action or source that uses a connector. */
export interface ConnectorUser {
  /** The connection is usable, for the first time or again. */
  up(): void;
  /** It is not, for the moment. */
  down(): void;
  /** Settles when it has nothing under way, at the latest after `limitMs`. */
  idle?(limitMs: number): Promise<void>;
}

/** A configured connector at run time: connects, watches, reconnects. */
export interface RunningConnector {
  readonly id: ResourceId;
  readonly config: ConnectorConfig;
  /** Where outputs and inputs come from, connected or not; the fault says what is wrong with the configuration. */
  readonly connection: Result<Connection, Fault>;
  readonly evidence: Evidence;
  isUp(): boolean;
  status(): StatusReport;
  attach(user: ConnectorUser): void;
  detach(user: ConnectorUser): void;
  /** Settles when the first try to connect is over, at the latest after `start_timeout`. */
  start(): Promise<void>;
  reconnect(): Promise<Result<void, Fault>>;
  /** Once a second. */
  tick(): void;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 500;
const GRACE_MS = 1_000;
/** A driver that does not come to an end must not hold up who waits for it. */
const CLOSE_MS = 3_000;

/** `driver` is that of the connector's type, if the engine has one. */
export function createConnector(
  config: ConnectorConfig,
  driver: Driver | undefined,
  node: string,
  checkpoints: Checkpoints = memoryCheckpoints(),
): RunningConnector {
  const id = resourceId(config.type, config.name);
  const interval = Math.max(500, duration(field(config, 'health_check_interval'), 15_000));
  const startTimeout = duration(field(config, 'start_timeout'), 5_000);
  const status = createStatus(config.enable ? 'connecting' : 'stopped');
  const evidence = createEvidence();
  const users = new Set<ConnectorUser>();
  let up = false;
  let closed = false;
  let failures = 0;
  /** On the clock of `performance.now()`. */
  let lastCheck = performance.now();
  let checking = false;
  let attempt: Promise<Fault | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let abort = new AbortController();

  const connection: Result<Connection, Fault> =
    driver === undefined
      ? {
          ok: false,
          error: {
            code: 'type_unsupported',
            data: { type: config.type },
            message: `This engine cannot run connectors of type ${config.type}.`,
          },
        }
      : driver.connection(config, {
          node,
          checkpoints,
          events: {
            changed(fault) {
              if (fault === undefined) goUp();
              else goDown(fault);
            },
          },
        });

  function goUp(): void {
    if (closed || up) return;
    up = true;
    failures = 0;
    lastCheck = performance.now();
    evidence.clear();
    status.set('connected');
    for (const user of users) user.up();
  }

  function goDown(fault: Fault): void {
    if (closed) return;
    const was = up;
    up = false;
    status.set('disconnected', fault);
    if (was) for (const user of users) user.down();
    later();
  }

  function later(): void {
    clearTimeout(timer);
    const pause = Math.min(interval, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
    failures++;
    timer = setTimeout(() => void connect(), pause * (0.75 + Math.random() / 2));
  }

  /** One try at a time: whoever asks meanwhile gets the same answer. */
  function connect(): Promise<Fault | undefined> {
    attempt ??= tryOnce().finally(() => {
      attempt = undefined;
    });
    return attempt;
  }

  async function tryOnce(): Promise<Fault | undefined> {
    if (!connection.ok) {
      status.set('disconnected', connection.error);
      return connection.error;
    }
    clearTimeout(timer);
    abort = new AbortController();
    const limit = setTimeout(() => abort.abort(new Error('timeout')), CONNECT_TIMEOUT_MS);
    const fault = await connection.value.connect(abort.signal);
    clearTimeout(limit);
    if (closed) return fault;
    if (fault === undefined) goUp();
    else goDown(fault);
    return fault;
  }

  async function check(): Promise<void> {
    if (!connection.ok) return;
    checking = true;
    const since = lastCheck;
    lastCheck = performance.now();
    // Real traffic says more than a probe.
    const fault = evidence.goodSince(since)
      ? undefined
      : await connection.value.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    checking = false;
    if (closed || !up) return;
    if (fault !== undefined) goDown(fault);
  }

  return {
    id,
    config,
    connection,
    evidence,
    isUp: () => up,
    status() {
      if (up) {
        const verdict = evidence.verdict();
        if (verdict === undefined) status.set('connected');
        else status.set('disconnected', verdict);
      }
      return status.read();
    },
    attach(user) {
      users.add(user);
      if (up) user.up();
    },
    detach(user) {
      users.delete(user);
    },
    async start() {
      if (!config.enable) return;
      if (field(config, 'start_after_created') === false) {
        status.set('disconnected', {
          code: 'not_started',
          data: { connector: id },
          message: `${id} does not start by itself. Reconnect it to start it.`,
        });
        return;
      }
      await within(Math.min(startTimeout, 4_000), connect());
    },
    async reconnect() {
      if (!config.enable) {
        return { ok: false, error: { code: 'disabled', message: `${id} is disabled. Enable it first.` } };
      }
      if (up && evidence.verdict() === undefined) return ok(undefined);
      failures = 0;
      const fault = await connect();
      return fault === undefined ? ok(undefined) : { ok: false, error: fault };
    },
    tick() {
      if (up && !checking && performance.now() - lastCheck >= interval) void check();
    },
    async close() {
      closed = true;
      up = false;
      clearTimeout(timer);
      abort.abort(new Error('stopped'));
      status.set('stopped');
      for (const user of users) user.down();
      // What is under way gets a moment to be answered: less has to be sent twice.
      await Promise.all([...users].map((user) => user.idle?.(GRACE_MS)));
      if (connection.ok) await within(CLOSE_MS, connection.value.close());
    },
  };
}

/** Settles with `work`, at the latest after `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(limit);
}

function field(config: ConnectorConfig, name: string): Json | undefined {
  const opts = config.resource_opts;
  return typeof opts === 'object' && opts !== null && !Array.isArray(opts) ? (opts as JsonObject)[name] : undefined;
}
