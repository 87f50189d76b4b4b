import type { ClientInfo, Message } from '@sluice/broker';
import type { Value } from '@sluice/rulesql';
import type { Incoming, StreamRecord } from '../connectors/driver.ts';
import { type ColumnTable, columnTable } from './event-columns.ts';
import { ruleProperties, textOrBytes } from './mqtt-properties.ts';

/** What every event knows beside its own facts. */
interface Happening {
  readonly node: string;
  /** Unix time in ms. */
  readonly timestamp: number;
}

type Properties = Readonly<Record<string, unknown>> | undefined;

export type MessageEvent = Happening & {
  readonly message: Message;
};
export type MessageDropped = MessageEvent & { readonly reason: string };
export type Delivery = MessageEvent & { readonly to: ClientInfo };
export type DeliveryDropped = Delivery & { readonly reason: string };
export type DeliveryAcked = Delivery & { readonly properties: Properties };
export type ClientEvent = Happening & { readonly client: ClientInfo };
export type ClientConnack = ClientEvent & { readonly reasonCode: string };
export type ClientDisconnected = ClientEvent & { readonly reason: string; readonly properties: Properties };
export type AuthnComplete = ClientEvent & {
  readonly reasonCode: string;
  readonly isSuperuser: boolean;
  readonly isAnonymous: boolean;
};
export type AuthzComplete = ClientEvent & {
  readonly action: 'publish' | 'subscribe';
  readonly topic: string;
  readonly result: 'allow' | 'deny';
  readonly source: string;
};
export type SubscriptionEvent = ClientEvent & {
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly properties: Properties;
};
export type SourceMessage = Happening & {
  readonly event: string;
  readonly id: string;
  readonly message: Incoming;
  readonly receivedAt: number;
};

export type StreamMessage = SourceMessage & { readonly record: StreamRecord };

const NO_ATTRIBUTES: Value = Object.freeze({});

const peername = (client: ClientInfo): string => `${client.peerhost}:${client.peerport}`;
const from = (event: MessageEvent): ClientInfo | undefined => event.message.from;

/** Who sent it: a client, a rule that republished it, or the API. */
const sender = (event: MessageEvent): string | undefined =>
  from(event)?.clientid ?? event.message.via?.at(-1) ?? (event.message.hops === 0 ? 'http_api' : undefined);

const common = {
  timestamp: (event: Happening) => event.timestamp,
  node: (event: Happening) => event.node,
};

const message = {
  id: ({ message }: MessageEvent) => message.id,
  payload: ({ message }: MessageEvent) => textOrBytes(message.payload),
  topic: ({ message }: MessageEvent) => message.topic,
  qos: ({ message }: MessageEvent) => message.qos,
  flags: ({ message }: MessageEvent) =>
    message.from === undefined ? { retain: message.retain } : { retain: message.retain, dup: message.dup },
  publish_received_at: ({ message }: MessageEvent) => message.receivedAt,
  pub_props: ({ message }: MessageEvent) => ruleProperties(message.properties),
  ...common,
};

const publisher = {
  clientid: sender,
  username: (event: MessageEvent) => from(event)?.username,
  peerhost: (event: MessageEvent) => from(event)?.peerhost,
  peername: (event: MessageEvent) => {
    const client = from(event);
    return client === undefined ? undefined : peername(client);
  },
};

const delivery = {
  from_clientid: sender,
  from_username: (event: MessageEvent) => from(event)?.username,
  clientid: ({ to }: Delivery) => to.clientid,
  username: ({ to }: Delivery) => to.username,
  peerhost: ({ to }: Delivery) => to.peerhost,
  peername: ({ to }: Delivery) => peername(to),
  ...message,
};

const client = {
  clientid: ({ client }: ClientEvent) => client.clientid,
  username: ({ client }: ClientEvent) => client.username,
  peername: ({ client }: ClientEvent) => peername(client),
  ...common,
};

const connection = {
  sockname: ({ client }: ClientEvent) => client.sockname,
  proto_name: ({ client }: ClientEvent) => client.protocol,
  proto_ver: ({ client }: ClientEvent) => client.version,
};

const connect = {
  keepalive: ({ client }: ClientEvent) => client.keepalive,
  clean_start: ({ client }: ClientEvent) => client.cleanStart,
  expiry_interval: ({ client }: ClientEvent) => client.expiryInterval,
  conn_props: ({ client }: ClientEvent) => ruleProperties(client.properties),
};

const clientAttributes = { client_attrs: () => NO_ATTRIBUTES };
const peerHost = { peerhost: ({ client }: ClientEvent) => client.peerhost };

