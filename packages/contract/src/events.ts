import type { Json } from './entities.ts';
import { COLUMN_HELP } from './event-columns.ts';
import type { Text } from './text.ts';

/** An event that a rule can name in FROM (reference facts §7.4). */
export interface RuleEvent {
  /** As written in FROM: `$events/<name>`, or `$bridges/<type>:*` for the messages of sources. */
  readonly event: string;
  readonly title: Text;
  readonly description: Text;
  /** In the order of EMQX. */
  readonly columns: readonly string[];
  /** Columns worth filling in a test, with an example. The example's type is the column's type. */
  readonly examples: Readonly<Record<string, Json>>;
  readonly sqlExample: string;
}

const sender = { clientid: 'c_emqx', username: 'u_emqx' };
const message = { ...sender, topic: 't/a', qos: 1, payload: '{"msg": "hello"}' };
const delivery = {
  from_clientid: 'c_emqx_1',
  from_username: 'u_emqx_1',
  clientid: 'c_emqx_2',
  username: 'u_emqx_2',
  topic: 't/a',
  qos: 1,
  payload: '{"msg": "hello"}',
};
const alarm = {
  name: 'alarm_name',
  details: { extra: 'details' },
  message: 'something is wrong',
  activated_at: 1736512728666,
};

const columns = (list: string): readonly string[] => list.split(' ');
const all = (event: string): string => `SELECT * FROM "${event}"`;
const byTopic = (event: string): string => `SELECT * FROM "${event}" WHERE topic =~ 't/#'`;

