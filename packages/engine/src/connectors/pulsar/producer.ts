import type { BrokerConnection } from './connection.ts';
import { PulsarError, TooLarge } from './errors.ts';
import type { Commands } from './protocol.ts';

/** A producer on one topic, not a partitioned one. It is used once: when it is gone, a new one takes its place. */
export interface TopicProducer {
  readonly alive: boolean;
  readonly name: string;
  nextSequence(): number;
  /** Settles when the broker has stored the entry; rejects when it has not, or when that is not known. */
  send(sequenceId: number, count: number, metadata: Uint8Array, payload: Uint8Array): Promise<void>;
  close(): void;
}

const RECEIPT_TIMEOUT_MS = 8_000;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly since: number;
}

export async function openProducer(connection: BrokerConnection, topic: string): Promise<TopicProducer> {
  const waiting = new Map<number, Waiting>();
  let alive = true;
  let over = new Error('The producer was closed.');
  const producerId = connection.attach('producer', {
    ended,
    receipt(sequenceId) {
      const one = waiting.get(sequenceId);
      waiting.delete(sequenceId);
      one?.resolve();
    },
    refused(sequenceId, error) {
      const one = waiting.get(sequenceId);
      waiting.delete(sequenceId);
      one?.reject(error);
      // What was sent after it must not overtake it.
      close(error);
    },
  });
  // Receipts come in order: the oldest says whether the broker hangs.
  const watch = setInterval(() => {
    const [oldest] = waiting.values();
    if (oldest === undefined || Date.now() - oldest.since < RECEIPT_TIMEOUT_MS) return;
    const error = new Error(`${connection.target} has not stored a message for ${RECEIPT_TIMEOUT_MS / 1000} s.`);
    connection.destroy(Object.assign(error, { code: 'UND_ERR_HEADERS_TIMEOUT' }));
  }, 1000);

  function ended(error: Error): void {
    alive = false;
    over = error;
    clearInterval(watch);
    const all = [...waiting.values()];
    waiting.clear();
    for (const one of all) one.reject(error);
  }

  function close(error: Error): void {
    if (!alive) return;
    connection.detach('producer', producerId);
    connection.request('closeProducer', { producerId }).catch(() => {});
    ended(error);
  }

  let opened: Commands['producerSuccess'];
  try {
    opened = (await connection.request('producer', { topic, producerId })) as Commands['producerSuccess'];
  } catch (error) {
    connection.detach('producer', producerId);
    ended(over);
    // Without an answer the broker may have made it.
    if (!(error instanceof PulsarError)) connection.request('closeProducer', { producerId }).catch(() => {});
    throw error;
  }
  let sequence = Object.hasOwn(opened, 'lastSequenceId') ? Number(String(opened.lastSequenceId)) : -1;

  return {
    get alive() {
      return alive;
    },
    name: opened.producerName,
    nextSequence: () => ++sequence,
    send(sequenceId, count, metadata, payload) {
      if (!alive) return Promise.reject(over);
      const bytes = metadata.length + payload.length;
      if (bytes > connection.maxMessageSize) return Promise.reject(new TooLarge(bytes, connection.maxMessageSize));
      return new Promise((resolve, reject) => {
        waiting.set(sequenceId, { resolve, reject, since: Date.now() });
        connection.send({ producerId, sequenceId, numMessages: count }, metadata, payload);
      });
    },
    close: () => close(over),
  };
}