function named<S>(event: string, columns: Readonly<Record<string, (source: S) => Value>>): ColumnTable<S> {
  return columnTable<S>({ event: () => event, ...columns });
}

/** The columns of every event, as a real broker fills them. */
export const EVENT_TABLES = {
  messagePublish: named<MessageEvent>('message.publish', { ...message, ...publisher, ...clientAttributes }),
  messageDropped: named<MessageDropped>('message.dropped', {
    ...message,
    ...publisher,
    reason: ({ reason }) => reason,
  }),
  messageDelivered: named<Delivery>('message.delivered', delivery),
  messageAcked: named<DeliveryAcked>('message.acked', {
    ...delivery,
    puback_props: ({ properties }) => ruleProperties(properties),
  }),
  deliveryDropped: named<DeliveryDropped>('delivery.dropped', { ...delivery, reason: ({ reason }) => reason }),
  clientConnected: named<ClientEvent>('client.connected', {
    ...client,
    ...connection,
    ...connect,
    ...clientAttributes,
    mountpoint: () => undefined,
    is_bridge: ({ client }) => client.isBridge,
    receive_maximum: ({ client }) => client.receiveMaximum,
    connected_at: ({ client }) => client.connectedAt,
  }),
  clientDisconnected: named<ClientDisconnected>('client.disconnected', {
    ...client,
    ...connection,
    ...clientAttributes,
    reason: ({ reason }) => reason,
    disconn_props: ({ properties }) => ruleProperties(properties),
    connected_at: ({ client }) => client.connectedAt,
    disconnected_at: ({ timestamp }) => timestamp,
  }),
  clientConnack: named<ClientConnack>('client.connack', {
    ...client,
    ...connection,
    ...connect,
    reason_code: ({ reasonCode }) => reasonCode,
    // Seconds everywhere else, ms here: as EMQX does it.
    expiry_interval: ({ client }) => client.expiryInterval * 1000,
  }),
  authnComplete: named<AuthnComplete>('client.check_authn_complete', {
    ...client,
    ...clientAttributes,
    reason_code: ({ reasonCode }) => reasonCode,
    is_superuser: ({ isSuperuser }) => isSuperuser,
    is_anonymous: ({ isAnonymous }) => isAnonymous,
  }),
  authzComplete: named<AuthzComplete>('client.check_authz_complete', {
    ...client,
    ...peerHost,
    ...clientAttributes,
    topic: ({ topic }) => topic,
    action: ({ action }) => action,
    authz_source: ({ source }) => source,
    result: ({ result }) => result,
  }),
  sessionSubscribed: named<SubscriptionEvent>('session.subscribed', {
    ...client,
    ...peerHost,
    ...clientAttributes,
    topic: ({ topic }) => topic,
    qos: ({ qos }) => qos,
    sub_props: ({ properties }) => ruleProperties(properties),
  }),
  sessionUnsubscribed: named<SubscriptionEvent>('session.unsubscribed', {
    ...client,
    ...peerHost,
    ...clientAttributes,
    topic: ({ topic }) => topic,
    qos: ({ qos }) => qos,
    unsub_props: ({ properties }) => ruleProperties(properties),
  }),
  sourceMessage: columnTable<SourceMessage>({
    event: ({ event }) => event,
    id: ({ id }) => id,
    payload: ({ message }) => textOrBytes(message.payload),
    server: ({ message }) => message.server,
    topic: ({ message }) => message.topic,
    qos: ({ message }) => message.qos,
    dup: ({ message }) => message.dup,
    retain: ({ message }) => message.retain,
    pub_props: ({ message }) => ruleProperties(message.properties),
    message_received_at: ({ receivedAt }) => receivedAt,
    ...common,
  }),
  /** The columns of EMQX's `kafka_consumer`, beside those every message has. */
  streamMessage: columnTable<StreamMessage>({
    event: ({ event }) => event,
    id: ({ id }) => id,
    payload: ({ message }) => textOrBytes(message.payload),
    value: ({ message }) => textOrBytes(message.payload),
    key: ({ record }) => record.key,
    headers: ({ record }) => record.headers,
    topic: ({ message }) => message.topic,
    partition: ({ record }) => record.partition,
    offset: ({ record }) => record.offset,
    ts: ({ record }) => record.ts,
    ts_type: ({ record }) => record.tsType,
    qos: ({ message }) => message.qos,
    server: ({ message }) => message.server,
    message_received_at: ({ receivedAt }) => receivedAt,
    ...common,
  }),
} as const;
