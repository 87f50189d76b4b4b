import type { Core } from '../core.ts';
import { REASON, reasonName } from '../reason-codes.ts';
import type { Session } from '../session/session.ts';
import { closeConnection } from './close.ts';
import type { Connection } from './connection.ts';

/** The client says goodbye (MQTT 5 §3.14); it may change how long its session lives. */
export function handleDisconnect(
  core: Core,
  connection: Connection,
  session: Session,
  code: number,
  properties: Readonly<Record<string, unknown>> | undefined,
): void {
  const expiry = properties?.sessionExpiryInterval;
  if (expiry !== undefined) {
    if (typeof expiry !== 'number' || (session.expiryInterval === 0 && expiry > 0)) {
      closeConnection(core, connection, 'protocol_error', { code: REASON.protocolError });
      return;
    }
    session.expiryInterval = expiry;
  }
  const reason = code === 0 ? 'normal' : reasonName(code);
  closeConnection(core, connection, reason, { byClient: true, keepWill: code !== 0, properties });
}
