import type { ClientInfo, ListenerType } from './client-info.ts';

/** A part of a list. */
export interface Window {
  /** Rows to leave out at the beginning. Default 0. */
  readonly offset?: number;
  /** Default 100. */
  readonly limit?: number;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** How many there are in all. */
  readonly count: number;
}

/** What is left out fits every client. Times: Unix time in ms. */
export interface ClientQuery extends Window {
  readonly clientids?: readonly string[];
  readonly usernames?: readonly string[];
  readonly peerhost?: string;
  readonly isConnected?: boolean;
  readonly cleanStart?: boolean;
  readonly version?: number;
  /** Part of the client id. */
  readonly likeClientid?: string;
  readonly likeUsername?: string;
  readonly createdFrom?: number;
  readonly createdTo?: number;
  readonly connectedFrom?: number;
  readonly connectedTo?: number;
}

export interface SubscriptionQuery extends Window {
  readonly clientid?: string;
  /** As the client wrote it. */
  readonly filter?: string;
  readonly group?: string;
  readonly qos?: 0 | 1 | 2;
  /** A filter that the subscription lies within. */
  readonly within?: string;
}

export interface TopicQuery extends Window {
  readonly filter?: string;
}

export interface RetainedQuery extends Window {
  /** Only messages whose topic fits. */
  readonly filter?: string;
  /** Default false. */
  readonly withPayload?: boolean;
}

/** A client, connected or away, as the owner sees it. */
export interface ClientView extends ClientInfo {
  readonly isConnected: boolean;
  readonly isSuperuser: boolean;
  /** `undefined` while it is away. */
  readonly listener: ListenerType | undefined;
  /** Unix time in ms; of the session. */
  readonly createdAt: number;
  /** Unix time in ms; `undefined` while connected. */
  readonly disconnectedAt: number | undefined;
  readonly subscriptions: number;
  readonly maxSubscriptions: number;
  /** QoS 1/2 on their way to it. */
  readonly inflight: number;
  readonly maxInflight: number;
  /** Waiting for it. */
  readonly queued: number;
  readonly maxQueue: number;
  /** QoS 2 from it that it has not released yet. */
  readonly awaitingRelease: number;
  readonly maxAwaitingRelease: number;
  /** Messages it did not get, since its session began. */
  readonly dropped: number;
  /** Of this connection; messages by QoS. */
  readonly traffic: {
    readonly receivedBytes: number;
    readonly receivedPackets: number;
    readonly receivedMessages: readonly number[];
    readonly sentBytes: number;
    readonly sentPackets: number;
    readonly sentMessages: readonly number[];
  };
}

export interface SubscriptionView {
  readonly clientid: string;
  /** As the client wrote it. */
  readonly filter: string;
  /** Without `$share/group/`. */
  readonly pattern: string;
  readonly group: string | undefined;
  readonly qos: 0 | 1 | 2;
  readonly noLocal: boolean;
  readonly retainAsPublished: boolean;
  readonly retainHandling: 0 | 1 | 2;
}

export interface RetainedView {
  readonly id: string;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  /** A copy, when it was asked for. */
  readonly payload: Uint8Array | undefined;
  /** Unix time in ms. */
  readonly receivedAt: number;
  readonly expiresAt: number | undefined;
  /** `undefined` when the broker's owner published it. */
  readonly from: ClientInfo | undefined;
}

/** How much there is of everything at this moment. */
export interface BrokerStats {
  readonly connections: number;
  readonly sessions: number;
  readonly subscriptions: number;
  /** Of them: shared. */
  readonly sharedSubscriptions: number;
  /** Sessions with a subscription. */
  readonly subscribers: number;
  /** Filters that somebody has subscribed to. */
  readonly topics: number;
  readonly retained: number;
}
