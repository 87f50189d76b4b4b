import { send } from '../connection/outbound.ts';
import { reply } from '../connection/replies.ts';
import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import type { Connection, Delivery, Session } from '../state.ts';
import { type Ack, encodeAck, PUBCOMP, PUBREL } from '../wire/acks.ts';
import { pump } from './pump.ts';

/** The client has a QoS 1 message. */
export function handlePuback(core: Core, session: Session, connection: Connection, ack: Ack): void {
  const delivery = session.inflight.get(ack.packetId);
  if (delivery === undefined || delivery.qos !== 1) {
    core.counters.named['packets.puback.missed']++;
    return;
  }
  complete(core, session, connection, delivery);
  core.counters.named['messages.acked']++;
  core.hooks.acked?.(delivery.message, session.info, ack.properties);
  if (hasWaiting(session)) pump(core, session);
}

/** The client has a QoS 2 message, or does not want it. */
export function handlePubrec(core: Core, session: Session, connection: Connection, ack: Ack): void {
  const delivery = session.inflight.get(ack.packetId);
  if (delivery === undefined || delivery.qos !== 2) {
    core.counters.named['packets.pubrec.missed']++;
    send(core, connection, encodeAck(PUBREL, ack.packetId, connection.version, REASON.packetIdNotFound));
    return;
  }
  if (ack.reasonCode >= 128) {
    complete(core, session, connection, delivery);
    if (hasWaiting(session)) pump(core, session);
    return;
  }
  if (!delivery.released) {
    delivery.released = true;
    if (delivery.stored > 0) core.storage?.released(delivery);
    core.counters.named['messages.acked']++;
    core.hooks.acked?.(delivery.message, session.info, ack.properties);
  }
  // The client forgets the packet id at PUBREL: that it has the message must not be forgotten here.
  const position = delivery.stored > 0 ? (core.storage?.position ?? 0) : 0;
  reply(core, connection, encodeAck(PUBREL, ack.packetId, connection.version), undefined, position);
}

/** The release handshake of a QoS 2 message is over. */
export function handlePubcomp(core: Core, session: Session, connection: Connection, ack: Ack): void {
  const delivery = session.inflight.get(ack.packetId);
  if (delivery === undefined || !delivery.released) {
    core.counters.named['packets.pubcomp.missed']++;
    return;
  }
  complete(core, session, connection, delivery);
  if (hasWaiting(session)) pump(core, session);
}

/**
 * The publisher releases the packet id of a QoS 2 message. An unknown one is answered the same way: it was released before a
 * crash, and some clients take "packet identifier not found" for a failed publish.
 */
export function handlePubrel(core: Core, session: Session, connection: Connection, ack: Ack): void {
  const known = session.received.delete(ack.packetId);
  if (!known) core.counters.named['packets.pubrel.missed']++;
  const isStored = known && session.stored > 0;
  if (isStored) core.storage?.forgotten(session, ack.packetId);
  // The client uses the packet id for another message after PUBCOMP: that must not look like the old one after a crash.
  const position = isStored ? (core.storage?.position ?? 0) : 0;
  reply(core, connection, encodeAck(PUBCOMP, ack.packetId, connection.version), undefined, position);
}

function complete(core: Core, session: Session, connection: Connection, delivery: Delivery): void {
  session.inflight.delete(delivery.packetId);
  if (connection.unacked > 0) connection.unacked--;
  if (delivery.stored > 0) core.storage?.settled(delivery);
}

function hasWaiting(session: Session): boolean {
  return session.queue.length > 0 || session.resend.length > 0 || session.backlog.length > 0;
}
