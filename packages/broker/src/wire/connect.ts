import type { Version } from './control.ts';
import { createCursor, failAt, type PacketFault, takeBinary, takeByte, takeText, takeU16 } from './cursor.ts';
import { PROPERTIES_OF } from './property-kinds.ts';
import { readProperties } from './read-properties.ts';

/** A CONNECT that can be read. */
export interface ConnectFrame {
  readonly protocol: 'MQTT' | 'MQIsdp';
  readonly version: Version;
  /** Set by bridges of MQTT 3.x in the protocol level. */
  readonly isBridge: boolean;
  readonly cleanStart: boolean;
  /** Seconds. */
  readonly keepalive: number;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly clientid: string;
  readonly will: WillFrame | undefined;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
}

interface WillFrame {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
}

/** Flags of CONNECT (MQTT 5 §3.1.2.3). */
const RESERVED = 1;
const CLEAN_START = 2;
const WILL = 4;
const WILL_QOS = 24;
const WILL_RETAIN = 32;
const PASSWORD = 64;
const USER_NAME = 128;

/** The protocol level of a CONNECT that names MQTT, before anything else of it is looked at. */
export function protocolLevel(bytes: Buffer, body: number, end: number): number | undefined {
  const cursor = createCursor(bytes, body, end);
  const name = takeText(cursor);
  const level = takeByte(cursor);
  return cursor.fault === undefined && (name === 'MQTT' || name === 'MQIsdp') ? level : undefined;
}

/** Reads `[body, end)` of a CONNECT of a known protocol level. */
export function parseConnect(bytes: Buffer, body: number, end: number): ConnectFrame | PacketFault {
  const cursor = createCursor(bytes, body, end);
  const protocol = takeText(cursor);
  const level = takeByte(cursor);
  const version = (level & 127) as Version;
  const flags = takeByte(cursor);
  const keepalive = takeU16(cursor);
  if (protocol !== (version === 3 ? 'MQIsdp' : 'MQTT') || !areSound(flags, version)) return 'malformed_packet';
  const properties = version === 5 ? readProperties(cursor, PROPERTIES_OF.connect) : undefined;
  const clientid = takeText(cursor);
  let will: WillFrame | undefined;
  if (flags & WILL) {
    const willProperties = version === 5 ? readProperties(cursor, PROPERTIES_OF.will) : undefined;
    const topic = takeText(cursor);
    const payload = Buffer.from(takeBinary(cursor));
    const qos = ((flags & WILL_QOS) >> 3) as 0 | 1 | 2;
    will = { topic, payload, qos, retain: (flags & WILL_RETAIN) !== 0, properties: willProperties };
  }
  const username = flags & USER_NAME ? takeText(cursor) : undefined;
  const password = flags & PASSWORD ? Buffer.from(takeBinary(cursor)) : undefined;
  if (cursor.at !== end) failAt(cursor, 'malformed_packet');
  if (cursor.fault !== undefined) return cursor.fault;
  return {
    protocol,
    version,
    isBridge: (level & 128) !== 0,
    cleanStart: (flags & CLEAN_START) !== 0,
    keepalive,
    properties,
    clientid,
    will,
    username,
    password,
  };
}

function areSound(flags: number, version: Version): boolean {
  if (flags & RESERVED || (flags & WILL_QOS) === WILL_QOS) return false;
  if ((flags & WILL) === 0 && flags & (WILL_QOS | WILL_RETAIN)) return false;
  return version === 5 || (flags & USER_NAME) !== 0 || (flags & PASSWORD) === 0;
}
