import { STREAM_EVENTS } from '@sluice/contract';

/** What a context may set: `integer`, `flag` and `qos` also take text that says the same. */
type FieldType = 'text' | 'integer' | 'flag' | 'qos' | 'map';

/** An event that a test makes up. */
export interface TestEvent {
  /** The column `event`. */
  readonly event: string;
  /** What FROM has to fit; the topic itself where missing. */
  readonly topic?: string;
  /** Fields that a context may set, and no others. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Columns that are not set. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Columns that hold the time of the test. */
  readonly clocks: readonly string[];
}

const userProperties = { 'User-Property': { foo: 'bar' }, 'User-Property-Pairs': [{ key: 'foo' }, { value: 'bar' }] };
const publishProperties = { 'Payload-Format-Indicator': 0, 'Message-Expiry-Interval': 30, ...userProperties };
const connectProperties = { 'Session-Expiry-Interval': 7200, 'Receive-Maximum': 32, ...userProperties };
const attributes = { client_attrs: { test: 'example' } };

const sender = { clientid: 'c_emqx', username: 'u_emqx' };
const content = { topic: 't/a', qos: 1, payload: '{"msg": "hello"}', flags: {}, pub_props: publishProperties };
const message = { ...sender, ...content, peerhost: '192.168.0.10', peername: '192.168.0.10:32781' };
const delivery = {
  ...message,
  from_clientid: 'c_emqx_1',
  from_username: 'u_emqx_1',
  clientid: 'c_emqx_2',
  username: 'u_emqx_2',
};
const connection = {
  ...sender,
  peername: '192.168.0.10:56431',
  sockname: '0.0.0.0:1883',
  proto_name: 'MQTT',
  proto_ver: 5,
};
const session = { ...sender, peerhost: '192.168.0.10', peername: '192.168.0.10:32781', topic: 't/a', qos: 1 };
const alarm = {
  name: 'alarm_name',
  details: { extra: 'details' },
  message: 'something is wrong',
  activated_at: 1736512728666,
};

const INTEGERS = new Set(
  'publish_received_at message_received_at connected_at disconnected_at activated_at deactivated_at keepalive expiry_interval partition ts'.split(
    ' ',
  ),
);
const FLAGS = new Set('clean_start is_bridge is_superuser is_anonymous'.split(' '));

function typeOf(name: string): FieldType {
  if (name === 'qos') return 'qos';
  if (name === 'details' || name === 'headers') return 'map';
  if (INTEGERS.has(name)) return 'integer';
  return FLAGS.has(name) ? 'flag' : 'text';
}

function event(
  name: string,
  topic: string | undefined,
  fields: string,
  defaults: Readonly<Record<string, unknown>>,
  clocks: readonly string[] = [],
): TestEvent {
  const names = `event ${fields}`.split(' ');
  return {
    event: name,
    ...(topic === undefined ? {} : { topic }),
    fields: Object.fromEntries(names.map((field) => [field, typeOf(field)])),
    defaults,
    clocks,
  };
}

const published = 'id clientid username payload peerhost topic qos publish_received_at';
const delivered = `${published} from_clientid from_username`;
const connected = 'peername sockname proto_name proto_ver keepalive clean_start expiry_interval connected_at';

/** Messages of streaming systems, which EMQX's test does not know. */
const streamed = STREAM_EVENTS.map(({ event: name, examples }) =>
  event(
    name,
    name,
    'id payload value key headers topic partition offset ts ts_type qos server',
    {
      headers: {},
      partition: 0,
      offset: '0',
      ts_type: 'create',
      qos: 1,
      server: 'stream.example.com',
      ...examples,
    },
    ['message_received_at', 'ts'],
  ),
);

