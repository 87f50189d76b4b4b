import { isUtf8 } from 'node:buffer';
import type { Version } from './control.ts';
import { NO_BYTES, type PropertyScan, type PublishFault, scanProperties } from './properties.ts';
import { varintSize, writeVarint } from './varint.ts';

/** A PUBLISH as it came from a client, before its topic alias is resolved. */
export interface PublishFrame {
  /** Empty when the packet has a topic alias only. */
  readonly topic: string;
  readonly topicBytes: Buffer;
  /** 0 at QoS 0. */
  readonly packetId: number;
  readonly scan: PropertyScan;
  readonly payload: Buffer;
}

const NO_SCAN: PropertyScan = { topicAlias: 0, expiry: undefined, forward: NO_BYTES };

/** Reads `[body, end)` of a PUBLISH. */
export function parsePublish(
  bytes: Buffer,
  header: number,
  body: number,
  end: number,
  version: Version,
): PublishFrame | PublishFault {
  const qos = (header >> 1) & 3;
  if (qos === 3 || (qos === 0 && header & 8) || body + 2 > end) return 'malformed_packet';
  let at = body + 2 + ((bytes[body] ?? 0) << 8) + (bytes[body + 1] ?? 0);
  if (at > end) return 'malformed_packet';
  const topicBytes = bytes.subarray(body + 2, at);
  const topic = topicBytes.toString('utf8');
  if (topic.includes('\ufffd') && !isUtf8(topicBytes)) return 'malformed_packet';
  let packetId = 0;
  if (qos > 0) {
    if (at + 2 > end) return 'malformed_packet';
    packetId = ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
    if (packetId === 0) return 'malformed_packet';
    at += 2;
  }
  let scan = NO_SCAN;
  if (version === 5) {
    let length = 0;
    let shift = 0;
    let byte = 128;
    while (byte & 128) {
      if (at >= end || shift === 28) return 'malformed_packet';
      byte = bytes[at++] ?? 0;
      length |= (byte & 127) << shift;
      shift += 7;
    }
    if (at + length > end) return 'malformed_packet';
    if (length > 0) {
      const found = scanProperties(bytes, at, at + length);
      if (typeof found === 'string') return found;
      scan = found;
    }
    at += length;
  }
  return { topic, topicBytes, packetId, scan, payload: bytes.subarray(at, end) };
}

/** How a message goes out to one subscriber. */
export interface PublishEnvelope {
  readonly version: Version;
  readonly qos: 0 | 1 | 2;
  readonly dup: boolean;
  readonly retain: boolean;
  readonly packetId: number;
  /** Subscription identifiers; `undefined` = none. */
  readonly identifiers: readonly number[] | undefined;
  /** 0 = none. */
  readonly topicAlias: number;
  /** Whether the topic itself can be left out because the client knows the alias. */
  readonly aliasKnown: boolean;
  /** Unix time in ms. */
  readonly now: number;
}

/** What all subscribers get. */
interface PublishContent {
  readonly topicBytes: Buffer;
  /** Properties as they were received. */
  readonly rawProperties: Buffer;
  readonly payload: Buffer;
  /** Unix time in ms; 0 = never. */
  readonly expiresAt: number;
}

/** Encodes a message for one subscriber. */
export function encodePublish(message: PublishContent, to: PublishEnvelope): Buffer {
  const topic = to.aliasKnown ? NO_BYTES : message.topicBytes;
  const raw = message.rawProperties;
  const isV5 = to.version === 5;
  let properties = 0;
  if (isV5) {
    properties = raw.length + (to.topicAlias > 0 ? 3 : 0);
    if (to.identifiers !== undefined) for (const id of to.identifiers) properties += 1 + varintSize(id);
  }
  const length =
    2 + topic.length + (to.qos > 0 ? 2 : 0) + (isV5 ? varintSize(properties) + properties : 0) + message.payload.length;
  const out = Buffer.allocUnsafe(1 + varintSize(length) + length);
  out[0] = 0x30 | (to.dup ? 8 : 0) | (to.qos << 1) | (to.retain ? 1 : 0);
  let at = writeVarint(out, length, 1);
  out[at++] = topic.length >> 8;
  out[at++] = topic.length & 255;
  out.set(topic, at);
  at += topic.length;
  if (to.qos > 0) {
    out[at++] = to.packetId >> 8;
    out[at++] = to.packetId & 255;
  }
  if (isV5) {
    at = writeVarint(out, properties, at);
    out.set(raw, at);
    if (message.expiresAt > 0) patchExpiry(out, at, at + raw.length, message.expiresAt - to.now);
    at += raw.length;
    if (to.identifiers !== undefined)
      for (const id of to.identifiers) {
        out[at++] = 11;
        at = writeVarint(out, id, at);
      }
    if (to.topicAlias > 0) {
      out[at++] = 35;
      out[at++] = to.topicAlias >> 8;
      out[at++] = to.topicAlias & 255;
    }
  }
  out.set(message.payload, at);
  return out;
}

/** Puts the seconds that are left into the message expiry interval (MQTT 5 §3.3.2.3.3). */
function patchExpiry(out: Buffer, from: number, to: number, leftMs: number): void {
  let at = from;
  while (at < to) {
    const id = out[at++];
    if (id === 2) {
      out.writeUInt32BE(Math.max(0, Math.ceil(leftMs / 1000)), at);
      return;
    }
    if (id === 1) at += 1;
    else {
      at += 2 + out.readUInt16BE(at);
      if (id === 38) at += 2 + out.readUInt16BE(at);
    }
  }
}
