import { topicNameFault } from '@sluice/contract';
import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import { Message } from '../message.ts';
import { REASON } from '../reason-codes.ts';
import { announce, route } from '../router.ts';
import { both } from '../session/strain.ts';
import type { Connection, Session } from '../state.ts';
import { hasMoreLevels } from '../topics.ts';
import { encodeAck, PUBACK, PUBREC } from '../wire/acks.ts';
import { type PublishFrame, parsePublish } from '../wire/publish.ts';
import { closeConnection } from './close.ts';
import { pauseReading } from './reading.ts';
import { reply } from './replies.ts';

/** A client publishes. */
export function handlePublish(
  core: Core,
  connection: Connection,
  session: Session,
  bytes: Buffer,
  start: number,
  body: number,
  end: number,
): void {
  const header = bytes[start] ?? 0;
  const { version } = connection;
  const frame = parsePublish(bytes, header, body, end, version);
  if (typeof frame === 'string') {
    core.counters.named['packets.publish.error']++;
    closeConnection(core, connection, frame, { code: FAULT_CODE[frame] });
    return;
  }
  const name = resolveTopic(core, connection, frame);
  if (name === undefined) return;
  const { topic, topicBytes } = name;
  const qos = ((header >> 1) & 3) as 0 | 1 | 2;
  if (!isAllowed(core, connection, topic, qos, (header & 1) === 1)) {
    core.counters.named['packets.publish.auth_error']++;
    if (core.access.disconnectsOnDeny)
      closeConnection(core, connection, 'not_authorized', { code: REASON.notAuthorized });
    else if (qos !== 0) acknowledge(core, connection, qos, frame.packetId, REASON.notAuthorized, undefined, 0);
    return;
  }
  if (qos === 2) {
    const { received } = session;
    if (received.has(frame.packetId)) {
      core.counters.named['packets.publish.inuse']++;
      acknowledge(core, connection, 2, frame.packetId, 0, received.get(frame.packetId), 0);
      return;
    }
    if (version === 5 && received.size >= core.limits.receiveMaximum) {
      closeConnection(core, connection, 'receive_maximum_exceeded', { code: REASON.receiveMaximumExceeded });
      return;
    }
    received.set(frame.packetId, undefined);
  }
  countReceived(core, connection, qos);
  const { scan } = frame;
  const message = new Message(
    {
      topic,
      topicBytes,
      payload: frame.payload,
      qos,
      retain: (header & 1) === 1,
      dup: (header & 8) === 8,
      rawProperties: scan.forward,
      expiry: scan.expiry,
      receivedAt: connection.lastSeen,
      hops: 0,
      from: connection.info,
      origin: session,
      frame: header === 0x30 && scan.topicAlias === 0 ? bytes.subarray(start, end) : undefined,
    },
    core.ids,
  );
  // Taken first: what the owner publishes in answer to this message belongs to it.
  const before = core.storage?.position ?? 0;
  core.strained = undefined;
  const kept = announce(core, message);
  const audience = route(core, message);
  const isStrained = core.strained !== undefined;
  const settled = both(kept, core.strained);
  if (qos === 0) {
    if (settled === undefined) return;
    reply(core, connection, undefined, settled, 0, isStrained);
  } else {
    if (qos === 2) rememberPacketId(core, session, frame.packetId, kept);
    const after = core.storage?.position ?? 0;
    const code = audience === 0 && version === 5 ? REASON.noMatchingSubscribers : 0;
    acknowledge(core, connection, qos, frame.packetId, code, settled, after > before ? after : 0, isStrained);
  }
  if (connection.replies.length >= core.limits.receiveMaximum && connection.state === 'connected')
    pauseReading(connection);
}

const FAULT_CODE = {
  malformed_packet: REASON.malformedPacket,
  protocol_error: REASON.protocolError,
  topic_alias_invalid: REASON.topicAliasInvalid,
} as const;

