import { randomBytes } from 'node:crypto';
import { type Access, createAccess } from './access/access.ts';
import { type Counters, createCounters } from './counters.ts';
import type { BrokerHooks } from './hooks.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { createMessageIds, type MessageIds } from './message-id.ts';
import { connectionLimit } from './open-files.ts';
import { createRetained, type Retained } from './retained.ts';
import type { Connection, Session } from './state.ts';
import type { Storage } from './storage/storage.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import type { BrokerOptions, SystemOptions } from './types.ts';

/** How a connection ends. */
export interface CloseOptions {
  /** Reason code of the DISCONNECT that a connected MQTT 5 client is sent; without it there is none. */
  readonly code?: number;
  /** The client said DISCONNECT itself: its will is discarded unless `keepWill`. */
  readonly byClient?: boolean;
  readonly keepWill?: boolean;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** The session ends with the connection, whatever its expiry. */
  readonly discardSession?: boolean;
}

/** Resolved once the storage has reached `position`. */
interface DurableWaiter {
  readonly position: number;
  readonly resolve: () => void;
}

interface SystemTopics extends SystemOptions {
  readonly node: string;
  /** Unix time in ms. */
  readonly startedAt: number;
  /** Unix time in ms of the next time. */
  due: number;
}

/** What the parts of one broker share. Each part is a file of functions over it. */
export interface Core {
  readonly hooks: BrokerHooks;
  readonly limits: Limits;
  readonly ids: MessageIds;
  readonly access: Access;
  readonly counters: Counters;
  readonly sessions: Map<string, Session>;
  /** Sessions without a connection that end by time, and those with a will that waits. */
  readonly waiting: Set<Session>;
  readonly connections: Set<Connection>;
  readonly subscriptions: Subscriptions;
  readonly retained: Retained;
  /** `undefined`: nothing survives a restart. */
  storage: Storage | undefined;
  /** Connections with unsent bytes of this turn of the event loop. */
  readonly dirty: Connection[];
  /** Connections with acknowledgements that wait for the storage. */
  readonly awaitingStorage: Set<Connection>;
  /** Owners that wait for the storage. */
  readonly durableWaiters: DurableWaiter[];
  /** Set while a message is routed to a subscriber under strain: resolves when its publisher may go on. */
  strained: Promise<void> | undefined;
  /** CONNACK of an accepted MQTT 5 client that needs nothing special. */
  plainConnack: Buffer | undefined;
  /** What is told below `$SYS`; `undefined`: nothing. */
  readonly system: SystemTopics | undefined;
  /** Refuses new work. */
  closing: boolean;
  /**
   * What lower layers need of the one above them; set when the broker is put together. `close` ends a connection, `readOn` takes
   * the packets that arrived before a pause.
   */
  readonly above: {
    close(connection: Connection, reason: string, options?: CloseOptions): void;
    readOn(connection: Connection): void;
  };
  /** Tells the owner of a fault that should not exist. */
  reportError(error: unknown): void;
}

export function createCore(options: BrokerOptions, above: Core['above']): Core {
  const wanted = { ...DEFAULT_LIMITS, ...options.limits };
  const limits = { ...wanted, maxConnections: connectionLimit(wanted.maxConnections) };
  const { node = 'sluice@127.0.0.1', system } = options;
  return {
    hooks: options.hooks ?? {},
    limits,
    ids: createMessageIds(node, randomBytes(8).toString('hex')),
    access: createAccess(options.access ?? {}),
    counters: createCounters(),
    sessions: new Map(),
    waiting: new Set(),
    connections: new Set(),
    subscriptions: createSubscriptions(),
    retained: createRetained(limits.maxRetained),
    storage: undefined,
    dirty: [],
    awaitingStorage: new Set(),
    durableWaiters: [],
    strained: undefined,
    plainConnack: undefined,
    system: system && system.interval > 0 ? { ...system, node, startedAt: Date.now(), due: 0 } : undefined,
    closing: false,
    above,
    reportError: options.onError ?? (() => {}),
  };
}
