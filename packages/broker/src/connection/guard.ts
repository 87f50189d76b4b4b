import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import { closeConnection } from './close.ts';
import type { Connection } from './connection.ts';

/** A fault in the handling of one client (a hook that throws, say) costs that client its connection and nobody else. */
export function guard(core: Core, connection: Connection, handle: () => void): void {
  try {
    handle();
  } catch (error) {
    core.reportError(error);
    try {
      closeConnection(core, connection, 'internal_error', { code: REASON.unspecified });
    } catch (second) {
      core.reportError(second);
    }
    connection.stream.destroy();
  }
}
