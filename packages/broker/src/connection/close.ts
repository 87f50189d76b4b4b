import type { CloseOptions, Core } from '../core.ts';
import { endSession, leaveSession } from '../session/end.ts';
import type { Connection } from '../state.ts';
import { encodeControl } from '../wire/control.ts';
import { flush, send } from './outbound.ts';

/** A peer that does not close its side gets so many ms before the socket is destroyed. */
const LINGER = 1000;

/** Ends a connection: says why, writes what is queued, closes the stream, publishes the will and lets go of the session. */
export function closeConnection(core: Core, connection: Connection, reason: string, options: CloseOptions = {}): void {
  if (connection.state === 'closed') return;
  const { stream, session, info, will } = connection;
  if (options.code !== undefined && connection.version === 5 && session !== undefined)
    send(core, connection, encodeControl({ cmd: 'disconnect', reasonCode: options.code }, 5));
  flush(core, connection);
  connection.state = 'closed';
  core.connections.delete(connection);
  core.awaitingStorage.delete(connection);
  connection.replies.length = 0;
  connection.reader.partial = undefined;
  connection.permissions = undefined;
  if (!stream.destroyed) {
    stream.end();
    // Only a stream that is read notices that the peer closes its side.
    stream.resume();
    const timer = setTimeout(() => stream.destroy(), LINGER).unref();
    // A stream that is gone is not kept for the timer's sake: in a storm of connects there are thousands.
    stream.once('close', () => clearTimeout(timer));
  }
  if (session === undefined || info === undefined) return;
  connection.session = undefined;
  if (session.connection !== connection) return;
  session.connection = undefined;
  const lastWords = options.byClient && !options.keepWill ? undefined : will;
  session.disconnectedAt = Date.now();
  core.counters.named['client.disconnected']++;
  core.hooks.disconnected?.(info, reason, options.properties);
  leaveSession(core, session, lastWords, info);
  if (options.discardSession) endSession(core, session);
}
