import { randomBytes } from 'node:crypto';
import type { IConnackPacket } from 'mqtt-packet';
import type { Authentication } from '../access/access.ts';
import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import { legacyReturnCode, REASON, reasonName } from '../reason-codes.ts';
import { openSession } from '../session/open.ts';
import { pump } from '../session/pump.ts';
import { NEVER } from '../session/session.ts';
import { endForbidden } from '../session/unsubscribe.ts';
import type { Connection } from '../state.ts';
import { parseConnect, protocolLevel } from '../wire/connect.ts';
import { encodeControl } from '../wire/control.ts';
import { closeConnection } from './close.ts';
import { type ConnectRequest, readConnect } from './connect-packet.ts';
import { guard } from './guard.ts';
import { send } from './outbound.ts';
import { resumeReading } from './reading.ts';

/** The first packet of a connection. */
export function handleConnect(core: Core, connection: Connection, bytes: Buffer, body: number, end: number): void {
  const level = protocolLevel(bytes, body, end);
  if (level === undefined) {
    closeConnection(core, connection, 'malformed_packet');
    return;
  }
  if (![3, 4, 5].includes(level & 127)) {
    refuse(core, connection, REASON.unsupportedVersion);
    return;
  }
  connection.version = (level & 127) as 3 | 4 | 5;
  const frame = parseConnect(bytes, body, end);
  if (typeof frame === 'string') {
    // Before MQTT 5 there is no word for it.
    if (connection.version < 5) closeConnection(core, connection, frame);
    else refuse(core, connection, frame === 'malformed_packet' ? REASON.malformedPacket : REASON.protocolError);
    return;
  }
  const request = readConnect(frame);
  if (typeof request === 'number') {
    refuse(core, connection, request);
    return;
  }
  core.counters.named['client.connect']++;
  authenticate(core, connection, request);
}

function authenticate(core: Core, connection: Connection, request: ConnectRequest): void {
  const info = describe(core, connection, request);
  if (core.closing || core.connections.size > core.limits.maxConnections) {
    refuse(core, connection, core.closing ? REASON.shuttingDown : REASON.serverBusy, info);
    return;
  }
  const isWanted = (): boolean => connection.state !== 'closed';
  const { username, password } = request;
  const answer = core.access.authenticate(info.clientid, username, password, connection.peer, isWanted);
  if (!(answer instanceof Promise)) {
    decide(core, connection, request, info, answer);
    return;
  }
  connection.state = 'authenticating';
  connection.paused = true;
  answer.then((verdict) => {
    if (connection.state !== 'authenticating') return;
    guard(core, connection, () => decide(core, connection, request, info, verdict));
    resumeReading(core, connection);
  });
}

function decide(
  core: Core,
  connection: Connection,
  request: ConnectRequest,
  info: ClientInfo,
  verdict: Authentication,
): void {
  const client: ClientInfo = verdict.username === info.username ? info : { ...info, username: verdict.username };
  // Who is banned is not even asked for a proof.
  countAuthentication(core, verdict);
  if (verdict.code !== REASON.banned)
    core.hooks.authnComplete?.(client, reasonName(verdict.code), verdict.isSuperuser, verdict.isAnonymous);
  if (verdict.code !== REASON.success) {
    refuse(core, connection, verdict.code, client);
    return;
  }
  connection.isSuperuser = verdict.isSuperuser;
  connection.proof = verdict.proof;
  accept(core, connection, request, client);
}

function describe(core: Core, connection: Connection, request: ConnectRequest): ClientInfo {
  const { peer } = connection;
  const legacyExpiry = request.cleanStart ? 0 : core.limits.legacySessionExpiry;
  const expiryInterval = request.version === 5 ? (request.sessionExpiry ?? 0) : legacyExpiry;
  return {
    clientid: request.clientid === '' ? `auto-${randomBytes(12).toString('hex')}` : request.clientid,
    username: request.username,
    peerhost: peer.peerhost,
    peerport: peer.peerport,
    sockname: peer.sockname,
    protocol: request.protocol,
    version: request.version,
    cleanStart: request.cleanStart,
    keepalive: request.keepalive,
    expiryInterval: Math.min(expiryInterval, NEVER),
    isBridge: request.isBridge,
    receiveMaximum: request.version === 5 ? request.receiveMaximum : core.limits.maxInflight,
    properties: request.properties,
    connectedAt: Date.now(),
  };
}

