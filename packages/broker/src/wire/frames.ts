/** Cuts the byte stream of a connection into whole packets without copying those that arrive in one piece. */
export interface FrameReader {
  /** Start of a packet whose rest has not arrived; grows with what arrives, never with what is announced. */
  partial: Buffer | undefined;
  /** Bytes of `partial` in use. */
  have: number;
  /** Size of the incomplete packet; 0 = not known yet. */
  need: number;
  /** Unix time in ms since when a packet is incomplete; 0 = none is. */
  partialSince: number;
}

/**
 * Takes one whole packet: `start` is its first byte, `[body, end)` all after the length. False stops the reader (connection
 * closed or waiting); what follows is kept for the next call.
 */
export type FrameHandler = (bytes: Buffer, start: number, body: number, end: number) => boolean;

export type FrameFault = 'malformed_packet' | 'packet_too_large';

export function createFrameReader(): FrameReader {
  return { partial: undefined, have: 0, need: 0, partialSince: 0 };
}

/** Hands every whole packet to `onFrame`; gives a fault when the stream holds no packets of at most `maxPacketSize` bytes. */
export function readFrames(
  reader: FrameReader,
  chunk: Buffer,
  maxPacketSize: number,
  now: number,
  onFrame: FrameHandler,
): FrameFault | undefined {
  const bytes = reader.partial === undefined ? chunk : append(reader, reader.partial, chunk);
  if (bytes.length < reader.need) return undefined;
  let at = 0;
  let need = 0;
  let wanted = true;
  while (wanted && bytes.length - at >= 2) {
    let body = at + 1;
    let length = 0;
    let shift = 0;
    let byte = 128;
    while (byte & 128 && body < bytes.length && shift < 28) {
      byte = bytes[body++] ?? 0;
      length |= (byte & 127) << shift;
      shift += 7;
    }
    if (byte & 128) {
      if (shift === 28) return 'malformed_packet';
      break;
    }
    const end = body + length;
    if (end - at > maxPacketSize) return 'packet_too_large';
    if (end > bytes.length) {
      need = end - at;
      break;
    }
    wanted = onFrame(bytes, at, body, end);
    at = end;
  }
  keepRest(reader, bytes, at, need, now);
  return undefined;
}

/** Takes bytes that nobody wants yet: they are read with those of the next call of {@link readFrames}. */
export function putAside(reader: FrameReader, chunk: Buffer, now: number): void {
  if (reader.partial === undefined) {
    reader.partial = Buffer.from(chunk);
    reader.have = chunk.length;
    reader.partialSince = now;
  } else append(reader, reader.partial, chunk);
  reader.need = 0;
}

function keepRest(reader: FrameReader, bytes: Buffer, at: number, need: number, now: number): void {
  if (at === bytes.length) {
    if (reader.partial === undefined) return;
    reader.partial = undefined;
    reader.have = 0;
    reader.partialSince = 0;
  } else if (reader.partial === undefined || at > 0) {
    reader.partial = Buffer.from(bytes.subarray(at));
    reader.have = reader.partial.length;
    reader.partialSince = now;
  }
  reader.need = need;
}

/** The room doubles, so that a packet in many pieces costs linear time. */
function append(reader: FrameReader, partial: Buffer, chunk: Buffer): Buffer {
  const have = reader.have + chunk.length;
  let room = partial;
  if (have > room.length) {
    room = Buffer.allocUnsafeSlow(have + Math.min(have, 1 << 20));
    partial.copy(room, 0, 0, reader.have);
    reader.partial = room;
  }
  chunk.copy(room, reader.have);
  reader.have = have;
  return room.subarray(0, have);
}