/** PUBACK or PUBREC, as soon as the message is safe. */
function acknowledge(
  core: Core,
  connection: Connection,
  qos: 1 | 2,
  packetId: number,
  code: number,
  settled: void | Promise<void>,
  position: number,
  blocks = false,
): void {
  const packet = encodeAck(qos === 1 ? PUBACK : PUBREC, packetId, connection.version, code);
  reply(core, connection, packet, settled, position, blocks);
}

/** QoS 2: the packet id stays known until PUBREL. A message that could not be kept may come again. */
function rememberPacketId(core: Core, session: Session, packetId: number, settled: void | Promise<void>): void {
  if (settled === undefined) {
    if (session.stored > 0) core.storage?.remembered(session, packetId);
    return;
  }
  const { received } = session;
  received.set(packetId, settled);
  settled.then(
    () => {
      if (received.get(packetId) !== settled) return;
      received.set(packetId, undefined);
      if (session.stored > 0) core.storage?.remembered(session, packetId);
    },
    () => {
      if (received.get(packetId) === settled) received.delete(packetId);
    },
  );
}

/** The topic of a PUBLISH, through its alias if it has one; closes the connection when there is none. */
function resolveTopic(
  core: Core,
  connection: Connection,
  frame: PublishFrame,
): { readonly topic: string; readonly topicBytes: Buffer } | undefined {
  const alias = frame.scan.topicAlias;
  if (frame.topic === '') {
    const known = alias === 0 ? undefined : connection.aliasesIn?.get(alias);
    if (known !== undefined) return known;
    if (alias > core.limits.topicAliasMaximum)
      closeConnection(core, connection, 'topic_alias_invalid', { code: REASON.topicAliasInvalid });
    else closeConnection(core, connection, 'protocol_error', { code: REASON.protocolError });
    return undefined;
  }
  if (topicNameFault(frame.topic) !== undefined || hasMoreLevels(frame.topic, core.limits.maxTopicLevels)) {
    closeConnection(core, connection, 'topic_name_invalid', { code: REASON.topicInvalid });
    return undefined;
  }
  if (alias > 0) {
    if (alias > core.limits.topicAliasMaximum) {
      closeConnection(core, connection, 'topic_alias_invalid', { code: REASON.topicAliasInvalid });
      return undefined;
    }
    connection.aliasesIn ??= new Map();
    connection.aliasesIn.set(alias, { topic: frame.topic, topicBytes: Buffer.from(frame.topicBytes) });
  }
  return frame;
}

/** Decisions a connection remembers; the owner is told of each PUBLISH all the same. */
const MAX_REMEMBERED_PERMISSIONS = 32;

function isAllowed(core: Core, connection: Connection, topic: string, qos: 0 | 1 | 2, retain: boolean): boolean {
  const info = connection.info as ClientInfo;
  const key = core.access.isByTopicOnly ? topic : `${qos}${retain}${topic}`;
  connection.permissions ??= new Map();
  const known = connection.permissions.get(key);
  if (known !== undefined) {
    countCached(core, known);
    core.hooks.authzComplete?.(info, 'publish', topic, known ? 'allow' : 'deny', 'cache');
    return known;
  }
  const deed = { action: 'publish', topic, qos, retain } as const;
  const allowed = core.access.may(info, connection.isSuperuser, deed, core);
  if (connection.permissions.size >= MAX_REMEMBERED_PERMISSIONS) connection.permissions.clear();
  connection.permissions.set(key, allowed);
  return allowed;
}

const RECEIVED = ['messages.qos0.received', 'messages.qos1.received', 'messages.qos2.received'] as const;

function countReceived(core: Core, connection: Connection, qos: 0 | 1 | 2): void {
  connection.messagesIn[qos]++;
  core.counters.named[RECEIVED[qos]]++;
}

function countCached({ counters }: Core, isAllowed: boolean): void {
  counters.named['authorization.cache_hit']++;
  counters.named[isAllowed ? 'authorization.allow' : 'authorization.deny']++;
}
