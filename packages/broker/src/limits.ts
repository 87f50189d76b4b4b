/** Bounds that keep one client from harming the others. Sizes in bytes, times in ms unless the name says otherwise. */
export interface Limits {
  /** Connections at a time, if the system lets the process open so many files; more are refused with "server busy". */
  readonly maxConnections: number;
  /** Largest packet a client may send. */
  readonly maxPacketSize: number;
  readonly maxTopicLevels: number;
  /** Unacknowledged QoS 1/2 messages a client may have on their way to the broker; older protocols are paused there. */
  readonly receiveMaximum: number;
  /** Unacknowledged QoS 1/2 messages on their way to a client (its own receive maximum may be lower). */
  readonly maxInflight: number;
  /** Waiting messages of a session; when full the oldest is dropped (`queue_full`). */
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
  /** For so long publishers are held up when the queue of a connected subscriber is half full, before it drops. */
  readonly slowSubscriberGrace: number;
  /** Unsent bytes of a connection from which on its messages wait in the bounded queue. */
  readonly maxWriteBuffer: number;
  /** Topic aliases a client may set. */
  readonly topicAliasMaximum: number;
  readonly maxSubscriptions: number;
  readonly maxRetained: number;
  /** From the first byte to a complete CONNECT that is accepted. */
  readonly connectTimeout: number;
  /** A client that takes nothing for so long while bytes wait for it is closed. */
  readonly sendTimeout: number;
  /** Session expiry of MQTT 3.x clients that ask for a persistent session, in seconds. */
  readonly legacySessionExpiry: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxConnections: 100_000,
  maxPacketSize: 1 << 20,
  maxTopicLevels: 128,
  receiveMaximum: 1024,
  maxInflight: 512,
  maxQueue: 10_000,
  maxQueueBytes: 16 << 20,
  slowSubscriberGrace: 2000,
  maxWriteBuffer: 1 << 20,
  topicAliasMaximum: 64,
  maxSubscriptions: 10_000,
  maxRetained: 1_000_000,
  connectTimeout: 10_000,
  sendTimeout: 30_000,
  legacySessionExpiry: 7200,
};
