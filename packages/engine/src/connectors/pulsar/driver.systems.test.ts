import type { ChannelConfig } from '@sluice/contract';
import { afterAll, beforeAll } from 'vitest';
import { describeDriver } from '../../testing/driver-kit.ts';
import {
  caughtUp,
  followPulsar,
  pulsarConnector,
  pulsarSource,
  startPulsar,
  type TestPulsar,
  writePulsar,
} from '../../testing/pulsar.ts';
import { describeSource } from '../../testing/source-kit.ts';
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

for (const type of ['shared', 'failover'] as const) {
  describeSource({
    name: `pulsar_consumer (${type}) against Pulsar standalone`,
    skip: NO_PULSAR,
    mostHeld: 20,
    async start() {
      pulsar.gate.to = pulsar.port;
      topic = await pulsar.newTopic(0);
      const writer = await writePulsar(pulsar, topic);
      return { port: pulsar.port, put: writer.put, stop: writer.stop };
    },
    connector(port) {
      pulsar.gate.to = port;
      return pulsarConnector(pulsar, port, { type: 'pulsar_consumer' });
    },
    source: () => pulsarSource(topic, { subscription_name: 's', subscription_type: type, receiver_queue_size: 20 }),
    missing: {
      source: () => pulsarSource('persistent://nobody/nowhere/nothing'),
      code: 'object_missing',
    },
    async refused() {
      return {
        connector: pulsarConnector(pulsar, pulsar.port, {
          type: 'pulsar_consumer',
          authentication: { jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.wrong' },
        }),
        reason: /refuses the credentials/,
        stop: async () => {},
      };
    },
  });
}
