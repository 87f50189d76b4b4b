import type { Duplex } from 'node:stream';
import type { Proof } from '../access/access.ts';
import type { Peer } from '../peer.ts';
import type { Connection } from '../state.ts';
import { createFrameReader } from '../wire/frames.ts';

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
