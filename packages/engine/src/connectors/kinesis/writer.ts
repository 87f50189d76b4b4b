import { setTimeout as pause } from 'node:timers/promises';
import type { PutRecordsResultEntry } from '@aws-sdk/client-kinesis';
import { DELIVERED, type Outcome } from '../driver.ts';
import { type Accumulator, createAccumulator } from '../stream/accumulator.ts';
import type { KinesisCalls } from './client.ts';
import { callFault, callOutcome, isInvalid, isThrottled, tooLarge } from './faults.ts';
import type { KinesisRecord } from './record.ts';
import type { KinesisSettings } from './settings.ts';

/** Writes records to one stream: what comes in together goes out in one call, within the limits of PutRecords. */
export interface KinesisWriter {
  write(record: KinesisRecord): Promise<Outcome>;
  drop(outcome: Outcome): void;
}

const MOST_RECORDS = 500;
const MOST_BYTES = 5 * 1024 * 1024;
/** A refused record above this is refused for its size: with its key it is over the 1 MiB of a stream. */
const LARGE = 1024 * 1024 - 256 * 4;
/** Pause before records that a busy shard turned away go out again; doubled each time. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export function createWriter(stream: string, calls: KinesisCalls, settings: KinesisSettings): KinesisWriter {
  // A partition key always takes the same way, with one call at a time on it: its records keep their order.
  const limits = { maxItems: MOST_RECORDS, maxBytes: MOST_BYTES, maxInFlight: 1 };
  const ways: readonly Accumulator<KinesisRecord>[] = Array.from({ length: settings.poolSize }, () =>
    createAccumulator(limits, put),
  );

  async function put(records: readonly KinesisRecord[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = new Array(records.length);
    let left = records.map((_, index) => index);
    for (let attempt = 0; left.length > 0; attempt++) {
      const answers = await putOnce(left.map((index) => records[index] as KinesisRecord));
      const busy: number[] = [];
      for (const [n, index] of left.entries()) {
        const answer = answers[n];
        outcomes[index] = answer ?? unanswered(stream);
        if (answer !== undefined && 'busy' in answer) busy.push(index);
      }
      if (attempt >= settings.immediateRetries) break;
      left = busy;
      if (left.length > 0)
        await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random()));
    }
    return outcomes;
  }

  /** One record that Kinesis finds invalid makes it refuse all of a call: halving finds out which. */
  async function putOnce(records: readonly KinesisRecord[]): Promise<readonly (Outcome & { readonly busy?: true })[]> {
    try {
      const answer = await calls.call((sdk, client, abortSignal) =>
        client.send(new sdk.PutRecordsCommand({ StreamName: stream, Records: [...records] }), { abortSignal }),
      );
      return records.map((_, index) => recordOutcome(answer.Records?.[index], stream, settings));
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (isInvalid(name) && records.length > 1) {
        const middle = records.length >> 1;
        return [...(await putOnce(records.slice(0, middle))), ...(await putOnce(records.slice(middle)))];
      }
      const [only] = records;
      if (isInvalid(name) && only !== undefined && only.Data.length > LARGE) {
        return [{ kind: 'rejected', fault: tooLarge(error, stream, only.Data.length) }];
      }
      const outcome = callOutcome(error, settings, stream);
      return records.map(() => outcome);
    }
  }

  return {
    write(record) {
      const way = ways[hashOf(record.PartitionKey) % ways.length] as Accumulator<KinesisRecord>;
      return way.add(record, record.Data.length + record.PartitionKey.length);
    },
    drop(outcome) {
      for (const way of ways) way.drop(outcome);
    },
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return hash >>> 0;
}

/** What became of one record of a call that as a whole went through. */
function recordOutcome(
  entry: PutRecordsResultEntry | undefined,
  stream: string,
  settings: KinesisSettings,
): Outcome & { readonly busy?: true } {
  if (entry === undefined) return unanswered(stream);
  if (entry.ErrorCode === undefined || entry.ErrorCode === '') return DELIVERED;
  const error = { name: entry.ErrorCode, message: entry.ErrorMessage ?? '' };
  if (isThrottled(entry.ErrorCode)) {
    const raw = `${error.name}: ${error.message}`;
    const message = `A shard of stream "${stream}" is over its limit. Records wait; add shards if this goes on.`;
    return {
      kind: 'retry',
      scope: 'object',
      fault: { code: 'over_limit', data: { object: stream }, message, raw },
      busy: true,
    };
  }
  return { kind: 'retry', scope: 'request', fault: callFault(error, settings, stream) };
}

function unanswered(stream: string): Outcome {
  const message = `Kinesis gave no answer for a record of stream "${stream}". It is sent again.`;
  return { kind: 'retry', scope: 'target', fault: { code: 'unanswered', message } };
}
