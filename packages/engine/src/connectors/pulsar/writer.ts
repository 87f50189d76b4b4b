import type { ChannelConfig } from '@sluice/contract';
import { byteSize } from '../../delivery/options.ts';
import { DELIVERED, type Outcome } from '../driver.ts';
import { type Accumulator, createAccumulator } from '../stream/accumulator.ts';
import { sendHalving } from '../stream/halving.ts';
import { type OutgoingMessage, packMessages } from './batch.ts';
import type { Cluster } from './cluster.ts';
import { pulsarOutcome } from './errors.ts';
import { openProducer, type TopicProducer } from './producer.ts';

/** Writes messages of one action, spread over the partitions of its topic. */
export interface PulsarWriter {
  write(message: OutgoingMessage): Promise<Outcome>;
  drop(outcome: Outcome): void;
  close(): void;
}

const PARTITIONS_AGE_MS = 60_000;

export function createPulsarWriter(
  action: ChannelConfig,
  topic: string,
  cluster: () => Cluster,
  target: string,
): PulsarWriter {
  const { parameters } = action;
  const { strategy } = parameters;
  const compression =
    parameters.compression === 'zlib' || parameters.compression === 'snappy' ? parameters.compression : 'none';
  const limits = {
    maxItems: typeof parameters.batch_size === 'number' ? parameters.batch_size : 100,
    maxBytes: byteSize(parameters.max_batch_bytes, 900 * 1024),
    maxInFlight: typeof parameters.max_inflight === 'number' ? parameters.max_inflight : 10,
  };
  const queues = new Map<string, Accumulator<OutgoingMessage>>();
  const producers = new Map<string, Promise<TopicProducer>>();
  /** Packing may take its time: what is packed later is sent later. */
  const turns = new Map<string, Promise<unknown>>();
  let partitions: { readonly names: Promise<readonly string[]>; readonly at: number; readonly of: Cluster } | undefined;
  let round = 0;

  function partitionNames(): Promise<readonly string[]> {
    const of = cluster();
    if (partitions !== undefined && partitions.of === of && Date.now() - partitions.at < PARTITIONS_AGE_MS) {
      return partitions.names;
    }
    const names = of.partitions(topic);
    partitions = { names, at: Date.now(), of };
    names.catch(() => {
      partitions = undefined;
    });
    return names;
  }

  async function producerOf(partition: string): Promise<TopicProducer> {
    const known = producers.get(partition);
    if (known !== undefined && (await known).alive) return known;
    if (producers.get(partition) !== known) return producerOf(partition);
    const made = cluster()
      .brokerOf(partition)
      .then((connection) => openProducer(connection, partition));
    producers.set(partition, made);
    made.catch(() => {
      if (producers.get(partition) === made) producers.delete(partition);
    });
    return made;
  }

  async function pack(partition: string, messages: readonly OutgoingMessage[]): Promise<{ stored: Promise<void> }> {
    const producer = await producerOf(partition);
    const sequence = producer.nextSequence();
    const { metadata, payload } = await packMessages(messages, producer.name, sequence, compression);
    return { stored: producer.send(sequence, messages.length, metadata, payload) };
  }

  async function send(partition: string, messages: readonly OutgoingMessage[]): Promise<Outcome> {
    try {
      const packed = (turns.get(partition) ?? Promise.resolve()).catch(() => {}).then(() => pack(partition, messages));
      turns.set(partition, packed);
      const { stored } = await packed;
      await stored;
      return DELIVERED;
    } catch (error) {
      return pulsarOutcome(error, target, topic);
    }
  }

  function queueOf(partition: string): Accumulator<OutgoingMessage> {
    const known = queues.get(partition);
    if (known !== undefined) return known;
    const made = createAccumulator<OutgoingMessage>(limits, (messages) =>
      sendHalving(messages, (part) => send(partition, part)),
    );
    queues.set(partition, made);
    return made;
  }

  function choose(count: number, key: string): number {
    if (count === 1) return 0;
    if (strategy === 'key_dispatch' && key !== '') return javaHash(key) % count;
    if (strategy === 'roundrobin') return round++ % count;
    return Math.floor(Math.random() * count);
  }

  return {
    async write(message) {
      let names: readonly string[];
      try {
        names = await partitionNames();
      } catch (error) {
        return pulsarOutcome(error, target, topic);
      }
      const partition = names[choose(names.length, message.key)] ?? topic;
      return queueOf(partition).add(message, message.value.length + message.key.length);
    },
    drop(outcome) {
      for (const queue of queues.values()) queue.drop(outcome);
    },
    close() {
      for (const made of producers.values()) made.then((producer) => producer.close()).catch(() => {});
      producers.clear();
    },
  };
}

/** `String.hashCode` of Java without its sign: how Pulsar's own clients spread keys unless told otherwise. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash & 0x7fffffff;
}
