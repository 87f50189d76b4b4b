import type { IconName } from './Icon.tsx';

/** What a connection of a type can do: read, write, both, or only carry a connection. */
type TypeDirection = 'ingress' | 'egress' | 'both' | 'none';

export interface SystemLook {
  readonly label: string;
  readonly icon: IconName;
  readonly direction: TypeDirection;
}

function look(label: string, icon: IconName, direction: TypeDirection = 'egress'): SystemLook {
  return { label, icon, direction };
}

/** Types in the order in which they are offered: Webhook, MQTT, then the rest (decision 1). */
const SYSTEMS: Readonly<Record<string, SystemLook>> = {
  http: look('Webhook', 'http'),
  mqtt: look('MQTT', 'mqtt', 'both'),
  pulsar: look('Apache Pulsar', 'pulsar'),
  pulsar_consumer: look('Apache Pulsar consumer', 'pulsar', 'ingress'),
  azure_event_hub_producer: look('Azure Event Hubs', 'eventHub'),
  azure_event_hub_consumer: look('Azure Event Hubs consumer', 'eventHub', 'ingress'),
  kinesis: look('Amazon Kinesis', 'kinesis'),
  kinesis_consumer: look('Amazon Kinesis consumer', 'kinesis', 'ingress'),
  kafka_producer: look('Apache Kafka', 'kafka'),
  kafka_consumer: look('Apache Kafka consumer', 'kafka', 'ingress'),
  confluent_producer: look('Confluent', 'kafka'),
  rabbitmq: look('RabbitMQ', 'message', 'both'),
  rocketmq: look('RocketMQ', 'message'),
  gcp_pubsub_producer: look('Google Pub/Sub', 'message'),
  gcp_pubsub_consumer: look('Google Pub/Sub consumer', 'message', 'ingress'),
  mysql: look('MySQL', 'database'),
  pgsql: look('PostgreSQL', 'database'),
  timescale: look('TimescaleDB', 'database'),
  matrix: look('MatrixDB', 'database'),
  sqlserver: look('Microsoft SQL Server', 'database'),
  oracle: look('Oracle Database', 'database'),
  mongodb: look('MongoDB', 'database'),
  redis: look('Redis', 'database'),
  cassandra: look('Cassandra', 'database'),
  clickhouse: look('ClickHouse', 'database'),
  couchbase: look('Couchbase', 'database'),
  dynamo: look('Amazon DynamoDB', 'database'),
  elasticsearch: look('Elasticsearch', 'database'),
  greptimedb: look('GreptimeDB', 'database'),
  hstreamdb: look('HStreamDB', 'database'),
  influxdb: look('InfluxDB', 'database'),
  iotdb: look('Apache IoTDB', 'database'),
  opents: look('OpenTSDB', 'database'),
  tablestore: look('Alibaba Tablestore', 'database'),
  tdengine: look('TDengine', 'database'),
  datalayers: look('Datalayers', 'database'),
  snowflake: look('Snowflake', 'database'),
  s3: look('Amazon S3', 'storage'),
  azure_blob_storage: look('Azure Blob Storage', 'storage'),
  disk_log: look('Disk log', 'storage'),
  syskeeper_proxy: look('SysKeeper proxy', 'system', 'none'),
  syskeeper_forwarder: look('SysKeeper forwarder', 'system'),
};

/** Families that are known by a part of the type, whatever else it says (decision 13). */
const FAMILIES: readonly (readonly [prefix: string, label: string, icon: IconName])[] = [
  ['pulsar', 'Apache Pulsar', 'pulsar'],
  ['azure_event_hub', 'Azure Event Hubs', 'eventHub'],
  ['kinesis', 'Amazon Kinesis', 'kinesis'],
  ['kafka', 'Apache Kafka', 'kafka'],
];

/** Name, icon and direction of a type; also of one this build has never heard of. */
export function systemLook(type: string): SystemLook {
  if (Object.hasOwn(SYSTEMS, type)) return SYSTEMS[type] as SystemLook;
  const direction: TypeDirection = /consumer/i.test(type) ? 'ingress' : 'egress';
  const family = FAMILIES.find(([prefix]) => type.startsWith(prefix));
  if (family !== undefined) {
    const [, label, icon] = family;
    return { label: direction === 'ingress' ? `${label} consumer` : label, icon, direction };
  }
  const words = type.replaceAll('_', ' ').trim();
  return { label: words === '' ? type : words[0]?.toUpperCase() + words.slice(1), icon: 'system', direction };
}

const ORDER = new Map(Object.keys(SYSTEMS).map((type, index) => [type, index]));

/** Sorts types for every place where one is chosen; unknown ones come last, by name. */
export function byTypeOrder(a: string, b: string): number {
  const last = ORDER.size;
  return (ORDER.get(a) ?? last) - (ORDER.get(b) ?? last) || a.localeCompare(b);
}
