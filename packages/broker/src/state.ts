/**
 * The data of the broker: sessions, connections, subscriptions and deliveries, which know each other. Types only; the files
 * that make them are beside those that work on them.
 */
import type { Duplex } from 'node:stream';
import type { Proof } from './access/access.ts';
import type { ClientInfo } from './client-info.ts';
import type { Message } from './message.ts';
import type { Peer } from './peer.ts';
import type { PendingWill, Will } from './will.ts';
import type { Version } from './wire/control.ts';
import type { FrameReader } from './wire/frames.ts';
import type { Properties } from './wire/properties.ts';

/** Retained messages of a new subscription that have not been sent yet. */
interface RetainedBacklog {
  readonly messages: readonly Message[];
  readonly subscription: Subscription;
  next: number;
}

/** What the broker knows of a client beyond its connection. Plain data: connections come and go over it. */
export interface Session {
  readonly clientid: string;
  /** Facts of the last connection. */
  info: ClientInfo;
  connection: Connection | undefined;
  /** Unix time in ms. */
  readonly createdAt: number;
  /** Unix time in ms; of the last time. */
  disconnectedAt: number;
  /** Messages it did not get. */
  dropped: number;
  /** Seconds it outlives its connection; 0xffffffff = for ever. */
  expiryInterval: number;
  /** Unix time in ms when it ends; 0 while connected or for ever. */
  expiresAt: number;
  readonly subscriptions: Map<string, Subscription>;
  /** QoS 1/2 under way to the client by packet id, in the order they were sent. */
  readonly inflight: Map<number, Delivery>;
  /** QoS 1/2 that wait for the window or the client. */
  readonly queue: DeliveryQueue;
  /** QoS 0 that wait for a congested socket. */
  readonly burst: DeliveryQueue;
  /** QoS 2 packet ids from the client that are not released yet; the promise is there while the message is not safe. */
  readonly received: Map<number, Promise<void> | undefined>;
  /** In flight when the last connection ended, not sent again yet. */
  resend: Delivery[];
  backlog: RetainedBacklog[];
  nextPacketId: number;
  strain: Strain | undefined;
  /** Has been under strain for longer than publishers are held up. */
  isSlow: boolean;
  will: PendingWill | undefined;
  /** Number in the storage; 0 = lives in memory only. */
  stored: number;
  /** Ended: nothing may be delivered to it any more. */
  ended: boolean;
}

/**
 * A connected subscriber whose queue fills up faster than it empties. Its publishers are held up (their acknowledgements wait,
 * their sockets are not read), so that a stall loses nothing. One that stays slow is held up for no longer than the grace:
 * after it the queue drops the oldest, as for everybody who is too slow.
 */
interface Strain {
  /** Resolves when publishers may go on. */
  readonly relief: Promise<void>;
  readonly resolve: () => void;
  /** Unix time in ms. */
  readonly since: number;
}

/** One network connection of a client. Plain data: the files beside this one hold what happens to it. */
export interface Connection {
  readonly stream: Duplex;
  readonly peer: Peer;
  readonly reader: FrameReader;
  /** Unix time in ms. */
  readonly openedAt: number;
  state: 'new' | 'authenticating' | 'connected' | 'closed';
  version: Version;
  isBridge: boolean;
  /** Both are there from CONNACK on. */
  session: Session | undefined;
  info: ClientInfo | undefined;
  isSuperuser: boolean;
  proof: Proof;
  will: Will | undefined;
  /** Unix time in ms of the last bytes from the client. */
  lastSeen: number;
  /** The client may be silent for so many ms; 0 = for ever. */
  keepalive: number;

  /** Packets of this turn of the event loop, not written yet. */
  parts: Buffer[];
  partBytes: number;
  dirty: boolean;
  /** Written to the stream since the start. */
  sentBytes: number;
  sentPackets: number;
  receivedBytes: number;
  receivedPackets: number;
  /** By QoS. */
  readonly messagesIn: [number, number, number];
  readonly messagesOut: [number, number, number];
  /** More is unsent than the limit: messages wait until the stream has drained. */
  congested: boolean;
  /** How far the client had taken the bytes at the last look, and when that moved (Unix time in ms). */
  takenBytes: number;
  takenAt: number;

  /** Unacknowledged QoS 1/2 the client takes at a time, and how many it has on this connection. */
  sendWindow: number;
  unacked: number;
  /** Largest packet the client takes; 0 = any. */
  maxPacketSize: number;
  /** Topic aliases set by the client. */
  aliasesIn: Map<number, { readonly topic: string; readonly topicBytes: Buffer }> | undefined;
  /** Topic aliases set by the broker, at most `aliasMaximum`. */
  aliasesOut: Map<string, number> | undefined;
  aliasMaximum: number;

  /** Packets that wait until something is safe, in order. */
  readonly replies: PendingReply[];
  /** Why reading has stopped. */
  paused: boolean;
  /** Publish permissions already worked out. */
  permissions: Map<string, boolean> | undefined;
}

/** A packet that promises something: it goes out when the promise can be kept. */
export interface PendingReply {
  /** `undefined` for a QoS 0 message: nothing is sent, it only counts against the window of its publisher. */
  readonly packet: Buffer | undefined;
  /** The owner's promise is resolved. */
  settled: boolean;
  /** Position the storage must have reached. */
  readonly position: number;
  /** The client is not read before this has gone out. */
  readonly blocks: boolean;
}

/** One subscription of one session. */
export interface Subscription {
  readonly session: Session;
  /** As the client wrote it, with `$share/group/` where there is one. */
  readonly filter: string;
  /** What is matched: `filter` without `$share/group/`. */
  readonly pattern: string;
  /** Group of a shared subscription. */
  readonly group: string | undefined;
  readonly qos: 0 | 1 | 2;
  readonly noLocal: boolean;
  readonly retainAsPublished: boolean;
  readonly retainHandling: 0 | 1 | 2;
  readonly identifier: number | undefined;
  readonly properties: Properties | undefined;
}

/** All subscriptions of one session that fit a topic: it gets the message once, with the highest QoS of them. */
export interface Target {
  readonly session: Session;
  readonly subscriptions: readonly Subscription[];
  readonly qos: 0 | 1 | 2;
  readonly retainAsPublished: boolean;
  readonly identifiers: readonly number[] | undefined;
  readonly noLocal: boolean;
}

/** The members of one `$share/group/filter`: each message goes to one of them. */
export interface ShareGroup {
  /** Gives whether the session is new in the group. */
  put(subscription: Subscription): boolean;
  take(session: Session): boolean;
  isEmpty(): boolean;
  /** Next in turn: connected members first; those that cannot take more now only when nobody else is there. */
  pick(except?: Session): Target | undefined;
}

/** One message on its way to one session: waiting, or in flight under a packet id. */
export interface Delivery {
  readonly message: Message;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly identifiers: readonly number[] | undefined;
  /** Set when it came through a shared subscription: another member may take it over. */
  readonly group: ShareGroup | undefined;
  /** 0 while it waits. */
  packetId: number;
  /** QoS 2: the client has the message, the release handshake remains. */
  released: boolean;
  /** Number in the storage; 0 = not stored. */
  stored: number;
}

/** Deliveries that wait for a session, oldest first. */
export interface DeliveryQueue {
  push(delivery: Delivery): void;
  shift(): Delivery | undefined;
  readonly length: number;
  /** Content of all messages in it. */
  readonly bytes: number;
  [Symbol.iterator](): Iterator<Delivery>;
}
