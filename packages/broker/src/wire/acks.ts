import type { Version } from './control.ts';
import { createCursor, failAt, type PacketFault, takeByte, takeU16 } from './cursor.ts';
import { PROPERTIES_OF } from './property-kinds.ts';
import { readProperties } from './read-properties.ts';

/** First bytes of the packets that acknowledge a PUBLISH. */
export const PUBACK = 0x40;
export const PUBREC = 0x50;
export const PUBREL = 0x62;
export const PUBCOMP = 0x70;
type AckHeader = typeof PUBACK | typeof PUBREC | typeof PUBREL | typeof PUBCOMP;

/** A reason code of 0 is left out, as the standard allows. */
export function encodeAck(header: AckHeader, packetId: number, version: Version, reasonCode = 0): Buffer {
  const out = Buffer.allocUnsafe(version < 5 || reasonCode === 0 ? 4 : 5);
  out[0] = header;
  out[1] = out.length - 2;
  out[2] = packetId >> 8;
  out[3] = packetId & 255;
  if (out.length === 5) out[4] = reasonCode;
  return out;
}

export interface Ack {
  readonly packetId: number;
  readonly reasonCode: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
}

/** Reads `[body, end)` of an acknowledgement. */
export function parseAck(bytes: Buffer, body: number, end: number, version: Version): Ack | PacketFault {
  const cursor = createCursor(bytes, body, end);
  const packetId = takeU16(cursor);
  if (packetId === 0 || (version < 5 && cursor.at !== end)) return 'malformed_packet';
  if (cursor.at === end) return cursor.fault ?? { packetId, reasonCode: 0, properties: undefined };
  const reasonCode = takeByte(cursor);
  const properties = cursor.at < end ? readProperties(cursor, PROPERTIES_OF.acknowledgement) : undefined;
  if (cursor.at !== end) failAt(cursor, 'malformed_packet');
  return cursor.fault ?? { packetId, reasonCode, properties };
}
