import { isUtf8 } from 'node:buffer';
import { hasWildcard } from '../topics.ts';
import type { PacketFault } from './cursor.ts';
import { addUserProperty, PROPERTIES_OF, PROPERTY_KINDS, type PropertyKind, type Shape } from './property-kinds.ts';

/**
 * The properties of a PUBLISH packet (MQTT 5 §3.3.2.3). The broker forwards them as the bytes it received: the order of
 * user properties is kept and nothing is paid for properties that nobody reads.
 */
export type Properties = Readonly<Record<string, unknown>>;

/** Those of a PUBLISH, also towards a client. */
const KINDS: Readonly<Record<number, PropertyKind>> = Object.fromEntries(
  [...PROPERTIES_OF.publish, 11].map((id) => [id, PROPERTY_KINDS[id] as PropertyKind]),
);

export const NO_BYTES: Buffer = Buffer.alloc(0);

/** What the broker must know of the properties of a PUBLISH to route it. */
export interface PropertyScan {
  /** 0 = none. */
  readonly topicAlias: number;
  /** Seconds; `undefined` = never expires. */
  readonly expiry: number | undefined;
  /** The bytes to forward: all properties without the topic alias. */
  readonly forward: Buffer;
}

const NOTHING_FOUND: PropertyScan = { topicAlias: 0, expiry: undefined, forward: NO_BYTES };

/** What is wrong with a PUBLISH. */
export type PublishFault = PacketFault | 'topic_alias_invalid';

/** Checks `[start, end)` of a client's PUBLISH. */
export function scanProperties(bytes: Buffer, start: number, end: number): PropertyScan | PublishFault {
  if (start === end) return NOTHING_FOUND;
  let seen = 0;
  let topicAlias = 0;
  let aliasAt = -1;
  let expiry: number | undefined;
  let at = start;
  while (at < end) {
    const id = bytes[at] ?? 0;
    const kind = KINDS[id];
    if (kind === undefined) return 'malformed_packet';
    if (id === 11) return 'protocol_error';
    if (id !== 38) {
      const bit = id === 35 ? 1 << 30 : 1 << id;
      if (seen & bit) return 'protocol_error';
      seen |= bit;
    }
    const next = skipValue(bytes, at + 1, end, kind.shape);
    if (next < 0) return 'malformed_packet';
    if (id === 8 && hasWildcard(bytes.toString('utf8', at + 3, next))) return 'protocol_error';
    if (id === 2) expiry = bytes.readUInt32BE(at + 1);
    if (id === 35) {
      topicAlias = bytes.readUInt16BE(at + 1);
      if (topicAlias === 0) return 'topic_alias_invalid';
      aliasAt = at;
    }
    at = next;
  }
  const forward =
    aliasAt < 0
      ? bytes.subarray(start, end)
      : Buffer.concat([bytes.subarray(start, aliasAt), bytes.subarray(aliasAt + 3, end)]);
  return { topicAlias, expiry, forward };
}

/** The index after the value at `at`, or -1 when it does not fit or is no valid text. */
function skipValue(bytes: Buffer, at: number, end: number, shape: Shape): number {
  switch (shape) {
    case 'flag':
      return at < end && (bytes[at] ?? 2) <= 1 ? at + 1 : -1;
    case 'u16':
      return at + 2 <= end ? at + 2 : -1;
    case 'u32':
      return at + 4 <= end ? at + 4 : -1;
    case 'varint':
      return -1;
    case 'text':
      return skipText(bytes, at, end);
    case 'binary': {
      if (at + 2 > end) return -1;
      const next = at + 2 + bytes.readUInt16BE(at);
      return next <= end ? next : -1;
    }
    case 'pair': {
      const value = skipText(bytes, at, end);
      return value < 0 ? -1 : skipText(bytes, value, end);
    }
  }
}

function skipText(bytes: Buffer, at: number, end: number): number {
  if (at + 2 > end) return -1;
  const next = at + 2 + bytes.readUInt16BE(at);
  return next <= end && isUtf8(bytes.subarray(at + 2, next)) ? next : -1;
}

/** Decodes bytes that {@link scanProperties} has passed or {@link encodeProperties} has made. */
export function decodeProperties(bytes: Buffer): Properties {
  const found: Record<string, unknown> = {};
  let at = 0;
  const text = (): string => {
    const length = bytes.readUInt16BE(at);
    const value = bytes.toString('utf8', at + 2, at + 2 + length);
    at += 2 + length;
    return value;
  };
  while (at < bytes.length) {
    const kind = KINDS[bytes[at] ?? 0];
    at++;
    if (kind === undefined) break;
    switch (kind.shape) {
      case 'flag':
        found[kind.name] = bytes[at] === 1;
        at += 1;
        break;
      case 'u16':
        found[kind.name] = bytes.readUInt16BE(at);
        at += 2;
        break;
      case 'u32':
        found[kind.name] = bytes.readUInt32BE(at);
        at += 4;
        break;
      case 'varint':
        break;
      case 'text':
        found[kind.name] = text();
        break;
      case 'binary': {
        const length = bytes.readUInt16BE(at);
        found[kind.name] = Buffer.from(bytes.subarray(at + 2, at + 2 + length));
        at += 2 + length;
        break;
      }
      case 'pair':
        addUserProperty(found, text(), text());
        break;
    }
  }
  return found;
}

/**
 * Encodes properties of a message given by name. Names that no PUBLISH carries towards a client from outside (topic alias,
 * subscription identifier, anything unknown) are left out.
 * @throws RangeError when a value cannot be put on the wire; the message names the property.
 */
export function encodeProperties(properties: Properties | undefined): Buffer {
  if (properties === undefined) return NO_BYTES;
  const parts: Buffer[] = [];
  for (const [id, kind] of Object.entries(KINDS)) {
    const value = properties[kind.name];
    if (value === undefined || kind.shape === 'u16' || kind.shape === 'varint') continue;
    const head = Buffer.of(Number(id));
    switch (kind.shape) {
      case 'flag':
        parts.push(head, Buffer.of(value === true || value === 1 ? 1 : 0));
        break;
      case 'u32':
        parts.push(head, u32(kind.name, value));
        break;
      case 'text':
        parts.push(head, block(kind.name, value));
        break;
      case 'binary':
        parts.push(head, block(kind.name, value));
        break;
      case 'pair':
        for (const [key, one] of Object.entries(value as Record<string, unknown>))
          for (const item of Array.isArray(one) ? one : [one])
            parts.push(head, block(kind.name, key), block(kind.name, item));
        break;
    }
  }
  return parts.length === 0 ? NO_BYTES : Buffer.concat(parts);
}

function u32(name: string, value: unknown): Buffer {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffffffff)
    throw new RangeError(`${name} must be a whole number from 0 to 4294967295.`);
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function block(name: string, value: unknown): Buffer {
  const content = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value), 'utf8');
  if (content.length > 65_535) throw new RangeError(`${name} is longer than 65535 bytes.`);
  const head = Buffer.allocUnsafe(2);
  head.writeUInt16BE(content.length);
  return Buffer.concat([head, content]);
}
