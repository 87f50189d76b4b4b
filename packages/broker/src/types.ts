import type { AccessOptions } from './access/access.ts';
import type { ClientInfo, ListenerType } from './client-info.ts';
import type { BrokerHooks } from './hooks.ts';
import type { Limits } from './limits.ts';
import type {
  BrokerStats,
  ClientQuery,
  ClientView,
  Page,
  RetainedQuery,
  RetainedView,
  SubscriptionQuery,
  SubscriptionView,
  TopicQuery,
} from './views.ts';

/** A listener for MQTT over TCP; with `tls` over TLS, with `webSocket` over WebSocket, with both over secure WebSocket. */
export interface ListenOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly tls?: TlsListenOptions;
  readonly webSocket?: { /** Default `/mqtt`. */ readonly path?: string };
}

/** Certificates and keys in PEM. */
export interface TlsListenOptions {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  readonly passphrase?: string;
  /** Asks clients for a certificate. */
  readonly clientCertificate?: {
    /** Who must have signed it. */
    readonly ca: string | Buffer;
    /** Refuse clients without one; otherwise they may still use a password. Default true. */
    readonly required?: boolean;
    /** Its common name is the user name and proof enough. Default true. */
    readonly asUsername?: boolean;
  };
}

/** A port that is open. */
export interface ListenerView {
  readonly type: ListenerType;
  readonly host: string;
  readonly port: number;
  /** Connections that came through it. */
  readonly connections: number;
}

export interface PublishOptions {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  /** PUBLISH properties under their names in `mqtt-packet`. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly hops?: number;
  readonly via?: readonly string[];
  /** Passed on as `from` of the message. */
  readonly from?: ClientInfo;
  /** Straight to the subscribers: the `publish` hook is not called. */
  readonly direct?: boolean;
}

export interface SystemOptions {
  readonly product: string;
  readonly version: string;
  /** ms from one time to the next; 0 = never. Who subscribes is told at once. */
  readonly interval: number;
}

export interface BrokerOptions {
  /** Name of this node, part of message ids. Default `sluice@127.0.0.1`. */
  readonly node?: string;
  readonly hooks?: BrokerHooks;
  readonly limits?: Partial<Limits>;
  readonly access?: AccessOptions;
  /** Folder for sessions, retained and queued messages; made if missing. Without it nothing survives a restart. */
  readonly dataDir?: string;
  /** What the broker tells of itself below `$SYS`; left out: nothing. */
  readonly system?: SystemOptions;
  /** A fault inside the broker or in a hook. The connection it came up on has been closed; all else goes on. */
  readonly onError?: (error: unknown) => void;
}

export interface Broker {
  /**
   * Opens a listener; resolves with the port in use. A taken port rejects with an error of code `EADDRINUSE`, a certificate
   * that cannot be used with the error of OpenSSL.
   */
  listen(options: ListenOptions): Promise<{ readonly host: string; readonly port: number }>;
  listeners(): ListenerView[];
  /**
   * Routes a message of the owner's to subscribers (the `publish` hook is called too); gives its id and its audience.
   * @throws RangeError when the topic or a property cannot be put on the wire.
   */
  publish(options: PublishOptions): {
    readonly id: string;
    readonly subscribers: number;
    /** Resolves when the message is safe and its subscribers can take more; nothing to wait for when `undefined`. */
    readonly settled: void | Promise<void>;
  };
  /** Replaces users, permissions and bans at once: clients that have lost the right to be there are disconnected. */
  setAccess(options: AccessOptions): void;
  /** Clients with a session, connected or away, in the order their sessions began. */
  clients(query?: ClientQuery): Page<ClientView>;
  subscriptions(query?: SubscriptionQuery): Page<SubscriptionView>;
  /** Filters that somebody has subscribed to, each once; shared ones without `$share/group/`. */
  topics(query?: TopicQuery): Page<string>;
  retained(query?: RetainedQuery): Page<RetainedView>;
  /** Takes retained messages whose topic fits away, or all; gives how many there were. */
  deleteRetained(filter?: string): number;
  /** Closes the connection of a client ("administrative action") and ends its session; false when there is none. */
  kick(clientid: string): boolean;
  stats(): BrokerStats;
  /** Counted since the start, under the names EMQX gives its metrics. */
  counters(): Readonly<Record<string, number>>;
  /** Stops listening, tells MQTT 5 clients why, closes every connection. Settles within 2 s. */
  close(): Promise<void>;
}
