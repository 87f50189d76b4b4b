import type { BrokerConnection } from './connection.ts';
import { PulsarError } from './errors.ts';
import type { Frame } from './frame.ts';
import type { MessageId } from './protocol.ts';

/** How to subscribe to one topic, not a partitioned one. */
export interface Subscription {
  readonly topic: string;
  readonly name: string;
  readonly type: 'shared' | 'failover';
  /** Where a subscription that does not exist yet begins. */
  readonly from: 'latest' | 'earliest';
  /** Most messages on the way to us that we have not dealt with. */
  readonly queueSize: number;
}

export interface ConsumerHooks {
  /** One entry: a message, or a batch of them. */
  entry(consumer: TopicConsumer, id: MessageId, message: NonNullable<Frame['message']>): void;
  /** Gone, not by `close`; called once. */
  ended(error: Error): void;
}

/** A consumer on one topic. It is used once: when it is gone, a new one takes its place. */
export interface TopicConsumer {
  readonly alive: boolean;
  /** The entry was dealt with, with all its `count` messages: the broker forgets it and may send as many more. */
  acknowledge(id: MessageId, count: number): void;
  /** The broker sends the entry again. */
  giveBack(id: MessageId, count: number): void;
  close(): Promise<void>;
}

const SUB_TYPES = { shared: 1, failover: 2 } as const;
const POSITIONS = { latest: 0, earliest: 1 } as const;
const INDIVIDUAL = 0;

export async function openConsumer(
  connection: BrokerConnection,
  subscription: Subscription,
  hooks: ConsumerHooks,
): Promise<TopicConsumer> {
  let alive = true;
  let acks: MessageId[] = [];
  let returned = 0;
  const consumerId = connection.attach('consumer', {
    ended(error) {
      if (!alive) return;
      alive = false;
      hooks.ended(error);
    },
    message({ command, message }) {
      if (command.name === 'message') hooks.entry(consumer, command.body.messageId, message);
    },
  });

  function flush(): void {
    if (acks.length > 0 && alive) connection.tell('ack', { consumerId, ackType: INDIVIDUAL, messageId: acks });
    acks = [];
  }

  /** Permits go back in heaps: half the queue is enough to keep messages coming. */
  function permit(count: number): void {
    returned += count;
    if (returned < subscription.queueSize / 2 || !alive) return;
    connection.tell('flow', { consumerId, messagePermits: returned });
    returned = 0;
  }

  const consumer: TopicConsumer = {
    get alive() {
      return alive;
    },
    acknowledge(id, count) {
      acks.push(id);
      if (acks.length === 1) setImmediate(flush);
      permit(count);
    },
    giveBack(id, count) {
      if (alive) connection.tell('redeliver', { consumerId, messageIds: [id] });
      permit(count);
    },
    async close() {
      if (!alive) return;
      flush();
      alive = false;
      connection.detach('consumer', consumerId);
      await connection.request('closeConsumer', { consumerId }).catch(() => {});
    },
  };

  try {
    await connection.request('subscribe', {
      topic: subscription.topic,
      subscription: subscription.name,
      subType: SUB_TYPES[subscription.type],
      consumerId,
      consumerName: `sluice-${process.pid}-${consumerId}`,
      durable: true,
      initialPosition: POSITIONS[subscription.from],
    });
  } catch (error) {
    alive = false;
    connection.detach('consumer', consumerId);
    // Without an answer the broker may have made it.
    if (!(error instanceof PulsarError)) connection.request('closeConsumer', { consumerId }).catch(() => {});
    throw error;
  }
  connection.tell('flow', { consumerId, messagePermits: subscription.queueSize });
  return consumer;
}
