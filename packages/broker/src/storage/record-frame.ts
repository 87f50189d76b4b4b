import { crc32 } from 'node:zlib';

/**
 * One record on disk: two marker bytes, length and CRC-32 of the content (each 4 bytes, big-endian), the content.
 * The content is the length of a JSON header (4 bytes), the header, and raw bytes.
 */
const MARK_A = 0xb5;
const MARK_B = 0x4d;
const FRAME_BYTES = 10;
/** No record is longer: the largest MQTT packet is 256 MiB, limits are far below. */
const MAX_CONTENT = 300 << 20;

export interface StoredRecord {
  readonly header: readonly unknown[];
  readonly body: Buffer;
}

export function encodeRecord(header: readonly unknown[], body?: Buffer): Buffer {
  const json = JSON.stringify(header);
  const headerBytes = Buffer.byteLength(json);
  const content = 4 + headerBytes + (body?.length ?? 0);
  const out = Buffer.allocUnsafe(FRAME_BYTES + content);
  out[0] = MARK_A;
  out[1] = MARK_B;
  out.writeUInt32BE(content, 2);
  out.writeUInt32BE(headerBytes, FRAME_BYTES);
  out.write(json, FRAME_BYTES + 4);
  if (body !== undefined) out.set(body, FRAME_BYTES + 4 + headerBytes);
  out.writeUInt32BE(crc32(out.subarray(FRAME_BYTES)), 6);
  return out;
}

export interface ReadResult {
  /** Where the last good record ends. */
  readonly end: number;
  /** Bytes that are no good records, a torn end among them. */
  readonly damagedBytes: number;
}

/** Reads all good records; damage is skipped up to the next good one. */
export function readRecords(bytes: Buffer, take: (record: StoredRecord) => void): ReadResult {
  let end = 0;
  let damagedBytes = 0;
  let at = 0;
  while (at + FRAME_BYTES <= bytes.length) {
    const record = readRecord(bytes, at);
    if (record === undefined) {
      at = nextMark(bytes, at + 1);
      continue;
    }
    damagedBytes += at - end;
    at += FRAME_BYTES + 4 + record.headerBytes + record.body.length;
    end = at;
    take(record);
  }
  return { end, damagedBytes: damagedBytes + bytes.length - end };
}

function readRecord(bytes: Buffer, at: number): (StoredRecord & { readonly headerBytes: number }) | undefined {
  if (bytes[at] !== MARK_A || bytes[at + 1] !== MARK_B) return undefined;
  const content = bytes.readUInt32BE(at + 2);
  const start = at + FRAME_BYTES;
  if (content < 4 || content > MAX_CONTENT || start + content > bytes.length) return undefined;
  if (crc32(bytes.subarray(start, start + content)) !== bytes.readUInt32BE(at + 6)) return undefined;
  const headerBytes = bytes.readUInt32BE(start);
  if (headerBytes > content - 4) return undefined;
  try {
    const header = JSON.parse(bytes.toString('utf8', start + 4, start + 4 + headerBytes)) as unknown;
    if (!Array.isArray(header)) return undefined;
    return { header, headerBytes, body: bytes.subarray(start + 4 + headerBytes, start + content) };
  } catch {
    return undefined;
  }
}

function nextMark(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARK_A, from); at >= 0; at = bytes.indexOf(MARK_A, at + 1))
    if (bytes[at + 1] === MARK_B) return at;
  return bytes.length;
}