/** Every event by its `event_type`. */
export const TEST_EVENTS: Readonly<Record<string, TestEvent>> = {
  ...Object.fromEntries(streamed.map((one) => [one.event, one])),
  message_publish: event('message.publish', undefined, published, { ...message, ...attributes }, [
    'publish_received_at',
  ]),
  message_delivered: event('message.delivered', '$events/message_delivered', delivered, delivery, [
    'publish_received_at',
  ]),
  message_acked: event(
    'message.acked',
    '$events/message_acked',
    delivered,
    {
      ...delivery,
      puback_props: { 'Reason-String': 'OK', ...userProperties },
    },
    ['publish_received_at'],
  ),
  message_dropped: event(
    'message.dropped',
    '$events/message_dropped',
    `${published} reason`,
    {
      ...message,
      reason: 'no_subscribers',
    },
    ['publish_received_at'],
  ),
  delivery_dropped: event(
    'delivery.dropped',
    '$events/delivery_dropped',
    `${delivered} reason`,
    {
      ...delivery,
      reason: 'queue_full',
    },
    ['publish_received_at'],
  ),
  client_connected: event(
    'client.connected',
    '$events/client_connected',
    `clientid username mountpoint is_bridge ${connected}`,
    {
      ...connection,
      ...attributes,
      mountpoint: undefined,
      keepalive: 60,
      clean_start: true,
      expiry_interval: 3600,
      is_bridge: false,
      conn_props: connectProperties,
    },
    ['connected_at'],
  ),
  client_disconnected: event(
    'client.disconnected',
    '$events/client_disconnected',
    'clientid username reason peername sockname disconnected_at',
    {
      ...connection,
      ...attributes,
      reason: 'normal',
      disconn_props: {
        'Session-Expiry-Interval': 7200,
        'Reason-String': 'Redirect to another server',
        'Server Reference': '192.168.22.129',
        ...userProperties,
      },
    },
    ['connected_at', 'disconnected_at'],
  ),
  client_connack: event(
    'client.connack',
    '$events/client_connack',
    `clientid username reason_code ${connected}`,
    {
      ...connection,
      reason_code: 'success',
      keepalive: 60,
      clean_start: true,
      expiry_interval: 3600,
      conn_props: connectProperties,
    },
    ['connected_at'],
  ),
  client_check_authz_complete: event(
    'client.check_authz_complete',
    '$events/client_check_authz_complete',
    'clientid username peerhost topic action authz_source result',
    {
      ...sender,
      ...attributes,
      peerhost: '192.168.0.10',
      peername: '192.168.0.10:32781',
      topic: 't/a',
      action: 'publish',
      authz_source: 'cache',
      result: 'allow',
    },
  ),
  client_check_authn_complete: event(
    'client.check_authn_complete',
    '$events/client_check_authn_complete',
    'clientid username reason_code peername is_anonymous is_superuser',
    {
      ...sender,
      ...attributes,
      peername: '192.168.0.10:56431',
      reason_code: 'success',
      is_superuser: true,
      is_anonymous: false,
    },
  ),
  session_subscribed: event(
    'session.subscribed',
    '$events/session_subscribed',
    'clientid username peerhost topic qos',
    { ...session, ...attributes, sub_props: userProperties },
  ),
  session_unsubscribed: event(
    'session.unsubscribed',
    '$events/session_unsubscribed',
    'clientid username peerhost topic qos',
    { ...session, ...attributes, unsub_props: userProperties },
  ),
  schema_validation_failed: event(
    'schema.validation_failed',
    '$events/schema_validation_failed',
    `${published} validation`,
    { ...message, validation: 'my_validation' },
    ['publish_received_at'],
  ),
  message_transformation_failed: event(
    'message.transformation_failed',
    '$events/message_transformation_failed',
    `${published} transformation`,
    { ...sender, ...content, peername: '192.168.0.10:56431', validation: 'my_transformation' },
    ['publish_received_at'],
  ),
  alarm_activated: event('alarm.activated', '$events/sys/alarm_activated', 'name message details activated_at', alarm),
  alarm_deactivated: event(
    'alarm.deactivated',
    '$events/sys/alarm_deactivated',
    'name message details activated_at deactivated_at',
    { ...alarm, deactivated_at: 1736512728999 },
  ),
  '$bridges/mqtt:*': event(
    '$bridges/mqtt:*',
    '$bridges/mqtt:*',
    'id payload server topic qos dup retain',
    {
      server: '192.168.0.10:1883',
      payload: content.payload,
      topic: content.topic,
      qos: 1,
      dup: false,
      retain: false,
      pub_props: publishProperties,
    },
    ['message_received_at'],
  ),
};

/**
 * The event of an `event_type`. A message of a streaming system may come from one source by name
 * (`$bridges/pulsar_consumer:in`) or from any (`$bridges/pulsar_consumer:*`); EMQX has no names here.
 */
export function testEvent(type: string): TestEvent | undefined {
  if (Object.hasOwn(TEST_EVENTS, type)) return TEST_EVENTS[type];
  const any = streamed.find((one) => type.length > one.event.length - 1 && type.startsWith(one.event.slice(0, -1)));
  return any && { ...any, event: type, topic: type };
}

/** Are these two sources of one streaming system, and one of them any source of it? */
export function standsFor(topic: string, filter: string): boolean {
  return streamed.some(({ event: any }) => {
    const prefix = any.slice(0, -1);
    return (topic === any && filter.startsWith(prefix)) || (filter === any && topic.startsWith(prefix));
  });
}
