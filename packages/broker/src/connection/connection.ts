import type { Duplex } from 'node:stream';
import type { Proof } from '../access/access.ts';
import type { Session } from '../session/session.ts';
import type { Will } from '../session/will.ts';
import type { ClientInfo, ListenerType } from '../types.ts';
import type { Version } from '../wire/control.ts';
import { createFrameReader, type FrameReader } from '../wire/frames.ts';
import type { PendingReply } from './replies.ts';

/** Where a connection comes from, as its listener saw it. */
export interface Peer {
  readonly listener: ListenerType;
  /** Port of the listener. */
  readonly port: number;
  readonly peerhost: string;
  readonly peerport: number;
  readonly sockname: string;
  /** Common name of a client certificate that the listener has verified. */
  readonly certificateName: string | undefined;
  /** Why the stream ends when the peer goes without a DISCONNECT. */
  readonly closedReason: 'tcp_closed' | 'ssl_closed' | 'ws_closed';
}

/** One network connection of a client. Plain data: the files beside this one hold what happens to it. */
export interface Connection {
  readonly stream: Duplex;
  readonly peer: Peer;
  readonly reader: FrameReader;
  /** Unix time in ms. */
  readonly openedAt: number;
  state: 'new' | 'authenticating' | 'connected' | 'closed';
  version: Version;
  isBridge: boolean;
  /** Both are there from CONNACK on. */
  session: Session | undefined;
  info: ClientInfo | undefined;
  isSuperuser: boolean;
  proof: Proof;
  will: Will | undefined;
  /** Unix time in ms of the last bytes from the client. */
  lastSeen: number;
  /** The client may be silent for so many ms; 0 = for ever. */
  keepalive: number;

  /** Packets of this turn of the event loop, not written yet. */
  parts: Buffer[];
  partBytes: number;
  dirty: boolean;
  /** Written to the stream since the start. */
  sentBytes: number;
  sentPackets: number;
  receivedBytes: number;
  receivedPackets: number;
  /** By QoS. */
  readonly messagesIn: [number, number, number];
  readonly messagesOut: [number, number, number];
  /** More is unsent than the limit: messages wait until the stream has drained. */
  congested: boolean;
  /** How far the client had taken the bytes at the last look, and when that moved (Unix time in ms). */
  takenBytes: number;
  takenAt: number;

  /** Unacknowledged QoS 1/2 the client takes at a time, and how many it has on this connection. */
  sendWindow: number;
  unacked: number;
  /** Largest packet the client takes; 0 = any. */
  maxPacketSize: number;
  /** Topic aliases set by the client. */
  aliasesIn: Map<number, { readonly topic: string; readonly topicBytes: Buffer }> | undefined;
  /** Topic aliases set by the broker, at most `aliasMaximum`. */
  aliasesOut: Map<string, number> | undefined;
  aliasMaximum: number;

  /** Packets that wait until something is safe, in order. */
  readonly replies: PendingReply[];
  /** Why reading has stopped. */
  paused: boolean;
  /** Publish permissions already worked out. */
  permissions: Map<string, boolean> | undefined;
}

const NO_PROOF: Proof = { kind: 'none' };

export function createConnection(stream: Duplex, peer: Peer, now: number): Connection {
  return {
    stream,
    peer,
    reader: createFrameReader(),
    openedAt: now,
    state: 'new',
    version: 4,
    isBridge: false,
    session: undefined,
    info: undefined,
    isSuperuser: false,
    proof: NO_PROOF,
    will: undefined,
    lastSeen: now,
    keepalive: 0,
    parts: [],
    partBytes: 0,
    dirty: false,
    sentBytes: 0,
    sentPackets: 0,
    receivedBytes: 0,
    receivedPackets: 0,
    messagesIn: [0, 0, 0],
    messagesOut: [0, 0, 0],
    congested: false,
    takenBytes: 0,
    takenAt: now,
    sendWindow: 0,
    unacked: 0,
    maxPacketSize: 0,
    aliasesIn: undefined,
    aliasesOut: undefined,
    aliasMaximum: 0,
    replies: [],
    paused: false,
    permissions: undefined,
  };
}
