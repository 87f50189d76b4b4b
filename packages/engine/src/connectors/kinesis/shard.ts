import { setTimeout as pause } from 'node:timers/promises';
import type { _Record, GetShardIteratorInput } from '@aws-sdk/client-kinesis';
import type { Fault } from '../driver.ts';
import type { KinesisCalls } from './client.ts';
import { errorName, isThrottled } from './faults.ts';
import type { Progress } from './progress.ts';

/** How to read one shard. */
export interface ShardPlan {
  readonly stream: string;
  readonly shard: string;
  /**
   * Where to begin when no position is known: with the oldest record, with those since the first look, or now (which is
   * the first look).
   */
  readonly start: 'oldest' | 'since' | 'now';
  /** Called once, when the place to begin with was looked up or could not be. */
  placed(): void;
  readonly calls: KinesisCalls;
  /** Pause in ms when there was nothing new. */
  readonly waitMs: number;
  /** Most records a call. */
  readonly limit: number;
  /** Gives records to the rules; settles when they are safe there. */
  hand(records: readonly _Record[], shard: string): Promise<void>;
  /** Reading fails (`fault`), or works again. */
  troubled(fault: Fault | undefined): void;
  fault(error: unknown): Fault;
}

/** Kinesis allows five calls a second and shard. */
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** Reads until the shard ends (true) or `signal` aborts (false). Never rejects. */
export async function readShard(plan: ShardPlan, progress: Progress, signal: AbortSignal): Promise<boolean> {
  const { stream, shard, calls } = plan;
  let iterator: string | undefined;
  let failures = 0;
  let tries = 0;

  function position(): GetShardIteratorInput {
    const at = progress.of(shard);
    const where = { StreamName: stream, ShardId: shard };
    if (at?.kind === 'after') {
      return { ...where, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', StartingSequenceNumber: at.sequence };
    }
    if (plan.start === 'oldest') return { ...where, ShardIteratorType: 'TRIM_HORIZON' };
    // Only the first try is now; a second one comes later, and must not miss what came in between.
    if (plan.start === 'now' && tries === 1) return { ...where, ShardIteratorType: 'LATEST' };
    return { ...where, ShardIteratorType: 'AT_TIMESTAMP', Timestamp: new Date(progress.since) };
  }

  async function seek(): Promise<string | undefined> {
    tries++;
    const answer = await calls.call(
      (sdk, client, abortSignal) => client.send(new sdk.GetShardIteratorCommand(position()), { abortSignal }),
      signal,
    );
    return answer.ShardIterator;
  }

  /** One call; gives the pause before the next, or `undefined` at the end of the shard. */
  async function step(): Promise<number | undefined> {
    iterator ??= await seek();
    plan.placed();
    const answer = await calls.call(
      (sdk, client, abortSignal) =>
        client.send(new sdk.GetRecordsCommand({ ShardIterator: iterator, Limit: plan.limit }), { abortSignal }),
      signal,
    );
    const records = answer.Records ?? [];
    await plan.hand(records, shard);
    const last = records.at(-1)?.SequenceNumber;
    if (last !== undefined) progress.set(shard, { kind: 'after', sequence: last });
    iterator = answer.NextShardIterator;
    if (iterator === undefined) return undefined;
    return records.length > 0 ? SHORTEST_PAUSE_MS : plan.waitMs;
  }

  while (!signal.aborted) {
    let rest: number;
    try {
      const next = await step();
      if (failures > 0) plan.troubled(undefined);
      failures = 0;
      if (next === undefined) {
        progress.set(shard, { kind: 'done' });
        return true;
      }
      rest = next;
    } catch (error) {
      // Read again from the last position: it also puts right what the rules could not take over.
      iterator = undefined;
      plan.placed();
      if (signal.aborted) break;
      const name = errorName(error);
      // The stream was made anew under the same name: its sequence numbers are others.
      if (name === 'InvalidArgumentException' && progress.of(shard) !== undefined) progress.forget(shard);
      failures++;
      if (name !== 'ExpiredIteratorException' && !isThrottled(name)) plan.troubled(plan.fault(error));
      rest = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(failures, 10));
    }
    await pause(rest, undefined, { signal }).catch(() => {});
  }
  return false;
}
