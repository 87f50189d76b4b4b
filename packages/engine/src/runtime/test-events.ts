import { EVENT_PREFIX, matchesTopic } from '@sluice/contract';
import { fixed, flag, integer, map, qos, type TestColumn, text } from './test-columns.ts';

export type { TestColumn };

/** Examples that are made for each test. */
export const NOW = Symbol('now');
export const NODE = Symbol('node');
export const ID = Symbol('id');
/** A column that is there only when the context sets it. */
export const ABSENT = Symbol('absent');

/** A kind of made-up event: its columns with examples, in the values of a real broker. */
interface TestKind {
  readonly event: string;
  readonly columns: Readonly<Record<string, TestColumn>>;
  /** Does a FROM entry mean this event? `topic` is that of the made-up message. */
  fits(from: string, topic: string): boolean;
}

const userProperties = { 'User-Property': { foo: 'bar' }, 'User-Property-Pairs': [{ key: 'foo' }, { value: 'bar' }] };
const pubProps = fixed({ 'Payload-Format-Indicator': 0, 'Message-Expiry-Interval': 30, ...userProperties });
const connProps = fixed({ 'Session-Expiry-Interval': 7200, 'Receive-Maximum': 32, ...userProperties });
const attributes = { client_attrs: fixed({ test: 'example' }) };
const happening = { timestamp: fixed(NOW), node: fixed(NODE) };

const MESSAGE_PEER = '192.168.0.10:32781';
const CLIENT_PEER = '192.168.0.10:56431';

const message = {
  id: text(ID),
  clientid: text('c_emqx'),
  username: text('u_emqx'),
  payload: text('{"msg": "hello"}'),
  peerhost: text('192.168.0.10'),
  peername: fixed(MESSAGE_PEER),
  topic: text('t/a'),
  qos: qos(1),
  flags: fixed({}),
  publish_received_at: integer(NOW),
  pub_props: pubProps,
  ...happening,
};

const delivery = {
  ...message,
  clientid: text('c_emqx_2'),
  username: text('u_emqx_2'),
  from_clientid: text('c_emqx_1'),
  from_username: text('u_emqx_1'),
};

const client = { clientid: text('c_emqx'), username: text('u_emqx') };
const connection = {
  ...client,
  peername: text(CLIENT_PEER),
  sockname: text('0.0.0.0:1883'),
  proto_name: text('MQTT'),
  proto_ver: text(5),
  connected_at: integer(NOW),
  ...happening,
};
const connect = {
  keepalive: integer(60),
  clean_start: flag(true),
  expiry_interval: integer(3600),
  conn_props: connProps,
};
const subscription = {
  ...client,
  peerhost: text('192.168.0.10'),
  peername: fixed(MESSAGE_PEER),
  topic: text('t/a'),
  qos: qos(1),
  ...attributes,
  ...happening,
};
const alarm = {
  name: text('alarm_name'),
  details: map({ extra: 'details' }),
  message: text('something is wrong'),
  activated_at: integer(1736512728666),
};
const failedMessage = { ...message, peername: fixed(CLIENT_PEER) };

function kind(name: string, event: string, columns: TestKind['columns']): [string, TestKind] {
  return [name, { event, columns, fits: (from) => from === EVENT_PREFIX + name }];
}

/** By `event_type`. */
export const TEST_EVENTS: Readonly<Record<string, TestKind>> = Object.fromEntries<TestKind>([
  [
    'message_publish',
    {
      event: 'message.publish',
      columns: { ...message, ...attributes },
      fits: (from, topic) => matchesTopic(topic, from),
    },
  ],
  kind('message_delivered', 'message.delivered', delivery),
  kind('message_acked', 'message.acked', {
    ...delivery,
    puback_props: fixed({ 'Reason-String': 'OK', ...userProperties }),
  }),
  kind('message_dropped', 'message.dropped', { ...message, reason: text('no_subscribers') }),
  kind('delivery_dropped', 'delivery.dropped', { ...delivery, reason: text('queue_full') }),
  kind('client_connected', 'client.connected', {
    ...connection,
    ...connect,
    ...attributes,
    mountpoint: text(undefined),
    is_bridge: flag(false),
  }),
  kind('client_disconnected', 'client.disconnected', {
    ...connection,
    ...attributes,
    reason: text('normal'),
    disconnected_at: integer(NOW),
    disconn_props: fixed({
      'Session-Expiry-Interval': 7200,
      'Reason-String': 'Redirect to another server',
      'Server Reference': '192.168.22.129',
      ...userProperties,
    }),
  }),
  kind('client_connack', 'client.connack', { ...connection, ...connect, reason_code: text('success') }),
  kind('client_check_authz_complete', 'client.check_authz_complete', {
    ...client,
    peerhost: text('192.168.0.10'),
    peername: fixed(MESSAGE_PEER),
    topic: text('t/a'),
    action: text('publish'),
    authz_source: text('cache'),
    result: text('allow'),
    ...attributes,
    ...happening,
  }),
  kind('client_check_authn_complete', 'client.check_authn_complete', {
    ...client,
    peername: text(CLIENT_PEER),
    reason_code: text('success'),
    is_superuser: flag(true),
    is_anonymous: flag(false),
    ...attributes,
    ...happening,
  }),
  kind('session_subscribed', 'session.subscribed', { ...subscription, sub_props: fixed(userProperties) }),
  kind('session_unsubscribed', 'session.unsubscribed', { ...subscription, unsub_props: fixed(userProperties) }),
  kind('schema_validation_failed', 'schema.validation_failed', { ...message, validation: text('my_validation') }),
  kind('message_transformation_failed', 'message.transformation_failed', {
    ...Object.fromEntries(Object.entries(failedMessage).filter(([name]) => name !== 'peerhost')),
    validation: fixed('my_transformation'),
    transformation: text(ABSENT),
  }),
  [
    '$bridges/mqtt:*',
    {
      event: '$bridges/mqtt:*',
      columns: {
        id: text(ID),
        payload: text('{"msg": "hello"}'),
        server: text('192.168.0.10:1883'),
        topic: text('t/a'),
        qos: qos(1),
        dup: text(false),
        retain: text(false),
        pub_props: pubProps,
        message_received_at: integer(NOW),
        ...happening,
      },
      fits: (from) => from === '$bridges/mqtt:*' || from === '$sources/mqtt:*',
    },
  ],
  [
    'alarm_activated',
    { event: 'alarm.activated', columns: alarm, fits: (from) => from === `${EVENT_PREFIX}sys/alarm_activated` },
  ],
  [
    'alarm_deactivated',
    {
      event: 'alarm.deactivated',
      columns: { ...alarm, deactivated_at: integer(1736512728999) },
      fits: (from) => from === `${EVENT_PREFIX}sys/alarm_deactivated`,
    },
  ],
]);
