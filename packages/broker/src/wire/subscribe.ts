import type { Version } from './control.ts';
import { type Cursor, createCursor, failAt, type PacketFault, takeByte, takeText, takeU16 } from './cursor.ts';
import { PROPERTIES_OF } from './property-kinds.ts';
import { readProperties } from './read-properties.ts';

export interface SubscribeFrame {
  readonly packetId: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly wanted: readonly WantedSubscription[];
}

interface WantedSubscription {
  readonly filter: string;
  readonly qos: 0 | 1 | 2;
  readonly noLocal: boolean;
  readonly retainAsPublished: boolean;
  readonly retainHandling: 0 | 1 | 2;
}

export interface UnsubscribeFrame {
  readonly packetId: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly filters: readonly string[];
}

/** Reads `[body, end)` of a SUBSCRIBE. A bridge of MQTT 3.x wants no messages of its own, and retain flags as they are. */
export function parseSubscribe(
  bytes: Buffer,
  body: number,
  end: number,
  version: Version,
  isBridge: boolean,
): SubscribeFrame | PacketFault {
  const cursor = createCursor(bytes, body, end);
  const packetId = takePacketId(cursor);
  const properties = version === 5 ? readProperties(cursor, PROPERTIES_OF.subscribe) : undefined;
  // An identifier is there once and not 0 (MQTT 5 §3.8.2.1.2).
  if (properties?.subscriptionIdentifier === 0) failAt(cursor, 'protocol_error');
  const wanted: WantedSubscription[] = [];
  while (cursor.at < end) {
    const filter = takeText(cursor);
    const options = takeByte(cursor);
    const retainHandling = (options >> 4) & 3;
    if ((options & 3) === 3 || options & (version === 5 ? 0xc0 : 0xfc)) failAt(cursor, 'malformed_packet');
    if (retainHandling === 3) failAt(cursor, 'protocol_error');
    wanted.push({
      filter,
      qos: (options & 3) as 0 | 1 | 2,
      noLocal: (options & 4) !== 0 || (version < 5 && isBridge),
      retainAsPublished: (options & 8) !== 0 || (version < 5 && isBridge),
      retainHandling: retainHandling as 0 | 1 | 2,
    });
  }
  if (wanted.length === 0) failAt(cursor, 'protocol_error');
  return cursor.fault ?? { packetId, properties, wanted };
}

/** Reads `[body, end)` of an UNSUBSCRIBE. */
export function parseUnsubscribe(
  bytes: Buffer,
  body: number,
  end: number,
  version: Version,
): UnsubscribeFrame | PacketFault {
  const cursor = createCursor(bytes, body, end);
  const packetId = takePacketId(cursor);
  const properties = version === 5 ? readProperties(cursor, PROPERTIES_OF.unsubscribe) : undefined;
  const filters: string[] = [];
  while (cursor.at < end) filters.push(takeText(cursor));
  if (filters.length === 0) failAt(cursor, 'protocol_error');
  return cursor.fault ?? { packetId, properties, filters };
}

function takePacketId(cursor: Cursor): number {
  const packetId = takeU16(cursor);
  if (packetId === 0) failAt(cursor, 'protocol_error');
  return packetId;
}
