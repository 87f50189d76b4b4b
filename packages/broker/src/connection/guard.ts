import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import type { Connection } from '../state.ts';

/** A fault in the handling of one client (a hook that throws, say) costs that client its connection and nobody else. */
export function guard(core: Core, connection: Connection, handle: () => void): void {
  try {
    handle();
  } catch (error) {
    core.reportError(error);
    try {
      core.above.close(connection, 'internal_error', { code: REASON.unspecified });
    } catch (second) {
      core.reportError(second);
    }
    connection.stream.destroy();
  }
}
