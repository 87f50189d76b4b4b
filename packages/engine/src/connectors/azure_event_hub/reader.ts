import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelConfig } from '@sluice/contract';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { byteSize, duration } from '../../delivery/options.ts';
import type { Fault, Input, Take } from '../driver.ts';
import { targetOf, untilAbort } from '../reach.ts';
import { createIntake, type Read } from '../stream/intake.ts';
import { type EventHubClient, eventHubClient } from './client.ts';
import { eventHubFault } from './faults.ts';
import type { EventHubSettings } from './settings.ts';

const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 2_500;
/** How long joining the group may take before the source says so. */
const JOIN_TIMEOUT_MS = 9_000;
/** A group's coordinator may take a moment to come up. */
const PATIENT = { retries: 5, initialRetryTime: 200, maxRetryTime: 1_000 };
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** How long closing waits for the rules, and then for Event Hubs. */
const CLOSE_MS = 1_500;

/** One membership in the group, until it ends by itself or by us. */
interface Membership {
  readonly client: EventHubClient;
  readonly consumer: Consumer;
  /** Next offset to commit of each partition, where it is further than what was committed. */
  readonly pending: Map<number, string>;
  /** Batches that the rules are taking over. */
  readonly underWay: Set<Promise<void>>;
  /** Aborts when we no longer wait for the rules: a batch they hold would keep the membership alive. */
  readonly over: AbortController;
  ended: boolean;
}

