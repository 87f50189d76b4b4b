import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import type { Message } from '../message.ts';
import { createSession, NEVER } from '../session/session.ts';
import type { Delivery, Session, Subscription } from '../state.ts';
import { readRecords, type StoredRecord } from './record-frame.ts';
import { decodeMessage, decodeWill, type RecordKind } from './records.ts';

export interface Restored {
  /** Bytes of the log that are in use; new records follow. */
  readonly size: number;
  /** Highest number of anything stored. */
  readonly lastNumber: number;
  /** Bytes inside the log that could not be read. */
  readonly damagedBytes: number;
  /** Where the damaged log was copied to. */
  readonly copy: string;
}

/** Reads the log and puts sessions, subscriptions, queues and retained messages into `core`. */
export function restore(core: Core, path: string): Restored {
  rmSync(`${path}.tmp`, { force: true });
  const copy = `${path}.damaged`;
  if (!existsSync(path)) return { size: 0, lastNumber: 0, damagedBytes: 0, copy };
  const bytes = readFileSync(path);
  const replay = createReplay(core);
  const { end, damagedBytes } = readRecords(bytes, replay.take);
  if (damagedBytes > 0) copyFileSync(path, copy);
  return { size: end, lastNumber: replay.finish(Date.now()), damagedBytes, copy };
}

interface StoredDelivery {
  readonly delivery: Delivery;
  readonly session: number;
}

function createReplay(core: Core) {
  const sessions = new Map<number, Session>();
  const messages = new Map<number, Message>();
  const deliveries = new Map<number, StoredDelivery>();
  let lastNumber = 0;

  function take(record: StoredRecord): void {
    const [kind, first, second] = record.header as [RecordKind, number, unknown];
    switch (kind) {
      case 'session':
        takeSession(record);
        return;
      case 'ended':
        sessions.delete(first);
        return;
      case 'subscribed': {
        const session = sessions.get(first);
        const facts = second as Omit<Subscription, 'session'>;
        session?.subscriptions.set(facts.filter, { ...facts, session });
        return;
      }
      case 'unsubscribed':
        sessions.get(first)?.subscriptions.delete(second as string);
        return;
      case 'message':
        messages.set(first, decodeMessage(record, core.ids));
        count(first);
        return;
      case 'queued':
        takeDelivery(record);
        return;
      case 'sent': {
        const stored = deliveries.get(first);
        if (stored !== undefined) stored.delivery.packetId = second as number;
        return;
      }
      case 'released': {
        const stored = deliveries.get(first);
        if (stored !== undefined) stored.delivery.released = true;
        return;
      }
      case 'settled':
        deliveries.delete(first);
        return;
      case 'remembered':
        sessions.get(first)?.received.set(second as number, undefined);
        return;
      case 'forgotten':
        sessions.get(first)?.received.delete(second as number);
        return;
      case 'retained':
        core.retained.set(decodeMessage(record, core.ids));
        return;
      case 'unretained':
        core.retained.delete(String(first));
        return;
    }
  }

  function count(number: number): void {
    if (number > lastNumber) lastNumber = number;
  }

  function takeSession(record: StoredRecord): void {
    const [, number, info, expiryInterval, expiresAt, , dueAt, createdAt, disconnectedAt] = record.header as [
      RecordKind,
      number,
      ClientInfo,
      number,
      number,
      unknown,
      number,
      // Not there in logs of the first version.
      number | undefined,
      number | undefined,
    ];
    const session = sessions.get(number) ?? createSession(info, createdAt);
    session.disconnectedAt = disconnectedAt || info.connectedAt;
    const will = decodeWill(record);
    session.info = info;
    session.expiryInterval = expiryInterval;
    session.expiresAt = expiresAt;
    session.stored = number;
    session.will = will && { will, from: info, dueAt };
    sessions.set(number, session);
    count(number);
  }

  function takeDelivery(record: StoredRecord): void {
    const [, stored, session, message, qos, retain, identifiers, packetId, released] = record.header as [
      RecordKind,
      number,
      number,
      number,
      0 | 1 | 2,
      boolean,
      readonly number[] | null,
      number,
      boolean,
    ];
    const content = messages.get(message);
    if (content === undefined) return;
    const delivery: Delivery = {
      message: content,
      qos,
      retain,
      identifiers: identifiers ?? undefined,
      group: undefined,
      packetId: qos === 2 ? packetId : 0,
      released,
      stored,
    };
    deliveries.set(stored, { delivery, session });
    count(stored);
  }

  /** Everything has been read: gives the sessions to the broker. Returns the highest number in use. */
  function finish(now: number): number {
    for (const session of sessions.values()) {
      // Connected when the broker went: its time begins now, and so does the delay of its will.
      if (session.expiresAt === 0 && session.expiryInterval !== NEVER)
        session.expiresAt = now + session.expiryInterval * 1000;
      if (session.will?.dueAt === 0) session.will = { ...session.will, dueAt: now + session.will.will.delay * 1000 };
      core.sessions.set(session.clientid, session);
      core.waiting.add(session);
      for (const subscription of session.subscriptions.values()) core.subscriptions.add(subscription);
    }
    const inOrder = [...deliveries.values()].sort((a, b) => a.delivery.stored - b.delivery.stored);
    for (const { delivery, session: number } of inOrder) {
      const session = sessions.get(number);
      if (session === undefined) continue;
      if (delivery.packetId === 0) session.queue.push(delivery);
      else {
        session.inflight.set(delivery.packetId, delivery);
        session.nextPacketId = Math.max(session.nextPacketId, delivery.packetId);
      }
    }
    return lastNumber;
  }

  return { take, finish };
}
