import type { ClientInfo } from '../client-info.ts';
import type { Session } from '../state.ts';
import { WaitingQueue } from './queue.ts';

export const NEVER = 0xffffffff;

export function createSession(info: ClientInfo, createdAt = info.connectedAt): Session {
  return {
    clientid: info.clientid,
    info,
    connection: undefined,
    createdAt,
    disconnectedAt: 0,
    dropped: 0,
    expiryInterval: info.expiryInterval,
    expiresAt: 0,
    subscriptions: new Map(),
    inflight: new Map(),
    queue: new WaitingQueue(),
    burst: new WaitingQueue(),
    received: new Map(),
    resend: [],
    backlog: [],
    nextPacketId: 0,
    strain: undefined,
    isSlow: false,
    will: undefined,
    stored: 0,
    ended: false,
  };
}

/** A packet id that is not in use; the window is far smaller than the 65,535 there are. */
export function takePacketId(session: Session): number {
  let id = session.nextPacketId;
  do id = id === 65_535 ? 1 : id + 1;
  while (session.inflight.has(id));
  session.nextPacketId = id;
  return id;
}
