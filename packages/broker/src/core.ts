import type { Access } from './access/access.ts';
import type { Connection } from './connection/connection.ts';
import type { Limits } from './limits.ts';
import type { MessageIds } from './message-id.ts';
import type { Retained } from './retained.ts';
import type { Session } from './session/session.ts';
import type { Storage } from './storage/storage.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { BrokerHooks } from './types.ts';

/** What the parts of one broker share. Each part is a file of functions over it. */
export interface Core {
  readonly hooks: BrokerHooks;
  readonly limits: Limits;
  readonly ids: MessageIds;
  readonly access: Access;
  readonly sessions: Map<string, Session>;
  /** Sessions without a connection that end by time, and those with a will that waits. */
  readonly waiting: Set<Session>;
  readonly connections: Set<Connection>;
  readonly subscriptions: Subscriptions;
  readonly retained: Retained;
  /** `undefined`: nothing survives a restart. */
  readonly storage: Storage | undefined;
  /** Connections with unsent bytes of this turn of the event loop. */
  readonly dirty: Connection[];
  /** Connections with acknowledgements that wait for the storage. */
  readonly awaitingStorage: Set<Connection>;
  /** Refuses new work. */
  closing: boolean;
}
