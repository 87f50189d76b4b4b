import type { AccessOptions } from './access/access.ts';
import type { Limits } from './limits.ts';
import type {
  ClientQuery,
  ClientView,
  Page,
  RetainedQuery,
  RetainedView,
  SubscriptionQuery,
  SubscriptionView,
  TopicQuery,
} from './views.ts';

/** A message on its way through the broker. Treat as immutable. */
export interface Message {
  /** 32 hex digits, unique, in order of arrival. */
  readonly id: string;
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly dup: boolean;
  /** MQTT 5 properties under their names in `mqtt-packet` (`userProperties`, `contentType`, …). */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  /** Unix time in ms when the broker received it. */
  readonly receivedAt: number;
  /** How often it was republished by rules, for the hop limit. */
  readonly hops: number;
  /** The rules that did, oldest first; not known any more after a restart. */
  readonly via?: readonly string[] | undefined;
  /** Who sent it; `undefined` when the broker itself or the API did. */
  readonly from: ClientInfo | undefined;
}

/** Facts about a connected client. */
export interface ClientInfo {
  readonly clientid: string;
  readonly username: string | undefined;
  /** IP address and port of the client. */
  readonly peerhost: string;
  readonly peerport: number;
  /** Address the client connected to, `ip:port`. */
  readonly sockname: string;
  readonly protocol: 'MQTT' | 'MQIsdp';
  readonly version: 3 | 4 | 5;
  readonly cleanStart: boolean;
  /** Seconds. */
  readonly keepalive: number;
  /** Session expiry in seconds. */
  readonly expiryInterval: number;
  readonly isBridge: boolean;
  readonly receiveMaximum: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  /** Unix time in ms. */
  readonly connectedAt: number;
}

/**
 * What the broker tells its owner. Every hook is optional and costs nothing when absent.
 * Hooks run in the order things happen; only `publish` may delay the broker.
 */
export interface BrokerHooks {
  /**
   * A message was accepted. The acknowledgement of a QoS 1/2 publisher waits for the promise, if there is one: resolve it
   * when the message is safe. A rejected promise leaves the message unacknowledged and closes the publisher's connection.
   */
  publish?(message: Message): void | Promise<void>;
  delivered?(message: Message, to: ClientInfo): void;
  acked?(message: Message, to: ClientInfo, properties: Readonly<Record<string, unknown>> | undefined): void;
  /** Reached no subscriber. */
  dropped?(message: Message, reason: string): void;
  /** Dropped for one subscriber. */
  deliveryDropped?(message: Message, to: ClientInfo, reason: string): void;
  connected?(client: ClientInfo): void;
  connack?(client: ClientInfo, reasonCode: string): void;
  disconnected?(client: ClientInfo, reason: string, properties: Readonly<Record<string, unknown>> | undefined): void;
  authnComplete?(client: ClientInfo, reasonCode: string, isSuperuser: boolean, isAnonymous: boolean): void;
  authzComplete?(
    client: ClientInfo,
    action: 'publish' | 'subscribe',
    topic: string,
    result: 'allow' | 'deny',
    source: string,
  ): void;
  subscribed?(
    client: ClientInfo,
    filter: string,
    qos: 0 | 1 | 2,
    properties: Readonly<Record<string, unknown>> | undefined,
  ): void;
  unsubscribed?(
    client: ClientInfo,
    filter: string,
    qos: 0 | 1 | 2,
    properties: Readonly<Record<string, unknown>> | undefined,
  ): void;
}

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

/** What a listener speaks, in EMQX's words. */
export type ListenerType = 'tcp' | 'ssl' | 'ws' | 'wss';

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

export interface BrokerOptions {
  /** Name of this node, part of message ids. Default `sluice@127.0.0.1`. */
  readonly node?: string;
  readonly hooks?: BrokerHooks;
  readonly limits?: Partial<Limits>;
  readonly access?: AccessOptions;
  /** Folder for sessions, retained and queued messages; made if missing. Without it nothing survives a restart. */
  readonly dataDir?: string;
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
  stats(): {
    readonly connections: number;
    readonly sessions: number;
    readonly subscriptions: number;
    /** Of them: shared. */
    readonly sharedSubscriptions: number;
    /** Sessions with a subscription. */
    readonly subscribers: number;
    readonly topics: number;
    readonly retained: number;
  };
  /** Counted since the start, under the names EMQX gives its metrics. */
  counters(): Readonly<Record<string, number>>;
  /** Stops listening, tells MQTT 5 clients why, closes every connection. Settles within 2 s. */
  close(): Promise<void>;
}
