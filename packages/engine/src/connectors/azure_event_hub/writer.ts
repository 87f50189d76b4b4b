import type { ChannelConfig } from '@sluice/contract';
import kafkajs, { type Producer } from 'kafkajs';
import { byteSize, duration } from '../../delivery/options.ts';
import { DELIVERED, type Outcome } from '../driver.ts';
import { type Accumulator, createAccumulator } from '../stream/accumulator.ts';
import { sendHalving } from '../stream/halving.ts';
import { murmur2 } from '../stream/murmur2.ts';
import { ANSWER_TIMEOUT_MS } from './client.ts';
import type { HubEvent } from './event.ts';
import { eventHubOutcome } from './faults.ts';
import type { EventHubSettings } from './settings.ts';

/** What a writer needs of the connection it writes on; both fail while there is none. */
export interface HubTarget {
  producer(): Producer;
  /** Number of partitions, asked for at most once within `maxAgeMs`. */
  partitions(topic: string, maxAgeMs: number): Promise<number>;
  /** Something failed that way. */
  failed(error: unknown): void;
}

/** Writes events of one action: each partition has its own queue with one batch under way, so order is kept. */
export interface HubWriter {
  write(event: HubEvent): Promise<Outcome>;
  drop(outcome: Outcome): void;
}

const MOST_EVENTS = 5_000;
/** What a record costs beside key, value and headers. */
const OVERHEAD = 70;

export function createHubWriter(action: ChannelConfig, target: HubTarget, settings: EventHubSettings): HubWriter {
  const { parameters } = action;
  const byKey = parameters.partition_strategy === 'key_dispatch';
  const most = typeof parameters.partitions_limit === 'number' ? parameters.partitions_limit : Number.POSITIVE_INFINITY;
  const refreshMs = Math.max(settings.metadataPauseMs, duration(parameters.partition_count_refresh_interval, 60_000));
  const acks = parameters.required_acks === 'leader_only' ? 1 : -1;
  const compression = parameters.compression === 'gzip' ? kafkajs.CompressionTypes.GZIP : kafkajs.CompressionTypes.None;
  const limits = {
    maxItems: MOST_EVENTS,
    maxBytes: byteSize(parameters.max_batch_bytes, 896 * 1024),
    maxInFlight: 1,
    lingerMs: duration(parameters.max_linger_time, 0),
  };
  // One event that names a missing event hub does not hold up those for others.
  const severalHubs = String(parameters.topic ?? '').includes('${');
  const queues = new Map<string, Accumulator<HubEvent>>();

  async function produce(topic: string, partition: number, events: readonly HubEvent[]): Promise<Outcome> {
    try {
      const messages = events.map(({ key, value, headers }) => ({ key, value, headers, partition }));
      await target.producer().send({ topic, acks, compression, timeout: ANSWER_TIMEOUT_MS, messages });
      return DELIVERED;
    } catch (error) {
      return failure(error, topic);
    }
  }

  function failure(error: unknown, topic: string): Outcome {
    target.failed(error);
    const outcome = eventHubOutcome(error, settings, topic);
    const ofTheHub = severalHubs && outcome.kind === 'retry' && outcome.scope === 'object';
    return ofTheHub ? { ...outcome, scope: 'request' } : outcome;
  }

  function queueOf(topic: string, partition: number): Accumulator<HubEvent> {
    const name = `${topic}/${partition}`;
    const known = queues.get(name);
    if (known !== undefined) return known;
    const made = createAccumulator<HubEvent>(limits, (events) =>
      sendHalving(events, (part) => produce(topic, partition, part)),
    );
    queues.set(name, made);
    return made;
  }

  return {
    async write(event) {
      let count: number;
      try {
        count = Math.min(most, await target.partitions(event.topic, refreshMs));
      } catch (error) {
        return failure(error, event.topic);
      }
      const partition =
        byKey && event.key !== null ? murmur2(Buffer.from(event.key)) % count : Math.floor(Math.random() * count);
      return queueOf(event.topic, partition).add(event, sizeOf(event));
    },
    drop(outcome) {
      for (const queue of queues.values()) queue.drop(outcome);
    },
  };
}

function sizeOf({ key, value, headers }: HubEvent): number {
  let bytes = OVERHEAD + value.length + (key === null ? 0 : Buffer.byteLength(key));
  for (const [name, text] of Object.entries(headers)) bytes += 4 + name.length + Buffer.byteLength(text);
  return bytes;
}
