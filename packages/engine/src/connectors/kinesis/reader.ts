import { setTimeout as pause } from 'node:timers/promises';
import type { _Record, Shard } from '@aws-sdk/client-kinesis';
import type { ChannelConfig } from '@sluice/contract';
import { duration } from '../../delivery/options.ts';
import type { DriverContext, Fault, Input, Take } from '../driver.ts';
import { errorText } from '../fault.ts';
import { createIntake, type Read } from '../stream/intake.ts';
import type { KinesisCalls } from './client.ts';
import { callFault } from './faults.ts';
import { loadProgress, type Progress } from './progress.ts';
import type { KinesisSettings } from './settings.ts';
import { readShard, type ShardPlan } from './shard.ts';

/** How long closing waits for what the rules are taking over. */
const CLOSE_MS = 2_000;

/**
 * Reads all shards of a stream, also those that come and go by resharding: a child is read when its parents were read
 * to the end, so records of a key keep their order. Positions are saved after the rules took the records over.
 */
export function createReader(
  source: ChannelConfig,
  take: Take,
  calls: KinesisCalls,
  settings: KinesisSettings,
  { checkpoints }: DriverContext,
): Input {
  const { parameters } = source;
  const stream = String(parameters.stream_name ?? '');
  const group =
    typeof parameters.group_id === 'string' && parameters.group_id !== '' ? parameters.group_id : source.name;
  const key = `${source.type}/${group}/${settings.endpoint}/${stream}`;
  const earliest = parameters.offset_reset_policy === 'earliest';
  const saveEveryMs = duration(parameters.offset_commit_interval_seconds, 5_000);
  const refreshEveryMs = duration(parameters.shard_refresh_interval, 30_000);
  const intake = createIntake(source, { topic: stream, server: settings.endpoint }, take);
  const plan: Omit<ShardPlan, 'shard' | 'start' | 'placed'> = {
    stream,
    calls,
    waitMs: duration(parameters.max_wait_time, 1_000),
    limit: typeof parameters.max_batch_records === 'number' ? parameters.max_batch_records : 1_000,
    hand: (records, shard) => intake(records.map((record) => read(record, shard))),
    troubled(fault) {
      trouble = fault;
    },
    fault: (error) => callFault(error, settings, stream),
  };
  let run: Run | undefined;
  let trouble: Fault | undefined;

  interface Run {
    readonly stop: AbortController;
    readonly progress: Progress;
    readonly reading: Map<string, Promise<void>>;
    readonly timers: NodeJS.Timeout[];
  }

  function read(record: _Record, shard: string): Read {
    return {
      key: Buffer.from(record.PartitionKey ?? ''),
      value: record.Data ?? new Uint8Array(),
      headers: {},
      offset: record.SequenceNumber ?? '',
      partition: shard,
      ts: record.ApproximateArrivalTimestamp?.getTime() ?? Date.now(),
      tsType: 'append',
    };
  }

  async function listShards(signal: AbortSignal): Promise<readonly Shard[]> {
    const shards: Shard[] = [];
    let next: string | undefined;
    do {
      const page = next === undefined ? { StreamName: stream } : { NextToken: next };
      const answer = await calls.call(
        (sdk, client, abortSignal) => client.send(new sdk.ListShardsCommand(page), { abortSignal }),
        signal,
      );
      shards.push(...(answer.Shards ?? []));
      next = answer.NextToken;
    } while (next !== undefined);
    return shards;
  }

  /** Starts reading every shard that is ready for it; settles when their places to begin with are known. */
  async function refresh(current: Run, first = false): Promise<Fault | undefined> {
    const { signal } = current.stop;
    let shards: readonly Shard[];
    try {
      shards = await listShards(signal);
    } catch (error) {
      return callFault(error, settings, stream);
    }
    if (signal.aborted) return undefined;
    const { progress, reading } = current;
    const known = new Set(shards.map((shard) => shard.ShardId ?? ''));
    const placed: Promise<void>[] = [];
    const finished = (id: string | undefined): boolean =>
      id === undefined || !known.has(id) || progress.of(id)?.kind === 'done';
    for (const { ShardId: shard, ParentShardId, AdjacentParentShardId } of shards) {
      if (shard === undefined || reading.has(shard) || progress.of(shard)?.kind === 'done') continue;
      if (!finished(ParentShardId) || !finished(AdjacentParentShardId)) continue;
      const root = ParentShardId === undefined || !known.has(ParentShardId);
      // A shard that has parents begins with the records that no longer fit into them: none may be skipped.
      const start = earliest || !root ? 'oldest' : first && progress.fresh ? 'now' : 'since';
      placed.push(
        new Promise((resolve) => {
          const done = readShard({ ...plan, shard, start, placed: resolve }, progress, signal).then((ended) => {
            reading.delete(shard);
            if (ended) void refresh(current);
          });
          reading.set(shard, done);
        }),
      );
    }
    progress.keep(known);
    await Promise.all(placed);
    return undefined;
  }

  async function save(current: Run): Promise<void> {
    try {
      await current.progress.save();
    } catch (error) {
      const message = `The position in stream "${stream}" cannot be saved. Check the disk and the data folder.`;
      trouble = { code: 'position_unsaved', data: { object: stream }, message, raw: errorText(error) };
    }
  }

  function stop(): Run | undefined {
    const before = run;
    run = undefined;
    before?.stop.abort();
    for (const timer of before?.timers ?? []) clearInterval(timer);
    return before;
  }

  return {
    async open() {
      if (run !== undefined) return undefined;
      const current: Run = {
        stop: new AbortController(),
        progress: await loadProgress(checkpoints, key, Date.now()),
        reading: new Map(),
        timers: [],
      };
      if (run !== undefined) return undefined;
      run = current;
      trouble = undefined;
      const fault = await refresh(current, true);
      if (fault !== undefined) {
        if (run === current) stop();
        return fault;
      }
      if (run !== current) return undefined;
      // The time of the first look counts from now on, whether records came or not.
      await save(current);
      current.timers.push(
        setInterval(() => void save(current), saveEveryMs),
        setInterval(async () => {
          const fault = await refresh(current);
          if (run === current) trouble = fault;
        }, refreshEveryMs),
      );
      return undefined;
    },
    fault: () => trouble,
    async close() {
      const before = stop();
      if (before === undefined) return;
      // What the rules hold for longer is read again.
      await Promise.race([Promise.all(before.reading.values()), pause(CLOSE_MS)]);
      await save(before);
    },
  };
}
