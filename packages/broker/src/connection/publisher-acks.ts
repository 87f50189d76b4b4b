import type { Core } from '../core.ts';
import { encodeAck, type PUBACK, type PUBREC } from '../wire/acks.ts';
import { closeConnection } from './close.ts';
import type { Connection } from './connection.ts';
import { resumeReading } from './inbound.ts';
import { send } from './outbound.ts';

/** A PUBLISH that is acknowledged when its message is safe; at QoS 0 (`header` 0) it only counts against the window. */
export interface PendingAck {
  readonly header: typeof PUBACK | typeof PUBREC | 0;
  readonly packetId: number;
  readonly reasonCode: number;
  /** The owner's promise is resolved. */
  settled: boolean;
  /** Position the storage must have reached. */
  readonly position: number;
}

/**
 * Acknowledges a PUBLISH once `settled` resolves and the storage has reached `position`, in the order of the PUBLISH packets
 * (MQTT 5 §4.6). When `settled` is rejected the connection is closed without an acknowledgement.
 */
export function acknowledge(
  core: Core,
  connection: Connection,
  header: PendingAck['header'],
  packetId: number,
  reasonCode: number,
  settled: void | Promise<void>,
  position: number,
): void {
  if (settled === undefined && connection.acks.length === 0 && isDurable(core, position)) {
    if (header !== 0) send(core, connection, encodeAck(header, packetId, connection.version, reasonCode));
    return;
  }
  const pending: PendingAck = { header, packetId, reasonCode, settled: settled === undefined, position };
  connection.acks.push(pending);
  if (position > 0) core.awaitingStorage.add(connection);
  settled?.then(
    () => {
      pending.settled = true;
      releaseAcks(core, connection);
    },
    () => {
      if (header !== 0) closeConnection(core, connection, 'publish_failed', { code: 131 });
      else {
        pending.settled = true;
        releaseAcks(core, connection);
      }
    },
  );
}

/** Sends the acknowledgements whose turn has come. */
export function releaseAcks(core: Core, connection: Connection): void {
  const { acks } = connection;
  let done = 0;
  for (const ack of acks) {
    if (!ack.settled || !isDurable(core, ack.position)) break;
    if (ack.header !== 0)
      send(core, connection, encodeAck(ack.header, ack.packetId, connection.version, ack.reasonCode));
    done++;
  }
  if (done === 0) return;
  acks.splice(0, done);
  if (connection.paused && acks.length < core.limits.receiveMaximum) resumeReading(core, connection);
}

function isDurable(core: Core, position: number): boolean {
  return position === 0 || core.storage === undefined || core.storage.durable >= position;
}
