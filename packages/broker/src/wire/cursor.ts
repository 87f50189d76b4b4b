import { isUtf8 } from 'node:buffer';

/** What is wrong with a packet: it cannot be read, or it says what it must not. */
export type PacketFault = 'malformed_packet' | 'protocol_error';

/** Reads the body of one packet from front to end. After a fault every read gives nothing. */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
  /** Reads stop here; smaller for a while inside properties. */
  end: number;
  /** The first thing that was wrong. */
  fault: PacketFault | undefined;
}

export function createCursor(bytes: Buffer, at: number, end: number): Cursor {
  return { bytes, at, end, fault: undefined };
}

export function failAt(cursor: Cursor, fault: PacketFault): void {
  cursor.fault ??= fault;
  cursor.at = cursor.end;
}

/** Where `size` bytes begin that are taken, or -1 when they are not there. */
function take(cursor: Cursor, size: number): number {
  const { at } = cursor;
  if (cursor.fault !== undefined || at + size > cursor.end) {
    failAt(cursor, 'malformed_packet');
    return -1;
  }
  cursor.at = at + size;
  return at;
}

export function takeByte(cursor: Cursor): number {
  const at = take(cursor, 1);
  return at < 0 ? 0 : (cursor.bytes[at] ?? 0);
}

export function takeU16(cursor: Cursor): number {
  const at = take(cursor, 2);
  return at < 0 ? 0 : cursor.bytes.readUInt16BE(at);
}

export function takeU32(cursor: Cursor): number {
  const at = take(cursor, 4);
  return at < 0 ? 0 : cursor.bytes.readUInt32BE(at);
}

/** At most four bytes (MQTT 5 §1.5.5). */
export function takeVarint(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = takeByte(cursor);
    value |= (byte & 127) << shift;
    if ((byte & 128) === 0) return value;
  }
  failAt(cursor, 'malformed_packet');
  return 0;
}

/** A view of the bytes: copy what is kept. */
export function takeBinary(cursor: Cursor): Buffer {
  const length = takeU16(cursor);
  const at = take(cursor, length);
  return cursor.bytes.subarray(Math.max(at, 0), Math.max(at, 0) + (at < 0 ? 0 : length));
}

/** UTF-8 without a null character (MQTT 5 §1.5.4). */
export function takeText(cursor: Cursor): string {
  const bytes = takeBinary(cursor);
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
  failAt(cursor, 'malformed_packet');
  return '';
}
