import type { ChannelConfig } from '@sluice/contract';
import { afterAll, beforeAll } from 'vitest';
import { describeDriver } from '../../testing/driver-kit.ts';
import { caughtUp, followPulsar, pulsarConnector, startPulsar, type TestPulsar } from '../../testing/pulsar.ts';
import { NO_PULSAR } from '../../testing/system.ts';

let pulsar: TestPulsar;
let topic = '';

beforeAll(async () => {
  if (NO_PULSAR === undefined) pulsar = await startPulsar();
});
afterAll(() => pulsar?.stop());

function action(): ChannelConfig {
  return {
    type: 'pulsar',
    name: 'kit',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { pulsar_topic: topic, message: { key: '${key}', value: '${body}' }, strategy: 'key_dispatch' },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeDriver({
  name: 'pulsar against Pulsar standalone',
  skip: NO_PULSAR,
  async start() {
    // The counterpart's own reader must not go through the proxy of the last case.
    pulsar.gate.to = pulsar.port;
    const own = await pulsar.newTopic(3);
    topic = own;
    const follower = await followPulsar(pulsar, own);
    return {
      port: pulsar.port,
      received: () => follower.messages.map(({ value }) => value),
      caughtUp: () => caughtUp(pulsar, own, follower),
      stop: follower.stop,
    };
  },
  connector(port) {
    // Whatever a lookup tells the client to connect to lies behind the same proxy.
    pulsar.gate.to = port;
    return pulsarConnector(pulsar, port);
  },
  action,
  async refused() {
    return {
      counterpart: { port: pulsar.port, received: () => [], stop: async () => {} },
      connector: pulsarConnector(pulsar, pulsar.port, { authentication: { username: 'basic', password: 'wrong' } }),
      reason: /refuses the credentials/,
    };
  },
});
