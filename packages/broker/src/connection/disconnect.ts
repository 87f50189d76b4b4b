import type { Core } from '../core.ts';
import { REASON, reasonName } from '../reason-codes.ts';
import type { Connection, Session } from '../state.ts';
import type { DisconnectFrame } from '../wire/disconnect.ts';
import { closeConnection } from './close.ts';

/** The client says goodbye (MQTT 5 §3.14); it may change how long its session lives. */
export function handleDisconnect(
  core: Core,
  connection: Connection,
  session: Session,
  { reasonCode: code, properties }: DisconnectFrame,
): void {
  const expiry = properties?.sessionExpiryInterval as number | undefined;
  if (expiry !== undefined) {
    if (session.expiryInterval === 0 && expiry > 0) {
      closeConnection(core, connection, 'protocol_error', { code: REASON.protocolError });
      return;
    }
    session.expiryInterval = expiry;
  }
  const reason = code === 0 ? 'normal' : reasonName(code);
  closeConnection(core, connection, reason, { byClient: true, keepWill: code !== 0, properties });
}
