import { send } from '../connection/outbound.ts';
import type { Core } from '../core.ts';
import type { Session } from '../state.ts';
import { lowerQos } from '../subscription.ts';
import { encodeAck, PUBREL } from '../wire/acks.ts';
import { deliver, discard, hasRoom, retransmit, sendUnacknowledged, transmit } from './deliver.ts';
import { easeStrain } from './strain.ts';

/** Sends what waits for the client as far as window and socket have room. */
export function pump(core: Core, session: Session): void {
  const connection = session.connection;
  if (connection === undefined) return;
  while (session.resend.length > 0 && !connection.congested) {
    const delivery = session.resend[0];
    if (delivery === undefined) break;
    if (delivery.released) {
      connection.unacked++;
      send(core, connection, encodeAck(PUBREL, delivery.packetId, connection.version));
    } else if (connection.unacked < connection.sendWindow) retransmit(core, session, connection, delivery);
    else break;
    session.resend.shift();
  }
  const now = session.burst.length + session.queue.length > 0 ? Date.now() : 0;
  while (session.burst.length > 0 && !connection.congested) {
    const delivery = session.burst.shift();
    if (delivery === undefined) break;
    const { message, retain, identifiers } = delivery;
    if (message.hasExpired(now)) discard(core, session, delivery, 'expired');
    else sendUnacknowledged(core, session, connection, message, retain, identifiers);
  }
  while (session.queue.length > 0 && session.resend.length === 0 && hasRoom(connection)) {
    const delivery = session.queue.shift();
    if (delivery === undefined) break;
    if (delivery.message.hasExpired(now)) discard(core, session, delivery, 'expired');
    else transmit(core, session, connection, delivery);
  }
  if (session.strain !== undefined || session.isSlow) easeStrain(core, session);
  if (session.backlog.length > 0) pumpBacklog(core, session);
}

/** Retained messages of new subscriptions, a few at a time: there may be more than the queue may hold. */
function pumpBacklog(core: Core, session: Session): void {
  for (let backlog = session.backlog[0]; backlog !== undefined; backlog = session.backlog[0]) {
    const { messages, subscription } = backlog;
    while (backlog.next < messages.length) {
      const connection = session.connection;
      if (connection === undefined || !hasRoom(connection) || session.queue.length + session.burst.length > 0) return;
      const message = messages[backlog.next++];
      // Replaced since the subscription: the client gets the newer one as an ordinary message.
      if (message === undefined || core.retained.get(message.topic) !== message) continue;
      const qos = lowerQos(message.qos, subscription.qos);
      const identifiers = subscription.identifier === undefined ? undefined : [subscription.identifier];
      deliver(core, session, message, qos, true, identifiers, undefined);
    }
    session.backlog.shift();
  }
}
