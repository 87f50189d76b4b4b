import type { ClientInfo } from '../client-info.ts';
import { closeConnection } from '../connection/close.ts';
import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import type { Session } from '../state.ts';
import { endSession } from './end.ts';
import { createSession } from './session.ts';

/** The session for a client that has just been accepted: its old one if it wants it and there is one. */
export function openSession(core: Core, info: ClientInfo): { readonly session: Session; readonly isPresent: boolean } {
  const { named } = core.counters;
  const before = core.sessions.get(info.clientid);
  if (before !== undefined && info.cleanStart) named['session.discarded']++;
  else if (before?.connection !== undefined) named['session.takenover']++;
  if (before?.connection !== undefined)
    closeConnection(core, before.connection, info.cleanStart ? 'discarded' : 'takenover', {
      code: REASON.takenOver,
      discardSession: info.cleanStart,
    });
  if (before !== undefined && info.cleanStart) endSession(core, before);
  const resumed = before === undefined || before.ended ? undefined : before;
  const session = resumed ?? createSession(info);
  named[resumed === undefined ? 'session.created' : 'session.resumed']++;
  session.info = info;
  session.expiryInterval = info.expiryInterval;
  session.expiresAt = 0;
  session.will = undefined;
  session.resend = [...session.inflight.values()];
  core.sessions.set(info.clientid, session);
  core.waiting.delete(session);
  if (core.storage !== undefined) {
    if (info.expiryInterval > 0) core.storage.keep(session);
    else if (session.stored > 0) core.storage.ended(session);
  }
  return { session, isPresent: resumed !== undefined };
}
