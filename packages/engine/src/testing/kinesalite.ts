import type { AddressInfo } from 'node:net';
import type { KinesisClient } from '@aws-sdk/client-kinesis';
import type { ConnectorConfig } from '@sluice/contract';
import { openCalls } from '../connectors/kinesis/client.ts';
import { kinesisSettings } from '../connectors/kinesis/settings.ts';
import { until } from './harness.ts';

type Sdk = typeof import('@aws-sdk/client-kinesis');

/** Kinesalite in this process, with a client of its own. */
export interface Kinesalite {
  readonly port: number;
  call<Output>(make: (sdk: Sdk, client: KinesisClient) => Promise<Output>): Promise<Output>;
  /** Makes a stream and waits until it is usable. */
  createStream(name: string, shards: number): Promise<void>;
  /** Waits for the end of a change of shards. */
  active(name: string): Promise<void>;
  /** Everything in the stream, shard by shard. */
  records(name: string): Promise<readonly string[]>;
  put(name: string, key: string, data: string): Promise<void>;
  stop(): Promise<void>;
}

export function kinesisConnector(port: number, more: Partial<ConnectorConfig> = {}): ConnectorConfig {
  return {
    type: 'kinesis',
    name: 'kit',
    enable: true,
    description: '',
    endpoint: `http://127.0.0.1:${port}`,
    aws_access_key_id: 'key',
    aws_secret_access_key: 'secret',
    pool_size: 3,
    resource_opts: { health_check_interval: '1s' },
    ...more,
  } as ConnectorConfig;
}

export async function startKinesalite(options: Readonly<Record<string, unknown>> = {}): Promise<Kinesalite> {
  const { default: kinesalite } = await import('kinesalite');
  const server = kinesalite({
    createStreamMs: 10,
    deleteStreamMs: 10,
    updateStreamMs: 10,
    shardLimit: 100,
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = kinesisSettings(kinesisConnector(port));
  if (!settings.ok) throw new Error(settings.error.message);
  const calls = openCalls(settings.value);
  const call: Kinesalite['call'] = (make) => calls.call((sdk, client) => make(sdk, client));

  async function active(name: string): Promise<void> {
    await until(async () => {
      const answer = await call((sdk, client) =>
        client.send(new sdk.DescribeStreamSummaryCommand({ StreamName: name })),
      );
      return answer.StreamDescriptionSummary?.StreamStatus === 'ACTIVE';
    }, `stream ${name} active`);
  }

  return {
    port,
    call,
    active,
    async createStream(name, shards) {
      await call((sdk, client) => client.send(new sdk.CreateStreamCommand({ StreamName: name, ShardCount: shards })));
      await active(name);
    },
    async records(name) {
      const { Shards = [] } = await call((sdk, client) => client.send(new sdk.ListShardsCommand({ StreamName: name })));
      const all: string[] = [];
      for (const { ShardId } of Shards) {
        const position = { StreamName: name, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
        const { ShardIterator } = await call((sdk, client) => client.send(new sdk.GetShardIteratorCommand(position)));
        const { Records = [] } = await call((sdk, client) => client.send(new sdk.GetRecordsCommand({ ShardIterator })));
        all.push(...Records.map(({ Data }) => Buffer.from(Data ?? []).toString()));
      }
      return all;
    },
    async put(name, key, data) {
      const record = { StreamName: name, PartitionKey: key, Data: Buffer.from(data) };
      await call((sdk, client) => client.send(new sdk.PutRecordCommand(record)));
    },
    stop() {
      calls.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