/** Reads an event hub as a member of a consumer group. Offsets are committed after the rules took the events over. */
export function createHubReader(source: ChannelConfig, take: Take, settings: EventHubSettings): Input {
  const { parameters } = source;
  const topic = String(parameters.topic ?? '');
  const { group_id: group } = parameters;
  const groupId = typeof group === 'string' && group !== '' ? group : `sluice-${source.name}`;
  const earliest = parameters.offset_reset_policy === 'earliest';
  const commitEveryMs = Math.max(100, duration(parameters.offset_commit_interval_seconds, 5_000));
  const intake = createIntake(source, { topic, server: targetOf(settings.addresses[0]) }, take);
  let member: Membership | undefined;
  let opening: Promise<Fault | undefined> | undefined;
  let trouble: Fault | undefined;
  let failures = 0;
  let wanted = false;
  let again: NodeJS.Timeout | undefined;

  function read(message: KafkaMessage, partition: number): Read {
    const { key, value, headers, offset } = message;
    return {
      key: key ?? Buffer.alloc(0),
      value: value ?? Buffer.alloc(0),
      headers: textHeaders(headers),
      offset,
      partition,
      ts: Number(message.timestamp),
      tsType: 'create',
    };
  }

  async function eachBatch(current: Membership, payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
    const beats = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
    try {
      const taken = intake(batch.messages.map((message) => read(message, batch.partition)));
      await untilAbort(taken, current.over.signal);
      const last = batch.messages.at(-1)?.offset;
      if (last !== undefined && isRunning() && !isStale()) {
        resolveOffset(last);
        current.pending.set(batch.partition, (BigInt(last) + 1n).toString());
        trouble = undefined;
        failures = 0;
      }
    } catch (error) {
      if (current.over.signal.aborted) return;
      // Not taken over: the same events are read again.
      const message = `Events of "${topic}" could not be taken over by the rules. They are read again.`;
      trouble = { code: 'not_taken_over', data: { object: topic }, message, raw: String(error) };
      const [first] = batch.messages;
      if (first !== undefined) current.consumer.seek({ topic, partition: batch.partition, offset: first.offset });
      await pause(FIRST_PAUSE_MS);
    } finally {
      clearInterval(beats);
    }
  }

  async function commit(current: Membership): Promise<void> {
    if (current.pending.size === 0) return;
    const offsets = [...current.pending].map(([partition, offset]) => ({ topic, partition, offset }));
    current.pending.clear();
    try {
      await current.consumer.commitOffsets(offsets);
    } catch {
      // A rebalance, or a connection that is gone: what was not committed comes again, or is committed next time.
      for (const { partition, offset } of offsets) {
        if (!current.pending.has(partition)) current.pending.set(partition, offset);
      }
    }
  }

  /**
   * "Latest" means from now on, also for partitions that stay silent until after a restart: where the group has no
   * position yet, the present end is committed as its position before anything is read.
   */
  async function fixStart({ admin }: EventHubClient): Promise<readonly { partition: number; offset: string }[]> {
    if (earliest) return [];
    const [known] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const unknown = new Set((known?.partitions ?? []).filter(({ offset }) => offset === '-1').map((p) => p.partition));
    if (unknown.size === 0) return [];
    const ends = await admin.fetchTopicOffsets(topic);
    return ends
      .filter(({ partition }) => unknown.has(partition))
      .map(({ partition, high }) => ({ partition, offset: high }));
  }

  async function join(): Promise<Fault | undefined> {
    const client = eventHubClient(settings, PATIENT);
    const consumer = client.kafka.consumer({
      groupId,
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: duration(parameters.max_wait_time, 1_000),
      maxBytesPerPartition: byteSize(parameters.max_batch_bytes, 896 * 1024),
      allowAutoTopicCreation: false,
      retry: { ...PATIENT, restartOnFailure: async () => false },
    });
    const current: Membership = {
      client,
      consumer,
      pending: new Map(),
      underWay: new Set(),
      over: new AbortController(),
      ended: false,
    };
    member = current;
    try {
      await client.admin.connect();
      const starts = await fixStart(client);
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: earliest });
      const joined = new Promise<void>((resolve, reject) => {
        consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
          const own = new Set(payload.memberAssignment[topic] ?? []);
          for (const { partition, offset } of starts) {
            if (!own.has(partition) || current.pending.has(partition)) continue;
            consumer.seek({ topic, partition, offset });
            current.pending.set(partition, offset);
          }
          resolve();
        });
        consumer.on(consumer.events.CRASH, ({ payload }) => {
          reject(payload.error);
          ended(current, payload.error);
        });
      });
      const running = consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 8,
        eachBatch(payload) {
          const work = eachBatch(current, payload).finally(() => current.underWay.delete(work));
          current.underWay.add(work);
          return work;
        },
      });
      const ready = Promise.all([running, joined]).then(() => commit(current));
      if (await isWithin(JOIN_TIMEOUT_MS, ready)) {
        trouble = undefined;
        return undefined;
      }
      // The group waits for a member that went without a word. Who leaves the line now is such a member itself.
      trouble = { code: 'subscribing', message: `The consumer group "${groupId}" has not let this member in yet.` };
      ready.then(
        () => {
          if (member === current) trouble = undefined;
        },
        (error) => ended(current, error),
      );
      return undefined;
    } catch (error) {
      leave(current);
      return eventHubFault(client.refused ?? error, settings, topic);
    }
  }

  /** The library has given up: a new membership takes over after a pause. */
  function ended(current: Membership, error: unknown): void {
    if (current.ended) return;
    leave(current);
    later(eventHubFault(error, settings, topic));
  }

  function later(fault: Fault): void {
    trouble = fault;
    clearTimeout(again);
    if (!wanted) return;
    const rest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++);
    again = setTimeout(async () => {
      if (!wanted || member !== undefined) return;
      const next = await openOnce();
      if (next !== undefined) later(next);
    }, rest);
  }

  function leave(current: Membership): void {
    current.ended = true;
    current.over.abort();
    if (member === current) member = undefined;
    current.client.close();
    current.consumer.disconnect().catch(() => {});
  }

  function openOnce(): Promise<Fault | undefined> {
    opening ??= join().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  const committing = (): NodeJS.Timeout =>
    setInterval(() => {
      if (member !== undefined) void commit(member);
    }, commitEveryMs);
  let committer: NodeJS.Timeout | undefined;

  return {
    async open() {
      wanted = true;
      committer ??= committing();
      if (member !== undefined && opening === undefined) return undefined;
      const fault = await openOnce();
      return fault;
    },
    fault: () => trouble,
    async close() {
      wanted = false;
      clearTimeout(again);
      clearInterval(committer);
      committer = undefined;
      const current = member;
      if (current === undefined) return;
      member = undefined;
      // Leaves the group in order if Event Hubs answers; breaks off if not.
      current.consumer.pause([{ topic }]);
      await Promise.race([Promise.all(current.underWay), pause(CLOSE_MS)]);
      current.over.abort();
      const orderly = commit(current).then(() => current.consumer.disconnect());
      await Promise.race([orderly.catch(() => {}), pause(CLOSE_MS)]);
      leave(current);
    },
  };
}

function textHeaders(headers: KafkaMessage['headers']): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const one = Array.isArray(value) ? value[0] : value;
    texts[name] = one === undefined ? '' : one.toString();
  }
  return texts;
}

/** Does `work` settle within `ms`? Rejects when it fails by then. */
async function isWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = pause(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}
