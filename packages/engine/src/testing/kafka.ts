import type { ConnectorConfig } from '@sluice/contract';
import kafkajs from 'kafkajs';
import { type Gate, openGate } from './gate.ts';
import { until } from './harness.ts';
import { type System, startSystem } from './system.ts';

interface KafkaFacts {
  readonly pid: number;
  readonly ports: readonly number[];
  readonly plain: string;
  readonly saslWithoutTls: string;
  readonly connectionString: string;
  readonly ca: string;
}

/** Kafka dressed as Event Hubs, with a plain way in for the tests themselves. */
export interface TestKafka {
  readonly system: System<KafkaFacts>;
  /** Port of the listener with SASL and TLS. */
  readonly port: number;
  /** What clients are told to use. */
  readonly gate: Gate;
  readonly client: InstanceType<typeof kafkajs.Kafka>;
  newTopic(partitions: number): Promise<string>;
  /** Forbids the user of the connection string everything on a topic or group. */
  forbid(kind: 'topic' | 'group', name: string): Promise<void>;
  /** Follows a topic from its beginning. */
  follow(topic: string): Promise<Follower>;
  stop(): Promise<void>;
}

interface Followed {
  readonly partition: number;
  readonly key: string | undefined;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Follower {
  readonly messages: readonly Followed[];
  /** Settles when `messages` holds everything in the topic. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKafka(): Promise<TestKafka> {
  const gate = await openGate(0);
  const system = await startSystem<KafkaFacts>('kafka', gate.port);
  const { facts } = system;
  const port = facts.ports[1] ?? 0;
  gate.to = port;
  const client = new kafkajs.Kafka({
    clientId: 'tests',
    brokers: [facts.plain],
    retry: { retries: 20 },
    logCreator: () => () => {},
  });
  const admin = client.admin();
  await admin.connect();
  let serial = 0;

  return {
    system,
    port,
    gate,
    client,
    async newTopic(partitions) {
      const topic = `t${process.pid}-${serial++}`;
      await admin.createTopics({ topics: [{ topic, numPartitions: partitions }], waitForLeaders: true });
      return topic;
    },
    async forbid(kind, name) {
      const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
      await admin.createAcls({
        acl: [
          {
            resourceType: kind === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
            resourceName: name,
            resourcePatternType: ResourcePatternTypes.LITERAL,
            principal: 'User:$ConnectionString',
            host: '*',
            operation: AclOperationTypes.ALL,
            permissionType: AclPermissionTypes.DENY,
          },
        ],
      });
    },
    async follow(topic) {
      const messages: Followed[] = [];
      const consumer = client.consumer({ groupId: `follow-${topic}-${serial++}`, maxWaitTimeInMs: 50 });
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        eachMessage: async ({ partition, message }) => {
          const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
          messages.push({
            partition,
            key: message.key?.toString(),
            value: message.value?.toString() ?? '',
            headers: Object.fromEntries(headers),
          });
        },
      });
      return {
        messages,
        async caughtUp() {
          const offsets = await admin.fetchTopicOffsets(topic);
          const total = offsets.reduce((sum, { high }) => sum + Number(high), 0);
          await until(() => messages.length >= total, `${total} messages of ${topic}`, 60_000);
        },
        stop: () => consumer.disconnect(),
      };
    },
    async stop() {
      await admin.disconnect();
      await gate.close();
      await system.stop();
    },
  };
}

export function eventHubConnector(
  kafka: TestKafka,
  port: number,
  more: Partial<ConnectorConfig> = {},
): ConnectorConfig {
  return {
    type: 'azure_event_hub_producer',
    name: 'kit',
    enable: true,
    description: '',
    bootstrap_hosts: `127.0.0.1:${port}`,
    authentication: { password: kafka.system.facts.connectionString },
    ssl: { enable: true, verify: 'verify_peer', cacertfile: kafka.system.facts.ca, server_name_indication: 'auto' },
    resource_opts: { health_check_interval: '1s' },
    ...more,
  } as ConnectorConfig;
}
