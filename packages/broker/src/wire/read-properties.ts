import { type Cursor, failAt, takeBinary, takeByte, takeText, takeU16, takeU32, takeVarint } from './cursor.ts';
import { addUserProperty, PROPERTY_KINDS, type Shape } from './property-kinds.ts';

/** Reads the properties of a packet by name; `undefined` when there are none. */
export function readProperties(cursor: Cursor, allowed: ReadonlySet<number>): Record<string, unknown> | undefined {
  const length = takeVarint(cursor);
  if (length === 0 || cursor.fault !== undefined) return undefined;
  const { end } = cursor;
  if (cursor.at + length > end) {
    failAt(cursor, 'malformed_packet');
    return undefined;
  }
  cursor.end = cursor.at + length;
  const found: Record<string, unknown> = {};
  while (cursor.at < cursor.end) readProperty(cursor, allowed, found);
  cursor.end = end;
  if (cursor.fault !== undefined) cursor.at = end;
  return found;
}

function readProperty(cursor: Cursor, allowed: ReadonlySet<number>, found: Record<string, unknown>): void {
  const id = takeByte(cursor);
  const kind = PROPERTY_KINDS[id];
  if (kind === undefined) {
    failAt(cursor, 'malformed_packet');
    return;
  }
  const { name, shape } = kind;
  if (!allowed.has(id) || (shape !== 'pair' && found[name] !== undefined)) {
    failAt(cursor, 'protocol_error');
    return;
  }
  if (shape === 'pair') addUserProperty(found, takeText(cursor), takeText(cursor));
  else found[name] = readValue(cursor, shape);
}

function readValue(cursor: Cursor, shape: Exclude<Shape, 'pair'>): unknown {
  switch (shape) {
    case 'flag': {
      const value = takeByte(cursor);
      if (value > 1) failAt(cursor, 'protocol_error');
      return value === 1;
    }
    case 'u16':
      return takeU16(cursor);
    case 'u32':
      return takeU32(cursor);
    case 'varint':
      return takeVarint(cursor);
    case 'text':
      return takeText(cursor);
    case 'binary':
      return Buffer.from(takeBinary(cursor));
  }
}