/** Every event, in the order the console shows them (specification §7); events it does not know go last. */
export const RULE_EVENTS: readonly RuleEvent[] = [
  {
    event: '$events/client_check_authn_complete',
    title: { en: 'Client authenticated', zh: '认证完成' },
    description: {
      en: 'The credentials of a connecting client were checked, with this result.',
      zh: '已检查连接中客户端的凭据，附结果。',
    },
    columns: columns(
      'event clientid username peername reason_code is_superuser is_anonymous timestamp node client_attrs',
    ),
    examples: { ...sender, reason_code: 'success', is_superuser: true, is_anonymous: false },
    sqlExample: all('$events/client_check_authn_complete'),
  },
  {
    event: '$events/client_connected',
    title: { en: 'Client connected', zh: '连接建立' },
    description: { en: 'A client is connected and its session is ready.', zh: '客户端已连接，会话就绪。' },
    columns: columns(
      'event clientid username mountpoint peername sockname proto_name proto_ver keepalive clean_start expiry_interval is_bridge conn_props connected_at timestamp node client_attrs',
    ),
    examples: { ...sender, peername: '127.0.0.1:52918' },
    sqlExample: all('$events/client_connected'),
  },
  {
    event: '$events/client_disconnected',
    title: { en: 'Client disconnected', zh: '连接断开' },
    description: { en: 'A connection ended, with the reason.', zh: '连接已结束，附原因。' },
    columns: columns(
      'event reason clientid username peername sockname proto_name proto_ver disconn_props connected_at disconnected_at timestamp node client_attrs',
    ),
    examples: { ...sender, reason: 'normal' },
    sqlExample: all('$events/client_disconnected'),
  },
  {
    event: '$events/client_connack',
    title: { en: 'Connection answered', zh: '连接应答' },
    description: {
      en: 'The broker answered a connection request, accepting or refusing it.',
      zh: '服务器已应答连接请求：接受或拒绝。',
    },
    columns: columns(
      'event reason_code clientid username peername sockname proto_name proto_ver keepalive clean_start expiry_interval connected_at conn_props timestamp node',
    ),
    examples: { ...sender, reason_code: 'success' },
    sqlExample: all('$events/client_connack'),
  },
  {
    event: '$events/client_check_authz_complete',
    title: { en: 'Permission checked', zh: '授权完成' },
    description: {
      en: 'It was checked whether a client may publish or subscribe to a topic.',
      zh: '已检查客户端是否有权发布或订阅某主题。',
    },
    columns: columns(
      'event clientid username peerhost peername topic action authz_source result timestamp node client_attrs',
    ),
    examples: { ...sender, topic: 't/1', action: 'publish', result: 'allow' },
    sqlExample: all('$events/client_check_authz_complete'),
  },
  {
    event: '$events/session_subscribed',
    title: { en: 'Topic subscribed', zh: '会话订阅' },
    description: { en: 'A client subscribed to a topic filter.', zh: '客户端订阅了一个主题过滤器。' },
    columns: columns('sub_props client_attrs event clientid username peerhost peername topic qos timestamp node'),
    examples: { ...sender, topic: 't/a', qos: 1 },
    sqlExample: byTopic('$events/session_subscribed'),
  },
  {
    event: '$events/session_unsubscribed',
    title: { en: 'Topic unsubscribed', zh: '会话取消订阅' },
    description: { en: 'A client gave up a subscription.', zh: '客户端取消了一个订阅。' },
    columns: columns('unsub_props client_attrs event clientid username peerhost peername topic qos timestamp node'),
    examples: { ...sender, topic: 't/a', qos: 1 },
    sqlExample: byTopic('$events/session_unsubscribed'),
  },
  {
    event: '$events/schema_validation_failed',
    title: { en: 'Schema validation failed', zh: 'Schema 验证失败' },
    description: {
      en: 'A message failed a schema validation of an EMQX cluster. Never happens on the embedded engine.',
      zh: '消息未通过 EMQX 集群的 Schema 验证。内置引擎不会产生此事件。',
    },
    columns: columns(
      'event validation id clientid username payload peerhost peername topic qos flags publish_received_at pub_props timestamp node',
    ),
    examples: { validation: 'myvalidation', ...message },
    sqlExample: byTopic('$events/schema_validation_failed'),
  },
  {
    event: '$events/message_transformation_failed',
    title: { en: 'Message transformation failed', zh: '消息转换失败' },
    description: {
      en: 'A message could not be transformed in an EMQX cluster. Never happens on the embedded engine.',
      zh: '消息在 EMQX 集群中转换失败。内置引擎不会产生此事件。',
    },
    columns: columns(
      'event validation id clientid username payload peername topic qos flags publish_received_at pub_props timestamp node',
    ),
    examples: { transformation: 'mytransformation', ...message },
    sqlExample: byTopic('$events/message_transformation_failed'),
  },
  {
    event: '$events/message_delivered',
    title: { en: 'Message delivered', zh: '消息已投递' },
    description: { en: 'A message was sent to a subscriber.', zh: '消息已发送给订阅者。' },
    columns: columns(
      'event id from_clientid from_username clientid username payload peerhost peername topic qos flags publish_received_at pub_props timestamp node',
    ),
    examples: delivery,
    sqlExample: byTopic('$events/message_delivered'),
  },
  {
    event: '$events/message_acked',
    title: { en: 'Message acknowledged', zh: '消息应答' },
    description: { en: 'A subscriber acknowledged a message of QoS 1 or 2.', zh: '订阅者确认了 QoS 1 或 2 的消息。' },
    columns: columns(
      'puback_props event id from_clientid from_username clientid username payload peerhost peername topic qos flags publish_received_at pub_props timestamp node',
    ),
    examples: delivery,
    sqlExample: byTopic('$events/message_acked'),
  },
  {
    event: '$events/message_dropped',
    title: { en: 'Message dropped', zh: '消息转发丢弃' },
    description: {
      en: 'A published message reached nobody, with the reason.',
      zh: '发布的消息未被任何人接收，附原因。',
    },
    columns: columns(
      'event id reason clientid username payload peerhost peername topic qos flags publish_received_at pub_props timestamp node',
    ),
    examples: { reason: 'no_subscribers', ...message },
    sqlExample: byTopic('$events/message_dropped'),
  },
  {
    event: '$events/delivery_dropped',
    title: { en: 'Delivery dropped', zh: '消息投递丢弃' },
    description: {
      en: 'A message for one subscriber was dropped, for example because its queue was full.',
      zh: '发往某订阅者的消息被丢弃，例如其队列已满。',
    },
    columns: columns(
      'event id reason from_clientid from_username clientid username payload peerhost peername topic qos flags pub_props publish_received_at timestamp node',
    ),
    examples: { reason: 'queue_full', ...delivery },
    sqlExample: byTopic('$events/delivery_dropped'),
  },
  {
    event: '$events/message_publish',
    title: { en: 'Message published', zh: '消息发布' },
    description: {
      en: 'A client published a message. A plain topic filter in FROM means this event.',
      zh: '客户端发布了消息。FROM 中的普通主题过滤器即表示此事件。',
    },
    columns: columns(
      'event id clientid username payload peerhost peername topic qos flags publish_received_at pub_props timestamp node client_attrs',
    ),
    examples: message,
    sqlExample: `SELECT payload.msg as msg FROM "t/#" WHERE msg = 'hello'`,
  },
  {
    event: '$bridges/mqtt:*',
    title: { en: 'Message of an MQTT source', zh: 'MQTT 桥接消息' },
    description: {
      en: 'An MQTT source took in a message from another broker.',
      zh: 'MQTT Source 从其他服务器收到消息。',
    },
    columns: columns('event id payload server topic qos dup retain pub_props message_received_at timestamp node'),
    examples: { topic: 't/a', qos: 1, payload: '{"msg": "hello"}' },
    sqlExample: `SELECT * FROM "$bridges/mqtt:my_source" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/sys/alarm_activated',
    title: { en: 'Alarm raised', zh: '系统告警激活' },
    description: { en: 'An alarm was raised.', zh: '产生了一个告警。' },
    columns: columns('event name details message activated_at'),
    examples: alarm,
    sqlExample: all('$events/sys/alarm_activated'),
  },
  {
    event: '$events/sys/alarm_deactivated',
    title: { en: 'Alarm cleared', zh: '系统告警解除' },
    description: { en: 'An alarm was cleared.', zh: '一个告警已解除。' },
    columns: columns('event name details message activated_at deactivated_at'),
    examples: { ...alarm, deactivated_at: 1736512728999 },
    sqlExample: all('$events/sys/alarm_deactivated'),
  },
];

/** Every message of a streaming system has these, named as those of EMQX's `kafka_consumer`. */
const STREAM_COLUMNS = columns(
  'event id payload value key headers topic partition offset ts ts_type qos server message_received_at timestamp node',
);

const STREAMS: readonly { readonly type: string; readonly name: string; readonly topic: string }[] = [
  { type: 'pulsar_consumer', name: 'Pulsar', topic: 'persistent://public/default/readings' },
  { type: 'azure_event_hub_consumer', name: 'Azure Event Hubs', topic: 'readings' },
  { type: 'kinesis_consumer', name: 'Amazon Kinesis', topic: 'readings' },
];

/** Messages of the sources that EMQX's list of events does not know: no part of `GET /rule_events`. */
export const STREAM_EVENTS: readonly RuleEvent[] = STREAMS.map(({ type, name, topic }) => ({
  event: `$bridges/${type}:*`,
  title: { en: `Message of ${name}`, zh: `${name} 消息` },
  description: { en: `A source took in a message from ${name}.`, zh: `Source 从 ${name} 收到消息。` },
  columns: STREAM_COLUMNS,
  examples: { topic, key: 'k1', payload: '{"msg": "hello"}' },
  sqlExample: `SELECT key, payload.msg as msg FROM "$bridges/${type}:my_source"`,
}));

/** What a column means, for help texts; `undefined` for a column this build does not know. */
export function columnHelp(column: string): Text | undefined {
  return COLUMN_HELP[column];
}
