import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import { handlePuback, handlePubcomp, handlePubrec, handlePubrel } from '../session/acknowledge.ts';
import type { Connection } from '../state.ts';
import { parseAck } from '../wire/acks.ts';
import type { PacketFault } from '../wire/cursor.ts';
import { parseDisconnect } from '../wire/disconnect.ts';
import { putAside, readFrames } from '../wire/frames.ts';
import { parseSubscribe, parseUnsubscribe } from '../wire/subscribe.ts';
import { closeConnection } from './close.ts';
import { handleDisconnect } from './disconnect.ts';
import { handleConnect } from './handshake.ts';
import { send } from './outbound.ts';
import { handlePublish } from './publish.ts';
import { mustWait, pauseReading } from './reading.ts';
import { handleSubscribe, handleUnsubscribe } from './subscribe.ts';

const PINGRESP = Buffer.of(0xd0, 0);
const CONNECT = 0x10;
/** Strangers get no more memory than a CONNECT with everything in it may need. */
const MAX_CONNECT_SIZE = 256 << 10;
/** From here on the rest stays with the client until it is in. */
const MAX_HELD_BACK = 64 << 10;

/** Takes bytes from the client. */
export function receive(core: Core, connection: Connection, chunk: Buffer): void {
  if (connection.state === 'closed') return;
  connection.lastSeen = Date.now();
  connection.receivedBytes += chunk.length;
  core.counters.named['bytes.received'] += chunk.length;
  if (connection.state === 'authenticating') holdBack(connection, chunk);
  else read(core, connection, chunk);
}

/** Packets that follow a CONNECT before its answer. The stream is read on: only so it shows when the client goes. */
function holdBack({ reader, stream, lastSeen }: Connection, chunk: Buffer): void {
  putAside(reader, chunk, lastSeen);
  if (reader.have > MAX_HELD_BACK) stream.pause();
}

/** Takes the packets in `chunk` and those that arrived before a pause. */
export function read(core: Core, connection: Connection, chunk: Buffer): void {
  // Something else than MQTT, HTTP for one: no need to wait for the rest of the "packet".
  if (connection.state === 'new' && connection.reader.partial === undefined && chunk[0] !== CONNECT) {
    closeConnection(core, connection, 'malformed_packet');
    return;
  }
  const { maxPacketSize } = core.limits;
  const fault = readFrames(
    connection.reader,
    chunk,
    connection.session === undefined ? Math.min(maxPacketSize, MAX_CONNECT_SIZE) : maxPacketSize,
    connection.lastSeen,
    (bytes, start, body, end) => {
      handleFrame(core, connection, bytes, start, body, end);
      return connection.state !== 'closed' && !connection.paused;
    },
  );
  if (fault === undefined) {
    if (connection.congested && !connection.paused && mustWait(core, connection)) pauseReading(connection);
    return;
  }
  const code = fault === 'packet_too_large' ? REASON.packetTooLarge : REASON.malformedPacket;
  closeConnection(core, connection, fault === 'packet_too_large' ? 'frame_too_large' : fault, { code });
}

function handleFrame(
  core: Core,
  connection: Connection,
  bytes: Buffer,
  start: number,
  body: number,
  end: number,
): void {
  const header = bytes[start] ?? 0;
  const { session, version } = connection;
  const type = header >> 4;
  connection.receivedPackets++;
  core.counters.packetsIn[type] = (core.counters.packetsIn[type] ?? 0) + 1;
  if (session === undefined) {
    if (header !== CONNECT) closeConnection(core, connection, 'protocol_error');
    else handleConnect(core, connection, bytes, body, end);
    return;
  }
  switch (type) {
    case 3:
      handlePublish(core, connection, session, bytes, start, body, end);
      return;
    case 4:
    case 5:
    case 6:
    case 7: {
      const ack = (header & 15) === (type === 6 ? 2 : 0) ? parseAck(bytes, body, end, version) : 'malformed_packet';
      if (typeof ack === 'string') refuse(core, connection, ack);
      else if (type === 4) handlePuback(core, session, connection, ack);
      else if (type === 5) handlePubrec(core, session, connection, ack);
      else if (type === 6) handlePubrel(core, session, connection, ack);
      else handlePubcomp(core, session, connection, ack);
      return;
    }
    case 12:
      if (header !== 0xc0 || end !== body) refuse(core, connection, 'malformed_packet');
      else send(core, connection, PINGRESP);
      return;
    case 8: {
      const frame =
        header === 0x82 ? parseSubscribe(bytes, body, end, version, connection.isBridge) : 'malformed_packet';
      if (typeof frame === 'string') refuse(core, connection, frame);
      else handleSubscribe(core, connection, session, frame);
      return;
    }
    case 10: {
      const frame = header === 0xa2 ? parseUnsubscribe(bytes, body, end, version) : 'malformed_packet';
      if (typeof frame === 'string') refuse(core, connection, frame);
      else handleUnsubscribe(core, connection, session, frame);
      return;
    }
    case 14: {
      const frame = header === 0xe0 ? parseDisconnect(bytes, body, end, version) : 'malformed_packet';
      if (typeof frame === 'string') refuse(core, connection, frame);
      else handleDisconnect(core, connection, session, frame);
      return;
    }
    default:
      // AUTH too: nobody gets in with a method that would need it.
      refuse(core, connection, type === 0 ? 'malformed_packet' : 'protocol_error');
  }
}

function refuse(core: Core, connection: Connection, fault: PacketFault): void {
  const code = fault === 'malformed_packet' ? REASON.malformedPacket : REASON.protocolError;
  closeConnection(core, connection, fault, { code });
}
