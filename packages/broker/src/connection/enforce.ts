import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import { endForbidden } from '../session/unsubscribe.ts';
import type { Connection } from '../state.ts';
import { closeConnection } from './close.ts';
import { guard } from './guard.ts';

/**
 * Users, permissions or bans have changed: whoever could not come in now has to go, and so does who has a subscription that is
 * forbidden now. The subscription ends, also in sessions whose client is away; the client is disconnected because MQTT has no
 * other way to tell it.
 */
export function enforceAccess(core: Core): void {
  for (const connection of [...core.connections]) guard(core, connection, () => enforceOn(core, connection));
  for (const session of [...core.sessions.values()])
    if (session.connection === undefined)
      endForbidden(core, session, session.info, core.access.isSuperuser(session.info.username));
}

function enforceOn(core: Core, connection: Connection): void {
  const { session, info } = connection;
  if (session === undefined || info === undefined) return;
  const { code, isSuperuser } = core.access.recheck(info, connection.proof);
  connection.isSuperuser = isSuperuser;
  connection.permissions = undefined;
  const isForbidden = code === REASON.success && endForbidden(core, session, info, isSuperuser);
  if (code === REASON.banned) closeConnection(core, connection, 'kicked', { code: REASON.administrative });
  else if (code !== REASON.success || isForbidden)
    closeConnection(core, connection, 'not_authorized', { code: REASON.notAuthorized });
}
