import type { ChannelConfig } from '@sluice/contract';
import { afterAll, beforeAll } from 'vitest';
import { describeDriver } from '../../testing/driver-kit.ts';
import { eventHubConnector, startKafka, type TestKafka } from '../../testing/kafka.ts';
import { describeSource } from '../../testing/source-kit.ts';
import { NO_KAFKA } from '../../testing/system.ts';

let kafka: TestKafka;
let topic = '';

beforeAll(async () => {
  if (NO_KAFKA === undefined) kafka = await startKafka();
});
afterAll(() => kafka?.stop());

function action(): ChannelConfig {
  return {
    type: 'azure_event_hub_producer',
    name: 'kit',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: {
      topic,
      message: { key: '${key}', value: '${body}' },
      partition_strategy: 'key_dispatch',
    },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeDriver({
  name: 'azure_event_hub_producer against Kafka',
  skip: NO_KAFKA,
  async start() {
    topic = await kafka.newTopic(3);
    const follower = await kafka.follow(topic);
    return {
      port: kafka.port,
      received: () => follower.messages.map(({ value }) => value),
      caughtUp: follower.caughtUp,
      stop: follower.stop,
    };
  },
  connector(port) {
    // Whatever the cluster tells the client to connect to lies behind the same proxy.
    kafka.gate.to = port;
    return eventHubConnector(kafka, port);
  },
  action,
  async refused() {
    kafka.gate.to = kafka.port;
    const authentication = { password: 'Endpoint=sb://127.0.0.1/;SharedAccessKeyName=x;SharedAccessKey=wrong' };
    return {
      counterpart: { port: kafka.port, received: () => [], stop: async () => {} },
      connector: eventHubConnector(kafka, kafka.port, { authentication }),
      reason: /refuses the connection string/,
    };
  },
});

function source(name: string): ChannelConfig {
  return {
    type: 'azure_event_hub_consumer',
    name: 'in',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: {
      ...{ topic: name, group_id: `g-${topic}`, offset_reset_policy: 'earliest' },
      ...{ max_wait_time: '50ms', offset_commit_interval_seconds: '1s', max_batch_bytes: '300B' },
    },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeSource({
  name: 'azure_event_hub_consumer against Kafka',
  skip: NO_KAFKA,
  // One batch of at least one event a partition is under way.
  mostHeld: 30,
  async start() {
    topic = await kafka.newTopic(3);
    const producer = kafka.client.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    return {
      port: kafka.port,
      async put(messages) {
        for (const { key, body } of messages) await producer.send({ topic, messages: [{ key, value: body }] });
      },
      stop: () => producer.disconnect(),
    };
  },
  connector(port) {
    kafka.gate.to = port;
    return eventHubConnector(kafka, port, { type: 'azure_event_hub_consumer' });
  },
  source: () => source(topic),
  missing: { source: () => source('nowhere'), code: 'object_missing' },
  async refused() {
    kafka.gate.to = kafka.port;
    const authentication = { password: 'Endpoint=sb://127.0.0.1/;SharedAccessKeyName=x;SharedAccessKey=wrong' };
    return {
      connector: eventHubConnector(kafka, kafka.port, { type: 'azure_event_hub_consumer', authentication }),
      reason: /refuses the connection string/,
      stop: async () => {},
    };
  },
});
