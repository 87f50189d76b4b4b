import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelConfig } from '@sluice/contract';
import type { Fault, Input, Take } from '../driver.ts';
import { errorText } from '../fault.ts';
import { createIntake, type Read } from '../stream/intake.ts';
import { type ReceivedMessage, unpackMessages } from './batch.ts';
import type { Cluster } from './cluster.ts';
import { openConsumer, type Subscription, type TopicConsumer } from './consumer.ts';
import { pulsarFault } from './errors.ts';
import type { Frame } from './frame.ts';
import type { MessageId } from './protocol.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** Before what the rules could not take over is asked for again. */
const GIVE_BACK_MS = 1_000;
/** How long closing waits for what the rules are taking over. */
const CLOSE_MS = 2_000;

/** One partition of the topic, read by one consumer after the other. */
interface Lane {
  readonly topic: string;
  consumer: TopicConsumer | undefined;
  opening: Promise<Fault | undefined> | undefined;
  timer: NodeJS.Timeout | undefined;
  failures: number;
  /** Entries are read one after the other, so that messages keep their order. */
  turn: Promise<void>;
}

/** Reads all partitions of a topic. Entries are acknowledged one by one, after the rules took over all in them. */
export function createPulsarReader(
  source: ChannelConfig,
  topic: string,
  take: Take,
  cluster: () => Cluster,
  target: string,
): Input {
  const { parameters } = source;
  const intake = createIntake(source, { topic, server: target }, take);
  const name = parameters.subscription_name;
  const subscription: Omit<Subscription, 'topic'> = {
    name: typeof name === 'string' && name !== '' ? name : `sluice-${source.name}`,
    type: parameters.subscription_type === 'failover' ? 'failover' : 'shared',
    from: parameters.offset_reset_policy === 'earliest' ? 'earliest' : 'latest',
    queueSize: typeof parameters.receiver_queue_size === 'number' ? parameters.receiver_queue_size : 1000,
  };
  const lanes = new Map<string, Lane>();
  const underWay = new Set<Promise<void>>();
  let trouble: Fault | undefined;
  let closed = true;

  function read(message: ReceivedMessage, id: MessageId, partition: string): Read {
    const place = message.index === 0 ? '' : `:${message.index}`;
    return {
      key: message.key,
      value: message.value,
      headers: message.properties,
      offset: `${String(id.ledgerId)}:${String(id.entryId)}${place}`,
      partition: partition === topic ? 0 : Number(/-partition-(\d+)$/.exec(partition)?.[1] ?? 0),
      ts: message.publishTime,
      tsType: 'create',
    };
  }

  async function handle(
    lane: Lane,
    consumer: TopicConsumer,
    id: MessageId,
    { metadata, payload, intact }: NonNullable<Frame['message']>,
  ): Promise<void> {
    let count = 1;
    try {
      if (!intact) throw new Error('The checksum of a message is wrong.');
      const messages = await unpackMessages(metadata, payload);
      count = Math.max(1, messages.length);
      const whole = intake(messages.map((message) => read(message, id, lane.topic))).then(
        () => {
          trouble = undefined;
          consumer.acknowledge(id, count);
        },
        (error) => giveBack(consumer, id, count, error),
      );
      underWay.add(whole);
      void whole.finally(() => underWay.delete(whole));
    } catch (error) {
      await giveBack(consumer, id, count, error);
    }
  }

  async function giveBack(consumer: TopicConsumer, id: MessageId, count: number, error: unknown): Promise<void> {
    const message = `Messages of ${topic} could not be taken over. They are read again. (${errorText(error)})`;
    trouble = { code: 'not_taken_over', data: { object: topic }, message, raw: errorText(error) };
    await pause(GIVE_BACK_MS);
    consumer.giveBack(id, count);
  }

  function open(lane: Lane): Promise<Fault | undefined> {
    if (lane.consumer?.alive === true) return Promise.resolve(undefined);
    lane.opening ??= subscribe(lane).finally(() => {
      lane.opening = undefined;
    });
    return lane.opening;
  }

  async function subscribe(lane: Lane): Promise<Fault | undefined> {
    clearTimeout(lane.timer);
    try {
      const connection = await cluster().brokerOf(lane.topic);
      const consumer = await openConsumer(
        connection,
        { ...subscription, topic: lane.topic },
        {
          entry(from, id, message) {
            lane.turn = lane.turn.then(() => handle(lane, from, id, message));
          },
          ended(error) {
            lane.consumer = undefined;
            later(lane, error);
          },
        },
      );
      lane.consumer = consumer;
      lane.failures = 0;
      if (closed) await consumer.close();
      return undefined;
    } catch (error) {
      return pulsarFault(error, target, topic);
    }
  }

  function later(lane: Lane, error: unknown): void {
    if (closed) return;
    trouble = pulsarFault(error, target, topic);
    clearTimeout(lane.timer);
    const rest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** lane.failures++);
    lane.timer = setTimeout(async () => {
      const fault = await open(lane);
      if (fault === undefined) {
        if ([...lanes.values()].every(({ consumer }) => consumer?.alive === true)) trouble = undefined;
      } else if (!closed) {
        later(lane, error);
        trouble = fault;
      }
    }, rest);
  }

  return {
    async open() {
      closed = false;
      let names: readonly string[];
      try {
        names = await cluster().partitions(topic);
      } catch (error) {
        return pulsarFault(error, target, topic);
      }
      for (const name of names) {
        if (lanes.has(name)) continue;
        const fresh = { topic: name, consumer: undefined, opening: undefined, timer: undefined, failures: 0 };
        lanes.set(name, { ...fresh, turn: Promise.resolve() });
      }
      const faults = await Promise.all([...lanes.values()].map(open));
      const fault = faults.find((one) => one !== undefined);
      if (fault === undefined) trouble = undefined;
      return fault;
    },
    fault: () => trouble,
    async close() {
      closed = true;
      for (const lane of lanes.values()) clearTimeout(lane.timer);
      await Promise.race([Promise.all([...lanes.values()].map(({ turn }) => turn)), pause(CLOSE_MS)]);
      await Promise.race([Promise.all(underWay), pause(CLOSE_MS)]);
      await Promise.race([Promise.all([...lanes.values()].map(({ consumer }) => consumer?.close())), pause(CLOSE_MS)]);
      lanes.clear();
    },
  };
}
