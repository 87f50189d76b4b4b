import type { Core } from '../core.ts';
import type { Connection, PendingReply } from '../state.ts';
import { guard } from './guard.ts';
import { send } from './outbound.ts';
import { pauseReading, resumeReading } from './reading.ts';

/**
 * Sends `packet` once `settled` resolves and the storage has reached `position` (0 = no matter), in the order of the calls:
 * acknowledgements must come in the order of their PUBLISH packets (MQTT 5 §4.6). When `settled` is rejected the connection is
 * closed without the packet.
 */
export function reply(
  core: Core,
  connection: Connection,
  packet: Buffer | undefined,
  settled: void | Promise<void>,
  position: number,
  blocks = false,
): void {
  if (settled === undefined && connection.replies.length === 0 && isDurable(core, position)) {
    if (packet !== undefined) send(core, connection, packet);
    return;
  }
  if (connection.state === 'closed') return;
  const pending: PendingReply = { packet, settled: settled === undefined, position, blocks };
  if (blocks) pauseReading(connection);
  connection.replies.push(pending);
  if (position > 0) core.awaitingStorage.add(connection);
  settled?.then(
    () => {
      pending.settled = true;
      releaseReplies(core, connection);
    },
    () => {
      if (packet !== undefined)
        guard(core, connection, () => core.above.close(connection, 'publish_failed', { code: 131 }));
      else {
        pending.settled = true;
        releaseReplies(core, connection);
      }
    },
  );
}

/** Sends the replies whose turn has come. */
function releaseReplies(core: Core, connection: Connection): void {
  const { replies } = connection;
  let done = 0;
  for (const pending of replies) {
    if (!pending.settled || !isDurable(core, pending.position)) break;
    if (pending.packet !== undefined) send(core, connection, pending.packet);
    done++;
  }
  if (done === 0) return;
  replies.splice(0, done);
  if (connection.paused) resumeReading(core, connection);
}

/** The storage has got further. */
export function releaseAllReplies(core: Core): void {
  for (const connection of core.awaitingStorage) {
    releaseReplies(core, connection);
    if (connection.replies.length === 0) core.awaitingStorage.delete(connection);
  }
  const { durableWaiters } = core;
  let done = 0;
  for (const waiter of durableWaiters) {
    if (!isDurable(core, waiter.position)) break;
    waiter.resolve();
    done++;
  }
  durableWaiters.splice(0, done);
}

/** Resolves when the storage has everything up to `position`. */
export function whenDurable(core: Core, position: number): void | Promise<void> {
  if (isDurable(core, position)) return undefined;
  return new Promise((resolve) => core.durableWaiters.push({ position, resolve }));
}

function isDurable(core: Core, position: number): boolean {
  return position === 0 || core.storage === undefined || core.storage.durable >= position;
}
