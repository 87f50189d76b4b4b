import type { ChannelConfig } from '@sluice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/harness.ts';
import { type Kinesalite, kinesisConnector, startKinesalite } from '../../testing/kinesalite.ts';
import type { Connection, Incoming, Input, Take } from '../driver.ts';
import { type Checkpoints, memoryCheckpoints } from '../stream/checkpoints.ts';
import { KINESIS_CONSUMER_DRIVER } from './driver.ts';

let kinesalite: Kinesalite;
let serial = 0;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  kinesalite = await startKinesalite();
});
afterAll(async () => {
  for (const close of open) await close();
  await kinesalite.stop();
});

async function newStream(shards: number): Promise<string> {
  const name = `reader-${serial++}`;
  await kinesalite.createStream(name, shards);
  return name;
}

function source(stream: string, parameters: Readonly<Record<string, string | number>> = {}): ChannelConfig {
  return {
    type: 'kinesis_consumer',
    name: 'in',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: {
      stream_name: stream,
      offset_reset_policy: 'earliest',
      max_wait_time: '200ms',
      shard_refresh_interval: '1s',
      ...parameters,
    },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

async function consume(
  config: ChannelConfig,
  take: Take,
  checkpoints: Checkpoints = memoryCheckpoints(),
): Promise<{ input: Input; close(): Promise<void> }> {
  const made = KINESIS_CONSUMER_DRIVER.connection(kinesisConnector(kinesalite.port, { type: 'kinesis_consumer' }), {
    node: 'n',
    events: { changed() {} },
    checkpoints,
  });
  if (!made.ok) throw new Error(made.error.message);
  const connection: Connection = made.value;
  expect(await connection.connect(new AbortController().signal)).toBeUndefined();
  const input = connection.input?.(config, take);
  if (input?.ok !== true) throw new Error('no input');
  const close = async (): Promise<void> => {
    await input.value.close('pause');
    await connection.close();
  };
  open.push(close);
  expect(await input.value.open()).toBeUndefined();
  return { input: input.value, close };
}

const text = (message: Incoming): string => Buffer.from(message.payload).toString();

describe('reading from Kinesis (kinesalite)', () => {
  it('reads all shards from the oldest record on, in order of each key', async () => {
    const stream = await newStream(3);
    for (let n = 0; n < 60; n++) await kinesalite.put(stream, `k${n % 5}`, `${n}`);
    const got: Incoming[] = [];
    const { close } = await consume(source(stream), (message) => void got.push(message));
    await until(() => got.length >= 60, '60 records');
    expect(new Set(got.map((message) => message.record?.partition)).size).toBe(3);
    for (let key = 0; key < 5; key++) {
      const own = got.filter((message) => message.record?.key === `k${key}`).map((message) => Number(text(message)));
      expect(own).toEqual(Array.from({ length: 12 }, (_, n) => n * 5 + key));
    }
    expect(got[0]).toMatchObject({ topic: stream, qos: 1, record: { tsType: 'append' } });
    await close();
  });

  it('skips what was there before when it starts from the latest', async () => {
    const stream = await newStream(1);
    await kinesalite.put(stream, 'k', 'old');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const got: string[] = [];
    const config = source(stream, { offset_reset_policy: 'latest' });
    const { close } = await consume(config, (message) => void got.push(text(message)));
    await kinesalite.put(stream, 'k', 'new');
    await until(() => got.length > 0, 'a record');
    expect(got).toEqual(['new']);
    await close();
  });

  it('misses nothing that came while it was away, also when it had read nothing before', async () => {
    const stream = await newStream(2);
    const checkpoints = memoryCheckpoints();
    const got: string[] = [];
    const config = source(stream, { offset_reset_policy: 'latest' });
    const first = await consume(config, (message) => void got.push(text(message)), checkpoints);
    await first.close();
    await kinesalite.put(stream, 'a', 'while away 1');
    await kinesalite.put(stream, 'b', 'while away 2');
    const second = await consume(config, (message) => void got.push(text(message)), checkpoints);
    await until(() => got.length >= 2, 'both');
    await second.close();
    await kinesalite.put(stream, 'a', 'while away 3');
    const third = await consume(config, (message) => void got.push(text(message)), checkpoints);
    await until(() => got.length >= 3, 'all');
    expect([...got].sort()).toEqual(['while away 1', 'while away 2', 'while away 3']);
    await third.close();
  });

  it('does not move on before the rules took a record over', async () => {
    const stream = await newStream(1);
    const checkpoints = memoryCheckpoints();
    await kinesalite.put(stream, 'k', '1');
    let asked = 0;
    const config = source(stream);
    const stuck = await consume(
      config,
      () => {
        asked++;
        return Promise.reject(new Error('the disk is full'));
      },
      checkpoints,
    );
    await until(() => asked >= 2, 'offered again');
    expect(stuck.input.fault?.()?.message).toBeDefined();
    await stuck.close();
    const got: string[] = [];
    const { close } = await consume(config, (message) => void got.push(text(message)), checkpoints);
    await until(() => got.length > 0, 'the record');
    expect(got).toEqual(['1']);
    await close();
  });

  it('follows splits and merges, parents before children', async () => {
    const stream = await newStream(1);
    const got: string[] = [];
    const { close } = await consume(source(stream), (message) => void got.push(text(message)));
    let n = 0;
    const put = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) await kinesalite.put(stream, `k${n % 4}`, `${n++}`);
    };
    await put();
    await kinesalite.call((sdk, client) =>
      client.send(
        new sdk.SplitShardCommand({
          StreamName: stream,
          ShardToSplit: 'shardId-000000000000',
          NewStartingHashKey: (2n ** 127n).toString(),
        }),
      ),
    );
    await kinesalite.active(stream);
    await put();
    await kinesalite.call((sdk, client) =>
      client.send(
        new sdk.MergeShardsCommand({
          StreamName: stream,
          ShardToMerge: 'shardId-000000000001',
          AdjacentShardToMerge: 'shardId-000000000002',
        }),
      ),
    );
    await kinesalite.active(stream);
    await put();
    await until(() => got.length >= 30, '30 records', 20_000);
    for (let key = 0; key < 4; key++) {
      const own = got.map(Number).filter((one) => one % 4 === key);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    expect(new Set(got).size).toBe(30);
    await close();
  });

  it('says that the stream does not exist', async () => {
    const made = KINESIS_CONSUMER_DRIVER.connection(kinesisConnector(kinesalite.port, { type: 'kinesis_consumer' }), {
      node: 'n',
      events: { changed() {} },
      checkpoints: memoryCheckpoints(),
    });
    if (!made.ok) throw new Error(made.error.message);
    const input = made.value.input?.(source('nowhere'), () => {});
    if (input?.ok !== true) throw new Error('no input');
    expect(await input.value.open()).toMatchObject({ message: /There is no stream "nowhere" in region us-east-1/ });
    await input.value.close('pause');
    await made.value.close();
  });
});
