import { parseControl, type Version } from './control.ts';

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

/** Parses the acknowledgement in `[start, end)`; `undefined` when malformed. */
export function parseAck(bytes: Buffer, start: number, body: number, end: number, version: Version): Ack | undefined {
  if (end - body < 2) return undefined;
  const packetId = bytes.readUInt16BE(body);
  if (packetId === 0) return undefined;
  if (end - body === 2) return { packetId, reasonCode: 0, properties: undefined };
  const packet = parseControl(bytes.subarray(start, end), version, false);
  if (packet === undefined || version < 5) return undefined;
  const { reasonCode, properties } = packet as { reasonCode?: number; properties?: Record<string, unknown> };
  return { packetId, reasonCode: reasonCode ?? 0, properties };
}
