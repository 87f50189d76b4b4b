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

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
}

export interface PublishOptions {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly hops?: number;
}

export interface Broker {
  /** Starts a TCP listener; resolves with the port in use. A taken port rejects with an error of code `EADDRINUSE`. */
  listen(options: ListenOptions): Promise<{ readonly host: string; readonly port: number }>;
  /** Routes a message of the owner's to subscribers (the `publish` hook is called too); gives its id and its audience. */
  publish(options: PublishOptions): {
    readonly id: string;
    readonly subscribers: number;
    readonly settled: void | Promise<void>;
  };
  stats(): {
    readonly connections: number;
    readonly sessions: number;
    readonly subscriptions: number;
    readonly retained: number;
  };
  /** Stops listening, tells MQTT 5 clients why, closes every connection. Settles within 2 s. */
  close(): Promise<void>;
}
