import type { ChannelConfig } from '@sluice/contract';
import { describeDriver } from '../../testing/driver-kit.ts';
import { kinesisConnector, startKinesalite } from '../../testing/kinesalite.ts';

const STREAM = 'kit';

function action(): ChannelConfig {
  return {
    type: 'kinesis',
    name: 'kit',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { stream_name: STREAM, partition_key: '${key}', payload_template: '${body}' },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeDriver({
  name: 'kinesis against kinesalite',
  async start() {
    const kinesalite = await startKinesalite();
    await kinesalite.createStream(STREAM, 1);
    let bodies: readonly string[] = [];
    let reading = true;
    const read = async (): Promise<void> => {
      bodies = await kinesalite.records(STREAM);
    };
    const reader = (async () => {
      while (reading) {
        await read();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    return {
      port: kinesalite.port,
      received: () => bodies,
      caughtUp: read,
      async stop() {
        reading = false;
        await reader;
        await kinesalite.stop();
      },
    };
  },
  connector: (port) => kinesisConnector(port),
  action,
});
