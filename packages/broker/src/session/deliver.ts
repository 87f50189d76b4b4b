import { send } from '../connection/outbound.ts';
import { reply } from '../connection/replies.ts';
import type { Core } from '../core.ts';
import type { Message } from '../message.ts';
import type { Connection, Delivery, DeliveryQueue, Session, ShareGroup } from '../state.ts';
import { encodePublish } from '../wire/publish.ts';
import { takePacketId } from './session.ts';
import { noticeStrain } from './strain.ts';

/** Why one subscriber does not get a message, in EMQX's words but for the last. */
export type DropReason = 'no_local' | 'too_large' | 'qos0_msg' | 'queue_full' | 'expired' | 'session_ended';

/** Gives a message to a session: to its client at once if there is room, else to its bounded queue. */
export function deliver(
  core: Core,
  session: Session,
  message: Message,
  qos: 0 | 1 | 2,
  retain: boolean,
  identifiers: readonly number[] | undefined,
  group: ShareGroup | undefined,
): void {
  if (session.ended) return;
  const connection = session.connection;
  if (qos === 0 && connection !== undefined && !connection.congested && session.burst.length === 0) {
    sendUnacknowledged(core, session, connection, message, retain, identifiers);
    return;
  }
  if (qos === 0 && connection === undefined) {
    drop(core, session, message, 'qos0_msg');
    return;
  }
  const delivery: Delivery = {
    message: message.own(),
    qos,
    retain,
    identifiers,
    group,
    packetId: 0,
    released: false,
    stored: 0,
  };
  if (qos === 0) {
    enqueue(core, session, session.burst, delivery);
    return;
  }
  if (session.stored > 0) core.storage?.queued(session, delivery);
  if (connection !== undefined && hasRoom(connection) && session.queue.length === 0 && session.resend.length === 0)
    transmit(core, session, connection, delivery);
  else {
    enqueue(core, session, session.queue, delivery);
    if (connection !== undefined) noticeStrain(core, session);
  }
}

export function hasRoom(connection: Connection): boolean {
  return !connection.congested && connection.unacked < connection.sendWindow;
}

/** Tells the owner that a subscriber does not get a message. */
export function drop(core: Core, session: Session, message: Message, reason: DropReason): void {
  session.dropped++;
  countDropped(core, reason);
  core.hooks.deliveryDropped?.(message, session.info, reason);
}

const DROPPED = {
  no_local: 'delivery.dropped.no_local',
  too_large: 'delivery.dropped.too_large',
  qos0_msg: 'delivery.dropped.qos0_msg',
  queue_full: 'delivery.dropped.queue_full',
  expired: 'delivery.dropped.expired',
} as const;

function countDropped({ counters }: Core, reason: DropReason): void {
  counters.named['delivery.dropped']++;
  if (reason !== 'session_ended') counters.named[DROPPED[reason]]++;
}

const SENT = ['messages.qos0.sent', 'messages.qos1.sent', 'messages.qos2.sent'] as const;

function countDelivered({ counters }: Core, connection: Connection, qos: 0 | 1 | 2): void {
  connection.messagesOut[qos]++;
  counters.named[SENT[qos]]++;
}

function enqueue(core: Core, session: Session, queue: DeliveryQueue, delivery: Delivery): void {
  const { maxQueue, maxQueueBytes } = core.limits;
  while (queue.length > 0 && (queue.length >= maxQueue || queue.bytes + delivery.message.size > maxQueueBytes)) {
    const oldest = queue.shift();
    if (oldest === undefined) break;
    discard(core, session, oldest, 'queue_full');
  }
  queue.push(delivery);
}

/** Drops a delivery that was waiting or in flight. */
export function discard(core: Core, session: Session, delivery: Delivery, reason: DropReason): void {
  if (delivery.stored > 0) core.storage?.settled(delivery);
  drop(core, session, delivery.message, reason);
}

/** QoS 0. The packet of a message is encoded once for all subscribers that get the same bytes. */
export function sendUnacknowledged(
  core: Core,
  session: Session,
  connection: Connection,
  message: Message,
  retain: boolean,
  identifiers: readonly number[] | undefined,
): void {
  let packet: Buffer | undefined;
  if (identifiers === undefined && connection.aliasMaximum === 0 && message.expiresAt === 0) {
    const slot = (connection.version === 5 ? 2 : 0) + (retain ? 1 : 0);
    packet = message.shared[slot];
    if (packet !== undefined && isTooLarge(connection, packet)) packet = undefined;
    else if (packet === undefined) {
      packet = encodeFor(connection, message, 0, retain, undefined, 0, false);
      message.shared[slot] = packet;
    }
  } else packet = encodeFor(connection, message, 0, retain, identifiers, 0, false);
  if (packet === undefined) {
    drop(core, session, message, 'too_large');
    return;
  }
  send(core, connection, packet);
  countDelivered(core, connection, 0);
  core.hooks.delivered?.(message, session.info);
}

/** QoS 1 and 2: sends for the first time, under a new packet id. */
export function transmit(core: Core, session: Session, connection: Connection, delivery: Delivery): void {
  delivery.packetId = takePacketId(session);
  const { message, qos, retain, identifiers, packetId } = delivery;
  const packet = encodeFor(connection, message, qos, retain, identifiers, packetId, false);
  if (packet === undefined) {
    discard(core, session, delivery, 'too_large');
    return;
  }
  session.inflight.set(packetId, delivery);
  connection.unacked++;
  if (qos === 2 && delivery.stored > 0 && core.storage !== undefined) {
    // Exactly once: after a crash it must come again under the packet id the client knows.
    core.storage.sent(delivery);
    reply(core, connection, packet, undefined, core.storage.position);
  } else send(core, connection, packet);
  countDelivered(core, connection, qos);
  core.hooks.delivered?.(message, session.info);
}

/** Sends again what the client has not acknowledged on its last connection (MQTT 5 §4.4). */
export function retransmit(core: Core, session: Session, connection: Connection, delivery: Delivery): void {
  const { message, qos, retain, identifiers, packetId } = delivery;
  const packet = encodeFor(connection, message, qos, retain, identifiers, packetId, true);
  if (packet === undefined) {
    session.inflight.delete(packetId);
    discard(core, session, delivery, 'too_large');
    return;
  }
  connection.unacked++;
  send(core, connection, packet);
}

function isTooLarge(connection: Connection, packet: Buffer): boolean {
  return connection.maxPacketSize > 0 && packet.length > connection.maxPacketSize;
}

/** The packet for one client, with a topic alias if it takes them; `undefined` when larger than it takes. */
function encodeFor(
  connection: Connection,
  message: Message,
  qos: 0 | 1 | 2,
  retain: boolean,
  identifiers: readonly number[] | undefined,
  packetId: number,
  dup: boolean,
): Buffer | undefined {
  const { version, aliasMaximum } = connection;
  const now = message.expiresAt > 0 ? Date.now() : 0;
  let topicAlias = 0;
  let aliasKnown = false;
  if (aliasMaximum > 0) {
    connection.aliasesOut ??= new Map();
    const aliases = connection.aliasesOut;
    const known = aliases.get(message.topic);
    aliasKnown = known !== undefined;
    topicAlias = known ?? (aliases.size < aliasMaximum ? aliases.size + 1 : 0);
  }
  const packet = encodePublish(message, {
    version,
    qos,
    dup,
    retain,
    packetId,
    identifiers,
    topicAlias,
    aliasKnown,
    now,
  });
  if (isTooLarge(connection, packet)) return undefined;
  if (topicAlias > 0 && !aliasKnown) connection.aliasesOut?.set(message.topic, topicAlias);
  return packet;
}
