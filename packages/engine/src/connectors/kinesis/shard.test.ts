import { describe, expect, it } from 'vitest';
import { memoryCheckpoints } from '../stream/checkpoints.ts';
import type { KinesisCalls } from './client.ts';
import { loadProgress } from './progress.ts';
import { readShard } from './shard.ts';

type Call = { readonly kind: 'seek' | 'get'; readonly input: Record<string, unknown> };

/** Calls of one shard with records 1, 2, 3 …, that fail as `trouble` says. */
function shardOf(count: number, trouble: (gets: number) => string | undefined) {
  const calls: Call[] = [];
  let gets = 0;
  const named = (kind: Call['kind']) =>
    class {
      readonly kind = kind;
      readonly input: Record<string, unknown>;
      constructor(input: Record<string, unknown>) {
        this.input = input;
      }
    };
  const sdk = { GetShardIteratorCommand: named('seek'), GetRecordsCommand: named('get') };
  const client = {
    async send({ kind, input }: Call) {
      calls.push({ kind, input });
      if (kind === 'seek') return { ShardIterator: String(input.StartingSequenceNumber ?? 0) };
      const name = trouble(++gets);
      if (name !== undefined) throw Object.assign(new Error(name), { name });
      const at = Number(input.ShardIterator);
      if (at >= count) return { Records: [] };
      return {
        Records: [{ SequenceNumber: String(at + 1), Data: Buffer.from(String(at + 1)) }],
        NextShardIterator: at + 1 === count ? undefined : String(at + 1),
      };
    },
  };
  const made: KinesisCalls = {
    call: (make) => make(sdk as never, client as never, new AbortController().signal),
    close() {},
  };
  return { made, calls };
}

async function read(trouble: (gets: number) => string | undefined) {
  const { made, calls } = shardOf(3, trouble);
  const got: string[] = [];
  const faults: unknown[] = [];
  const progress = await loadProgress(memoryCheckpoints(), 'k', 0);
  const plan = {
    ...{ stream: 's', shard: 'shard-0', start: 'oldest' as const, waitMs: 1, limit: 10, calls: made },
    placed() {},
    async hand(records: readonly { readonly SequenceNumber?: string | undefined }[]) {
      for (const { SequenceNumber = '' } of records) got.push(SequenceNumber);
    },
    troubled: (fault: unknown) => faults.push(fault),
    fault: (error: unknown) => ({ code: 'request_refused' as const, message: String(error) }),
  };
  expect(await readShard(plan, progress, new AbortController().signal)).toBe(true);
  expect(progress.of('shard-0')).toEqual({ kind: 'done' });
  return { got, calls, faults: faults.filter((one) => one !== undefined) };
}

describe('reading one shard', () => {
  it('takes a new iterator after the last record when one has expired, without a word', async () => {
    const { got, calls, faults } = await read((gets) => (gets === 2 ? 'ExpiredIteratorException' : undefined));
    expect(got).toEqual(['1', '2', '3']);
    expect(calls.filter(({ kind }) => kind === 'seek').map(({ input }) => input.StartingSequenceNumber)).toEqual([
      undefined,
      '1',
    ]);
    expect(faults).toEqual([]);
  });

  it('waits longer each time the shard is over its limit, and skips nothing', async () => {
    const started = Date.now();
    const busy = 'ProvisionedThroughputExceededException';
    const { got, faults } = await read((gets) => (gets >= 2 && gets <= 3 ? busy : undefined));
    expect(got).toEqual(['1', '2', '3']);
    expect(Date.now() - started).toBeGreaterThan(1_000);
    expect(faults).toEqual([]);
  });

  it('says what is wrong until it reads again', async () => {
    const { got, faults } = await read((gets) => (gets === 2 ? 'KMSDisabledException' : undefined));
    expect(got).toEqual(['1', '2', '3']);
    expect(faults).toHaveLength(1);
  });
});
