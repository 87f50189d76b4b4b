import type { Message } from '../message.ts';
import type { Delivery, Session, Subscription } from '../state.ts';

/**
 * What survives a restart: sessions that outlive their connection, their subscriptions, their QoS 1/2 messages, and retained
 * messages. Every call appends to a log; `durable` follows `position` at the pace of the disk.
 */
export interface Storage {
  /** Number of the last record. */
  readonly position: number;
  /** Number of the last record that is on disk. */
  readonly durable: number;
  /** Takes a session in. */
  keep(session: Session): void;
  /** Facts of a kept session have changed. */
  session(session: Session): void;
  ended(session: Session): void;
  subscribed(subscription: Subscription): void;
  unsubscribed(subscription: Subscription): void;
  /** A QoS 1/2 message is on its way to the session. */
  queued(session: Session, delivery: Delivery): void;
  /** QoS 2: it has a packet id now, and must keep it. */
  sent(delivery: Delivery): void;
  /** QoS 2: the client has it. */
  released(delivery: Delivery): void;
  /** It is done with. */
  settled(delivery: Delivery): void;
  /** QoS 2 towards the broker: the packet id of a message that is taken. */
  remembered(session: Session, packetId: number): void;
  forgotten(session: Session, packetId: number): void;
  retained(message: Message): void;
  unretained(topic: string): void;
  close(): Promise<void>;
}
