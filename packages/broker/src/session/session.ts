import type { Connection } from '../connection/connection.ts';
import type { Message } from '../message.ts';
import type { Subscription } from '../subscription.ts';
import type { ClientInfo } from '../types.ts';
import type { Delivery } from './delivery.ts';
import { DeliveryQueue } from './queue.ts';
import type { Strain } from './strain.ts';
import type { PendingWill } from './will.ts';

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

export const NEVER = 0xffffffff;

export function createSession(info: ClientInfo, createdAt = info.connectedAt): Session {
  return {
    clientid: info.clientid,
    info,
    connection: undefined,
    createdAt,
    disconnectedAt: 0,
    dropped: 0,
    expiryInterval: info.expiryInterval,
    expiresAt: 0,
    subscriptions: new Map(),
    inflight: new Map(),
    queue: new DeliveryQueue(),
    burst: new DeliveryQueue(),
    received: new Map(),
    resend: [],
    backlog: [],
    nextPacketId: 0,
    strain: undefined,
    isSlow: false,
    will: undefined,
    stored: 0,
    ended: false,
  };
}

/** A packet id that is not in use; the window is far smaller than the 65,535 there are. */
export function takePacketId(session: Session): number {
  let id = session.nextPacketId;
  do id = id === 65_535 ? 1 : id + 1;
  while (session.inflight.has(id));
  session.nextPacketId = id;
  return id;
}
