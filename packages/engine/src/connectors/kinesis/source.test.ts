import type { ChannelConfig } from '@sluice/contract';
import { kinesisConnector, startKinesalite } from '../../testing/kinesalite.ts';
import { describeSource } from '../../testing/source-kit.ts';

function source(stream: string): ChannelConfig {
  return {
    type: 'kinesis_consumer',
    name: 'in',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: {
      ...{ stream_name: stream, offset_reset_policy: 'earliest', max_batch_records: 10 },
      ...{ max_wait_time: '200ms', shard_refresh_interval: '1s', offset_commit_interval_seconds: '1s' },
    },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeSource({
  name: 'kinesis_consumer against kinesalite',
  mostHeld: 20,
  async start() {
    const kinesalite = await startKinesalite();
    await kinesalite.createStream('kit', 2);
    return {
      port: kinesalite.port,
      async put(messages) {
        for (const { key, body } of messages) await kinesalite.put('kit', key, body);
      },
      stop: kinesalite.stop,
    };
  },
  connector: (port) => kinesisConnector(port, { type: 'kinesis_consumer' }),
  source: () => source('kit'),
  missing: { source: () => source('nowhere'), code: 'object_missing' },
});
