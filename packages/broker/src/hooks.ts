import type { ClientInfo } from './client-info.ts';

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
