import type { Core } from '../core.ts';
import type { Connection } from '../state.ts';

/** Packets of one turn of the event loop go out in one write; more than this is written at once. */
const BATCH_BYTES = 64 << 10;
/** Larger packets are not copied into a batch. */
const BIG_PACKET = 16 << 10;

/** Queues bytes for the client. They are written at the end of this turn of the event loop. */
export function send(core: Core, connection: Connection, packet: Buffer): void {
  if (connection.state === 'closed') return;
  connection.parts.push(packet);
  connection.sentPackets++;
  const { packetsOut } = core.counters;
  const type = (packet[0] ?? 0) >> 4;
  packetsOut[type] = (packetsOut[type] ?? 0) + 1;
  connection.partBytes += packet.length;
  if (connection.partBytes >= BATCH_BYTES) flush(core, connection);
  else if (!connection.dirty) {
    connection.dirty = true;
    if (core.dirty.push(connection) === 1) setImmediate(flushDirty, core);
  }
}

function flushDirty(core: Core): void {
  const connections = core.dirty.splice(0);
  for (const connection of connections) {
    connection.dirty = false;
    flush(core, connection);
  }
}

/** Writes what is queued now. */
export function flush(core: Core, connection: Connection): void {
  const { parts, stream } = connection;
  if (parts.length === 0) return;
  const total = connection.partBytes;
  connection.parts = [];
  connection.partBytes = 0;
  if (stream.destroyed || stream.writableEnded) return;
  const first = parts[0];
  if (parts.length === 1 && first) stream.write(first);
  else if (total <= BATCH_BYTES + BIG_PACKET) stream.write(Buffer.concat(parts, total));
  else {
    stream.cork();
    for (const part of parts) stream.write(part);
    stream.uncork();
  }
  connection.sentBytes += total;
  core.counters.named['bytes.sent'] += total;
  if (stream.writableLength > core.limits.maxWriteBuffer) connection.congested = true;
}
