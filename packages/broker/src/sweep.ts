import { closeConnection } from './connection/close.ts';
import { guard } from './connection/guard.ts';
import type { Core } from './core.ts';
import { REASON } from './reason-codes.ts';
import { endSession } from './session/end.ts';
import { publishWill } from './session/publish-will.ts';
import { checkStrain } from './session/strain.ts';
import type { Connection, Session } from './state.ts';

/** An incomplete packet must arrive at this rate at least, after a grace of `PARTIAL_GRACE` ms. */
const MIN_BYTES_PER_SECOND = 100;
const PARTIAL_GRACE = 30_000;

/** Everything that happens because time has passed, looked at together: no timer per client. `now`: Unix time in ms. */
export function sweep(core: Core, now: number): void {
  for (const connection of core.connections) guard(core, connection, () => sweepConnection(core, connection, now));
  for (const session of core.waiting) {
    try {
      sweepSession(core, session, now);
    } catch (error) {
      core.reportError(error);
    }
  }
}

function sweepSession(core: Core, session: Session, now: number): void {
  if (session.will !== undefined && session.will.dueAt <= now) {
    const { will, from } = session.will;
    session.will = undefined;
    publishWill(core, session, will, from);
  }
  if (session.expiresAt > 0 && session.expiresAt <= now) endSession(core, session);
  else if (session.expiresAt === 0 && session.will === undefined) core.waiting.delete(session);
}

function sweepConnection(core: Core, connection: Connection, now: number): void {
  if (connection.state !== 'connected') {
    // A queue before the passwords is not the client's fault; it is bounded.
    if (connection.state !== 'authenticating' && now - connection.openedAt > core.limits.connectTimeout)
      closeConnection(core, connection, 'connect_timeout');
    return;
  }
  if (connection.session !== undefined) checkStrain(core, connection.session, now);
  const taken = connection.sentBytes - connection.stream.writableLength;
  if (connection.stream.writableLength === 0 || taken > connection.takenBytes) {
    connection.takenBytes = taken;
    connection.takenAt = now;
  } else if (now - connection.takenAt > core.limits.sendTimeout) {
    closeConnection(core, connection, 'send_timeout');
    connection.stream.destroy();
    return;
  }
  // While the broker does not read it cannot know whether the client is there.
  if (connection.paused) {
    connection.lastSeen = now;
    return;
  }
  if (connection.keepalive > 0 && now - connection.lastSeen > connection.keepalive) {
    closeConnection(core, connection, 'keepalive_timeout', { code: REASON.keepaliveTimeout });
    return;
  }
  const { partialSince, have } = connection.reader;
  const allowed = PARTIAL_GRACE + (have / MIN_BYTES_PER_SECOND) * 1000;
  if (connection.reader.partial !== undefined && now - partialSince > allowed)
    closeConnection(core, connection, 'packet_timeout', { code: REASON.malformedPacket });
}
