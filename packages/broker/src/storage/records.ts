import type { ClientInfo } from '../client-info.ts';
import { Message } from '../message.ts';
import type { MessageIds } from '../message-id.ts';
import type { Delivery, Session, Subscription } from '../state.ts';
import type { Will } from '../will.ts';
import { encodeRecord, type StoredRecord } from './record-frame.ts';

/**
 * The records of the log by their first element. Each says what became of one thing; the last word counts, so that a record
 * may be there twice.
 */
export type RecordKind =
  /** Session: number, facts of the client, when it ends (ms, 0 = not known), will. */
  | 'session'
  | 'ended'
  | 'subscribed'
  | 'unsubscribed'
  /** Content of a message under a number. */
  | 'message'
  /** A message is on its way to a session, under a number of its own. */
  | 'queued'
  | 'sent'
  | 'released'
  | 'settled'
  | 'remembered'
  | 'forgotten'
  | 'retained'
  | 'unretained';

export function sessionRecord(session: Session): Buffer {
  const { info, expiryInterval, expiresAt } = session;
  const will = session.will?.will ?? session.connection?.will;
  const dueAt = session.will?.dueAt ?? 0;
  const body = will === undefined ? undefined : Buffer.concat([will.rawProperties, will.payload]);
  const facts = will && { ...will, rawProperties: will.rawProperties.length, payload: undefined };
  const { createdAt, disconnectedAt } = session;
  return encode(
    'session',
    [session.stored, info, expiryInterval, expiresAt, facts, dueAt, createdAt, disconnectedAt],
    body,
  );
}

export function endedRecord(session: Session): Buffer {
  return encode('ended', [session.stored]);
}

export function subscribedRecord(subscription: Subscription): Buffer {
  const { session, ...rest } = subscription;
  return encode('subscribed', [session.stored, rest]);
}

export function unsubscribedRecord(subscription: Subscription): Buffer {
  return encode('unsubscribed', [subscription.session.stored, subscription.filter]);
}

export function messageRecord(message: Message): Buffer {
  return encodeMessage('message', message);
}

export function retainedRecord(message: Message): Buffer {
  return encodeMessage('retained', message);
}

export function unretainedRecord(topic: string): Buffer {
  return encode('unretained', [topic]);
}

export function queuedRecord(session: Session, delivery: Delivery): Buffer {
  const { stored, message, qos, retain, identifiers, packetId, released } = delivery;
  return encode('queued', [stored, session.stored, message.stored, qos, retain, identifiers, packetId, released]);
}

export function deliveryRecord(kind: 'sent' | 'released' | 'settled', delivery: Delivery): Buffer {
  return encode(kind, kind === 'sent' ? [delivery.stored, delivery.packetId] : [delivery.stored]);
}

export function packetIdRecord(kind: 'remembered' | 'forgotten', session: Session, packetId: number): Buffer {
  return encode(kind, [session.stored, packetId]);
}

function encode(kind: RecordKind, fields: readonly unknown[], body?: Buffer): Buffer {
  return encodeRecord([kind, ...fields], body);
}

/** What a publisher leaves in its messages; the properties of its CONNECT are not kept. */
const publishers = new WeakMap<ClientInfo, ClientInfo>();

function withoutProperties(info: ClientInfo | undefined): ClientInfo | undefined {
  if (info === undefined) return undefined;
  let short = publishers.get(info);
  if (short === undefined) {
    short = { ...info, properties: undefined };
    publishers.set(info, short);
  }
  return short;
}

function encodeMessage(kind: 'message' | 'retained', message: Message): Buffer {
  const { topic, qos, retain, receivedAt, expiresAt, hops, rawProperties, payload } = message;
  const from = withoutProperties(message.from);
  const fields = [
    message.stored,
    message.id,
    topic,
    qos,
    retain,
    receivedAt,
    expiresAt,
    hops,
    from,
    rawProperties.length,
  ];
  return encode(kind, fields, Buffer.concat([rawProperties, payload]));
}

/** The message of a `message` or `retained` record. */
export function decodeMessage(record: StoredRecord, ids: MessageIds): Message {
  const [, stored, id, topic, qos, retain, receivedAt, expiresAt, hops, from, split] = record.header as [
    RecordKind,
    number,
    string,
    string,
    0 | 1 | 2,
    boolean,
    number,
    number,
    number,
    ClientInfo | null,
    number,
  ];
  const message = new Message(
    {
      id,
      topic,
      topicBytes: Buffer.from(topic),
      payload: record.body.subarray(split),
      qos,
      retain,
      dup: false,
      rawProperties: record.body.subarray(0, split),
      expiry: expiresAt === 0 ? undefined : (expiresAt - receivedAt) / 1000,
      receivedAt,
      hops,
      from: from ?? undefined,
      origin: undefined,
      frame: undefined,
    },
    ids,
  );
  message.stored = stored;
  return message.own();
}

/** The will of a `session` record. */
export function decodeWill(record: StoredRecord): Will | undefined {
  const facts = record.header[5] as (Omit<Will, 'rawProperties' | 'payload'> & { rawProperties: number }) | null;
  if (facts === null || facts === undefined) return undefined;
  const body = Buffer.from(record.body);
  return {
    ...facts,
    rawProperties: body.subarray(0, facts.rawProperties),
    payload: body.subarray(facts.rawProperties),
  };
}
