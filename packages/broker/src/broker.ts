import { assembleCore } from './assemble.ts';
import { compose } from './compose.ts';
import { attach } from './connection/attach.ts';
import { closeConnection } from './connection/close.ts';
import { enforceAccess } from './connection/enforce.ts';
import { guard } from './connection/guard.ts';
import { releaseAllReplies, whenDurable } from './connection/replies.ts';
import type { Core } from './core.ts';
import { readCounters } from './counters.ts';
import { deleteRetained, listClients, listRetained, listSubscriptions, listTopics } from './inspect.ts';
import { type Listener, openListener } from './listeners/listener.ts';
import type { Welcome } from './peer.ts';
import { REASON } from './reason-codes.ts';
import { announce, route } from './router.ts';
import { endSession } from './session/end.ts';
import { both, underStrain } from './session/strain.ts';
import { readStats } from './stats.ts';
import { openStorage } from './storage/open-storage.ts';
import { sweep } from './sweep.ts';
import { tellOfSystem } from './system-topics.ts';
import type { Broker, BrokerOptions } from './types.ts';

/** How often time-outs are looked at. */
const SWEEP_INTERVAL = 250;
/** Peers that do not close their side in this time are cut off. */
const CLOSE_GRACE = 1500;

/**
 * Makes a broker that listens nowhere yet.
 * @throws the error of the system when `dataDir` cannot be used.
 */
export function createBroker(options: BrokerOptions = {}): Broker {
  const core = assembleCore(options);
  if (options.dataDir !== undefined) core.storage = openStorage(core, options.dataDir, () => releaseAllReplies(core));
  const listeners: Listener[] = [];
  // From the first listener on: wills that are due after a restart must find their owner ready.
  let sweeper: NodeJS.Timeout | undefined;
  let closed: Promise<void> | undefined;

  const welcome: Welcome = (stream, peer) => attach(core, stream, peer);

  return {
    async listen(where) {
      const listener = await openListener(where, core.limits.maxPacketSize, welcome);
      listeners.push(listener);
      sweeper ??= setInterval(() => lookAtTheClock(core), SWEEP_INTERVAL).unref();
      return { host: listener.host, port: listener.port };
    },
    listeners: () =>
      listeners.map(({ type, host, port }) => ({
        type,
        host,
        port,
        connections: [...core.connections].filter(({ peer }) => peer.listener === type && peer.port === port).length,
      })),
    publish(request) {
      const message = compose(core, request);
      const before = core.storage?.position ?? 0;
      const { kept, subscribers, relief } = underStrain(core, () => ({
        kept: request.direct ? undefined : announce(core, message),
        subscribers: route(core, message),
      }));
      const after = core.storage?.position ?? 0;
      const durable = after > before ? whenDurable(core, after) : undefined;
      return { id: message.id, subscribers, settled: both(both(kept, durable), relief) };
    },
    setAccess(access) {
      core.access.replace(access);
      enforceAccess(core);
    },
    clients: (query = {}) => listClients(core, query),
    subscriptions: (query = {}) => listSubscriptions(core, query),
    topics: (query = {}) => listTopics(core, query),
    retained: (query = {}) => listRetained(core, query),
    deleteRetained: (filter) => deleteRetained(core, filter),
    kick(clientid) {
      const session = core.sessions.get(clientid);
      if (session === undefined) return false;
      if (session.connection === undefined) endSession(core, session);
      else closeConnection(core, session.connection, 'kicked', { code: REASON.administrative, discardSession: true });
      return true;
    },
    stats: () => readStats(core),
    counters: () => readCounters(core.counters),
    close() {
      closed ??= shutDown();
      return closed;
    },
  };

  async function shutDown(): Promise<void> {
    core.closing = true;
    clearInterval(sweeper);
    for (const listener of listeners) listener.stop();
    const streams = [...core.connections].map((connection) => connection.stream);
    for (const connection of [...core.connections])
      guard(core, connection, () =>
        closeConnection(core, connection, 'server_shutting_down', { code: REASON.shuttingDown }),
      );
    await allClosed(streams);
    await core.storage?.close();
  }
}

function allClosed(streams: readonly { destroyed: boolean; destroy(): void; once: NodeJS.EventEmitter['once'] }[]) {
  const open = streams.filter((stream) => !stream.destroyed);
  if (open.length === 0) return Promise.resolve();
  return new Promise<void>((resolve) => {
    let left = open.length;
    const timer = setTimeout(() => {
      for (const stream of open) stream.destroy();
    }, CLOSE_GRACE);
    for (const stream of open)
      stream.once('close', () => {
        left--;
        if (left > 0) return;
        clearTimeout(timer);
        resolve();
      });
  });
}

function lookAtTheClock(core: Core): void {
  const now = Date.now();
  sweep(core, now);
  try {
    tellOfSystem(core, now);
  } catch (error) {
    core.reportError(error);
  }
}
