import type { Version } from './control.ts';
import { createCursor, failAt, type PacketFault, takeByte } from './cursor.ts';
import { PROPERTIES_OF } from './property-kinds.ts';
import { readProperties } from './read-properties.ts';

export interface DisconnectFrame {
  readonly reasonCode: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
}

/** Reads `[body, end)` of a client's DISCONNECT; before MQTT 5 it has no body. */
export function parseDisconnect(
  bytes: Buffer,
  body: number,
  end: number,
  version: Version,
): DisconnectFrame | PacketFault {
  if (body === end) return { reasonCode: 0, properties: undefined };
  if (version < 5) return 'malformed_packet';
  const cursor = createCursor(bytes, body, end);
  const reasonCode = takeByte(cursor);
  const properties = cursor.at < end ? readProperties(cursor, PROPERTIES_OF.disconnect) : undefined;
  if (cursor.at !== end) failAt(cursor, 'malformed_packet');
  return cursor.fault ?? { reasonCode, properties };
}
