import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '../core.ts';
import { createJournal } from './journal.ts';
import {
  deliveryRecord,
  endedRecord,
  messageRecord,
  packetIdRecord,
  queuedRecord,
  retainedRecord,
  sessionRecord,
  subscribedRecord,
  unretainedRecord,
  unsubscribedRecord,
} from './records.ts';
import { restore } from './restore.ts';
import type { Storage } from './storage.ts';

/** The log is rewritten when it has grown by this much, and to this many times what it was after the last time. */
const COMPACT_BYTES = 16 << 20;
const COMPACT_FACTOR = 3;

/**
 * Opens the storage in `folder` (made if missing) and puts what it holds into `core`.
 * @throws the error of the system when the folder cannot be used.
 */
export function openStorage(core: Core, folder: string, onDurable: () => void): Storage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'broker.log');
  const restored = restore(core, path);
  const journal = createJournal(path, restored.size, onDurable, core.reportError);
  let { lastNumber } = restored;
  let compactAt = Math.max(COMPACT_BYTES, restored.size * COMPACT_FACTOR);
  /** Messages belong to one generation of the log: a new log needs their content again. */
  let generation = 1;
  let isCompacting = false;

  function append(record: Buffer): void {
    journal.append(record);
    if (journal.size > compactAt && !isCompacting) void compact();
  }

  async function compact(): Promise<void> {
    isCompacting = true;
    generation++;
    try {
      await journal.compact((put) => writeAll(core, put));
      compactAt = Math.max(COMPACT_BYTES, journal.size * COMPACT_FACTOR);
    } catch (error) {
      compactAt = journal.size + COMPACT_BYTES;
      core.reportError(error);
    } finally {
      isCompacting = false;
    }
  }

  if (restored.damagedBytes > 0) {
    core.reportError(
      new Error(
        `${restored.damagedBytes} bytes of ${path} were damaged. What could be read is in use; the file as it was is kept as ${restored.copy}.`,
      ),
    );
    void compact();
  }

  return {
    get position() {
      return journal.position;
    },
    get durable() {
      return journal.durable;
    },
    keep(session) {
      if (session.stored > 0) return;
      session.stored = ++lastNumber;
      append(sessionRecord(session));
    },
    session: (session) => append(sessionRecord(session)),
    ended(session) {
      append(endedRecord(session));
      session.stored = 0;
    },
    subscribed: (subscription) => append(subscribedRecord(subscription)),
    unsubscribed: (subscription) => append(unsubscribedRecord(subscription)),
    queued(session, delivery) {
      const { message } = delivery;
      if (message.stored === 0) message.stored = ++lastNumber;
      if (message.storedIn !== generation) {
        message.storedIn = generation;
        append(messageRecord(message));
      }
      delivery.stored = ++lastNumber;
      append(queuedRecord(session, delivery));
    },
    sent: (delivery) => append(deliveryRecord('sent', delivery)),
    released: (delivery) => append(deliveryRecord('released', delivery)),
    settled: (delivery) => append(deliveryRecord('settled', delivery)),
    remembered: (session, packetId) => append(packetIdRecord('remembered', session, packetId)),
    forgotten: (session, packetId) => append(packetIdRecord('forgotten', session, packetId)),
    retained: (message) => append(retainedRecord(message)),
    unretained: (topic) => append(unretainedRecord(topic)),
    close: () => journal.close(),
  };
}

/** The whole state as records. The broker works on meanwhile: what changes is in the records that follow. */
async function writeAll(core: Core, put: (record: Buffer) => Promise<void>): Promise<void> {
  const messages = new Set<number>();
  for (const session of [...core.sessions.values()]) {
    if (session.stored === 0) continue;
    await put(sessionRecord(session));
    for (const subscription of [...session.subscriptions.values()]) await put(subscribedRecord(subscription));
    for (const packetId of [...session.received.keys()]) await put(packetIdRecord('remembered', session, packetId));
    for (const delivery of [...session.inflight.values(), ...session.queue]) {
      if (delivery.stored === 0) continue;
      if (!messages.has(delivery.message.stored)) await put(messageRecord(delivery.message));
      messages.add(delivery.message.stored);
      await put(queuedRecord(session, delivery));
    }
  }
  for (const topic of [...core.retained.all()].map((message) => message.topic)) {
    const message = core.retained.get(topic);
    if (message !== undefined) await put(retainedRecord(message));
  }
}
