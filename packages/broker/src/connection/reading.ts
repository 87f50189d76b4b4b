import type { Core } from '../core.ts';
import type { Connection } from '../state.ts';
import { guard } from './guard.ts';

/** Goes on with what arrived before the pause, then with the stream. */
export function resumeReading(core: Core, connection: Connection): void {
  if (connection.state === 'closed' || !connection.paused || mustWait(core, connection)) return;
  connection.paused = false;
  guard(core, connection, () => core.above.readOn(connection));
  if (!connection.paused) connection.stream.resume();
}

/** Whether the client has to take what is there for it, or the owner to keep what came from it, before more is read. */
export function mustWait(core: Core, connection: Connection): boolean {
  const { maxWriteBuffer, receiveMaximum } = core.limits;
  const { replies, stream } = connection;
  if (replies.length >= receiveMaximum || stream.writableLength > 2 * maxWriteBuffer) return true;
  return replies.some((pending) => pending.blocks);
}

/** Stops taking packets: the rest of the chunk is kept, the stream is told to hold back. */
export function pauseReading(connection: Connection): void {
  connection.paused = true;
  connection.stream.pause();
}