function accept(core: Core, connection: Connection, request: ConnectRequest, info: ClientInfo): void {
  // More than the client takes must not be sent, and without an answer there is no connection (MQTT 5 §3.1.2.11.4).
  if (request.maxPacketSize > 0 && connack(core, request, info, false).length > request.maxPacketSize) {
    closeConnection(core, connection, 'packet_too_large');
    return;
  }
  const { session, isPresent } = openSession(core, info);
  connection.state = 'connected';
  connection.info = info;
  connection.session = session;
  connection.isBridge = request.isBridge;
  connection.will = request.will && { ...request.will, isSuperuser: connection.isSuperuser };
  connection.keepalive = request.keepalive * 1500;
  connection.sendWindow = Math.min(request.receiveMaximum, core.limits.maxInflight);
  connection.maxPacketSize = request.maxPacketSize;
  connection.aliasMaximum = Math.min(request.topicAliasMaximum, core.limits.topicAliasMaximum);
  session.connection = connection;
  // Its client may come as somebody else than last time.
  if (isPresent) endForbidden(core, session, info, connection.isSuperuser);
  if (session.stored > 0) core.storage?.session(session);
  send(core, connection, connack(core, request, info, isPresent));
  core.counters.named['client.connack']++;
  core.counters.named['client.connected']++;
  core.hooks.connected?.(info);
  core.hooks.connack?.(info, 'success');
  pump(core, session);
}

function connack(core: Core, request: ConnectRequest, info: ClientInfo, sessionPresent: boolean): Buffer {
  if (info.version < 5) {
    const isSession = info.version === 4 && sessionPresent;
    return Buffer.of(0x20, 2, isSession ? 1 : 0, 0);
  }
  const isPlain = request.clientid !== '' && !request.wantsResponseInformation && !sessionPresent;
  if (isPlain && core.plainConnack !== undefined) return core.plainConnack;
  const { limits } = core;
  const properties: IConnackPacket['properties'] = {
    receiveMaximum: limits.receiveMaximum,
    maximumPacketSize: limits.maxPacketSize,
    topicAliasMaximum: limits.topicAliasMaximum,
    retainAvailable: true,
    wildcardSubscriptionAvailable: true,
    subscriptionIdentifiersAvailable: true,
    sharedSubscriptionAvailable: true,
  };
  if (request.clientid === '') properties.assignedClientIdentifier = info.clientid;
  if (request.wantsResponseInformation) properties.responseInformation = `response/${info.clientid}/`;
  const packet = encodeControl({ cmd: 'connack', sessionPresent, reasonCode: 0, properties }, 5);
  if (isPlain) core.plainConnack = packet;
  return packet;
}

/** Says no and closes. */
function refuse(core: Core, connection: Connection, code: number, info?: ClientInfo): void {
  const { named } = core.counters;
  named['client.connack']++;
  named['packets.connack.error']++;
  if (code === REASON.badCredentials || code === REASON.notAuthorized) named['packets.connack.auth_error']++;
  if (info !== undefined) core.hooks.connack?.(info, reasonName(code));
  const answer =
    connection.version === 5
      ? encodeControl({ cmd: 'connack', sessionPresent: false, reasonCode: code }, 5)
      : Buffer.of(0x20, 2, 0, legacyReturnCode(code));
  send(core, connection, answer);
  closeConnection(core, connection, reasonName(code));
}

function countAuthentication({ counters }: Core, { code, isAnonymous }: Authentication): void {
  const { named } = counters;
  if (code === REASON.banned) return;
  named['client.authenticate']++;
  if (code !== REASON.success) {
    named['authentication.failure']++;
    return;
  }
  named['authentication.success']++;
  if (!isAnonymous) return;
  named['authentication.success.anonymous']++;
  named['client.auth.anonymous']++;
}
