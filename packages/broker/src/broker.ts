import { topicNameFault } from '@sluice/contract';
import { assembleCore } from './assemble.ts';
import { attach } from './connection/attach.ts';
import { closeConnection } from './connection/close.ts';
import { enforceAccess } from './connection/enforce.ts';
import { guard } from './connection/guard.ts';
import { releaseAllReplies, whenDurable } from './connection/replies.ts';
import type { Core } from './core.ts';
import { readCounters } from './counters.ts';
import { deleteRetained, listClients, listRetained, listSubscriptions, listTopics } from './inspect.ts';
import { type Listener, openListener } from './listeners/listener.ts';
import { Message } from './message.ts';
import type { Welcome } from './peer.ts';
import { REASON } from './reason-codes.ts';
import { announce, route } from './router.ts';
import { endSession } from './session/end.ts';
import { both, underStrain } from './session/strain.ts';
import { openStorage } from './storage/open-storage.ts';
import { sweep } from './sweep.ts';
import type { Broker, BrokerOptions, PublishOptions } from './types.ts';
import { encodeProperties, NO_BYTES } from './wire/properties.ts';

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
      sweeper ??= setInterval(() => sweep(core, Date.now()), SWEEP_INTERVAL).unref();
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
    stats() {
      let subscribers = 0;
      for (const session of core.sessions.values()) if (session.subscriptions.size > 0) subscribers++;
      return {
        connections: core.connections.size,
        sessions: core.sessions.size,
        subscriptions: core.subscriptions.size,
        sharedSubscriptions: core.subscriptions.sharedSize,
        subscribers,
        topics: core.subscriptions.filterCount,
        retained: core.retained.size,
      };
    },
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

function compose(core: Core, request: PublishOptions): Message {
  const { topic, payload, properties } = request;
  const topicBytes = Buffer.from(topic);
  if (topicNameFault(topic) !== undefined || topicBytes.length > 65_535)
    throw new RangeError(`"${topic.slice(0, 100)}" is no topic to publish to: it must not be empty or hold + or #.`);
  return new Message(
    {
      topic,
      topicBytes,
      payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
      qos: request.qos,
      retain: request.retain,
      dup: false,
      rawProperties: properties === undefined ? NO_BYTES : encodeProperties(properties),
      expiry: properties?.messageExpiryInterval as number | undefined,
      receivedAt: Date.now(),
      hops: request.hops ?? 0,
      via: request.via,
      from: request.from,
      origin: undefined,
      frame: undefined,
    },
    core.ids,
  );
}
