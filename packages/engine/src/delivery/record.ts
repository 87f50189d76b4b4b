import { crc32 } from 'node:zlib';
import type { Request } from '../connectors/driver.ts';
import { NO_ORIGIN, type Origin } from './origin.ts';

/**
 * What stands in a segment file, one after the other:
 * `SLR1` | length u32 | crc32 u32 | kind u8 | content. Length and checksum are those of kind and content.
 * The mark lets a reader find the next record behind a damaged one.
 */
export type LogRecord =
  /** A request that waits. `moved` ones were written again, so that an old segment could go. */
  | {
      readonly kind: 'request';
      readonly moved: boolean;
      readonly seq: number;
      readonly at: number;
      readonly key: string;
      readonly origin: Origin;
      readonly request: Request;
      /** Who counts it, by a number that holds for one run of the process. */
      readonly run: number;
      readonly tally: number;
    }
  /** Requests that are done with. */
  | { readonly kind: 'done'; readonly seqs: readonly number[] };

const MARK = 0x534c5231;
const HEADER = 12;
const DONE = 2;
const REQUEST = 4;
const MOVED = 5;
/** The two as they were written before requests had an origin. */
const REQUEST_ALONE = 1;
const MOVED_ALONE = 3;
const TEXT_BODY = 1;
/** kind, seq, at, run, tally, key length, meta length, body form. */
const FIXED = 1 + 8 + 8 + 4 + 4 + 2 + 4 + 1;
/** Lengths of rule and topic, which stand before the key. */
const ORIGIN = 2 + 2;

export type RequestRecord = LogRecord & { readonly kind: 'request' };

export function encodeRequest(record: RequestRecord): Buffer {
  const { request, origin } = record;
  const isText = typeof request.body === 'string';
  const ruleLength = Math.min(0xffff, Buffer.byteLength(origin.rule));
  const topicLength = Math.min(0xffff, Buffer.byteLength(origin.topic));
  const keyLength = Math.min(0xffff, Buffer.byteLength(record.key));
  const metaLength = Buffer.byteLength(request.meta);
  const bodyLength = isText ? Buffer.byteLength(request.body) : request.body.length;
  const length = FIXED + ORIGIN + ruleLength + topicLength + keyLength + metaLength + bodyLength;
  const buffer = Buffer.allocUnsafe(HEADER + length);
  let at = HEADER;
  at = buffer.writeUInt8(record.moved ? MOVED : REQUEST, at);
  at = buffer.writeDoubleBE(record.seq, at);
  at = buffer.writeDoubleBE(record.at, at);
  at = buffer.writeUInt32BE(record.run, at);
  at = buffer.writeUInt32BE(record.tally, at);
  at = buffer.writeUInt16BE(keyLength, at);
  at = buffer.writeUInt32BE(metaLength, at);
  at = buffer.writeUInt8(isText ? TEXT_BODY : 0, at);
  at = buffer.writeUInt16BE(ruleLength, at);
  at = buffer.writeUInt16BE(topicLength, at);
  at += buffer.write(origin.rule, at, ruleLength, 'utf8');
  at += buffer.write(origin.topic, at, topicLength, 'utf8');
  at += buffer.write(record.key, at, keyLength, 'utf8');
  at += buffer.write(request.meta, at, metaLength, 'utf8');
  if (typeof request.body === 'string') buffer.write(request.body, at, bodyLength, 'utf8');
  else buffer.set(request.body, at);
  return seal(buffer);
}

export function encodeDone(seqs: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER + 1 + 8 * seqs.length);
  let at = buffer.writeUInt8(DONE, HEADER);
  for (const seq of seqs) at = buffer.writeDoubleBE(seq, at);
  return seal(buffer);
}

function seal(buffer: Buffer): Buffer {
  buffer.writeUInt32BE(MARK, 0);
  buffer.writeUInt32BE(buffer.length - HEADER, 4);
  buffer.writeUInt32BE(crc32(buffer.subarray(HEADER)), 8);
  return buffer;
}

export type Read =
  | { readonly kind: 'record'; readonly record: LogRecord; readonly next: number }
  /** Bytes that are no record; a record starts at `next`. */
  | { readonly kind: 'damaged'; readonly next: number }
  /** The rest holds no whole record. */
  | { readonly kind: 'end' };

/** Reads the record at `from`. */
export function readRecord(buffer: Buffer, from: number): Read {
  if (buffer.length - from < HEADER) return { kind: 'end' };
  const record = parse(buffer, from);
  if (record !== undefined) return record;
  for (let next = from + 1; next <= buffer.length - HEADER; next++) {
    next = buffer.indexOf('SLR1', next, 'latin1');
    if (next === -1) break;
    if (parse(buffer, next) !== undefined) return { kind: 'damaged', next };
  }
  return { kind: 'end' };
}

function parse(buffer: Buffer, from: number): (Read & { kind: 'record' }) | undefined {
  if (buffer.length - from < HEADER || buffer.readUInt32BE(from) !== MARK) return undefined;
  const length = buffer.readUInt32BE(from + 4);
  const start = from + HEADER;
  const next = start + length;
  if (length === 0 || next > buffer.length) return undefined;
  if (crc32(buffer.subarray(start, next)) !== buffer.readUInt32BE(from + 8)) return undefined;
  const kind = buffer.readUInt8(start);
  if (kind === DONE) {
    const seqs: number[] = [];
    for (let at = start + 1; at < next; at += 8) seqs.push(buffer.readDoubleBE(at));
    return { kind: 'record', record: { kind: 'done', seqs }, next };
  }
  return { kind: 'record', record: parseRequest(buffer, start, next, kind), next };
}

function parseRequest(buffer: Buffer, start: number, end: number, kind: number): RequestRecord {
  const isAlone = kind === REQUEST_ALONE || kind === MOVED_ALONE;
  const ruleAt = start + FIXED + ORIGIN;
  const topicAt = isAlone ? 0 : ruleAt + buffer.readUInt16BE(start + FIXED);
  const topicEnd = isAlone ? 0 : topicAt + buffer.readUInt16BE(start + FIXED + 2);
  const keyLength = buffer.readUInt16BE(start + 25);
  const metaLength = buffer.readUInt32BE(start + 27);
  const keyAt = isAlone ? start + FIXED : topicEnd;
  const metaAt = keyAt + keyLength;
  const bodyAt = metaAt + metaLength;
  const isText = buffer.readUInt8(start + 31) === TEXT_BODY;
  return {
    kind: 'request',
    moved: kind === MOVED || kind === MOVED_ALONE,
    seq: buffer.readDoubleBE(start + 1),
    at: buffer.readDoubleBE(start + 9),
    run: buffer.readUInt32BE(start + 17),
    tally: buffer.readUInt32BE(start + 21),
    key: buffer.toString('utf8', keyAt, metaAt),
    origin: isAlone
      ? NO_ORIGIN
      : { rule: buffer.toString('utf8', ruleAt, topicAt), topic: buffer.toString('utf8', topicAt, topicEnd) },
    request: {
      meta: buffer.toString('utf8', metaAt, bodyAt),
      body: isText ? buffer.toString('utf8', bodyAt, end) : Uint8Array.prototype.slice.call(buffer, bodyAt, end),
    },
  };
}
