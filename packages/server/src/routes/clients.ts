import type { MqttClientQuery, MqttClientView } from '@sluice/engine';
import { z } from 'zod';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { limit, page, queryFlag, repeated, single } from './scalar.ts';
import { subscriptionRecord } from './subscription-record.ts';
import { wirePage } from './wire-page.ts';

const clientParams = z.object({ clientid: z.string() });

/** RFC 3339, or Unix time in ms. */
const time = single.transform((value, context) => {
  const at = /^\d{1,15}$/.test(value) ? Number(value) : Date.parse(value);
  if (Number.isFinite(at)) return at;
  context.addIssue({ code: 'custom', message: 'must be a time such as 2030-11-11T10:24:00Z, or ms since 1970' });
  return z.NEVER;
});

const clientQuery = z.object({
  page,
  limit,
  node: single.optional(),
  clientid: repeated.optional(),
  username: repeated.optional(),
  ip_address: single.optional(),
  conn_state: single.pipe(z.enum(['connected', 'idle', 'disconnected'])).optional(),
  clean_start: queryFlag.optional(),
  proto_ver: single.pipe(z.enum(['3', '4', '5'])).optional(),
  like_clientid: single.optional(),
  like_username: single.optional(),
  gte_created_at: time.optional(),
  lte_created_at: time.optional(),
  gte_connected_at: time.optional(),
  lte_connected_at: time.optional(),
  fields: single.optional().describe('Names of fields with commas between, or all'),
});

/** The query as the engine takes it; `undefined` where nothing can be found. */
function toEngine(query: z.infer<typeof clientQuery>, node: string): MqttClientQuery | undefined {
  if (query.conn_state === 'idle' || (query.node !== undefined && query.node !== node)) return undefined;
  const wanted = {
    clientids: query.clientid,
    usernames: query.username,
    peerhost: query.ip_address,
    isConnected: query.conn_state === undefined ? undefined : query.conn_state === 'connected',
    cleanStart: query.clean_start,
    version: query.proto_ver === undefined ? undefined : Number(query.proto_ver),
    likeClientid: query.like_clientid,
    likeUsername: query.like_username,
    createdFrom: query.gte_created_at,
    createdTo: query.lte_created_at,
    connectedFrom: query.gte_connected_at,
    connectedTo: query.lte_connected_at,
  };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return { ...given, offset: (query.page - 1) * query.limit, limit: query.limit };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const iso = (time: number): string => new Date(time).toISOString();

/** In EMQX's form, without what only an Erlang process has. */
function record(client: MqttClientView, node: string) {
  const { traffic } = client;
  return {
    clientid: client.clientid,
    username: client.username ?? null,
    node,
    connected: client.isConnected,
    connected_at: iso(client.connectedAt),
    created_at: iso(client.createdAt),
    ...(client.disconnectedAt !== undefined && { disconnected_at: iso(client.disconnectedAt) }),
    ip_address: client.peerhost,
    port: client.peerport,
    ...(client.listener !== undefined && { listener: `${client.listener}:default` }),
    proto_name: client.protocol,
    proto_ver: client.version,
    clean_start: client.cleanStart,
    keepalive: client.keepalive,
    expiry_interval: client.expiryInterval,
    is_bridge: client.isBridge,
    is_expired: false,
    is_superuser: client.isSuperuser,
    mountpoint: null,
    durable: false,
    subscriptions_cnt: client.subscriptions,
    subscriptions_max: client.maxSubscriptions,
    inflight_cnt: client.inflight,
    inflight_max: client.maxInflight,
    mqueue_len: client.queued,
    mqueue_max: client.maxQueue,
    mqueue_dropped: client.dropped,
    awaiting_rel_cnt: client.awaitingRelease,
    awaiting_rel_max: client.maxAwaitingRelease,
    recv_oct: traffic.receivedBytes,
    recv_pkt: traffic.receivedPackets,
    recv_msg: sum(traffic.receivedMessages),
    ...Object.fromEntries(traffic.receivedMessages.map((count, qos) => [`recv_msg.qos${qos}`, count])),
    send_oct: traffic.sentBytes,
    send_pkt: traffic.sentPackets,
    send_msg: sum(traffic.sentMessages),
    ...Object.fromEntries(traffic.sentMessages.map((count, qos) => [`send_msg.qos${qos}`, count])),
    'send_msg.dropped': client.dropped,
  };
}

function only(fields: string | undefined, full: object): object {
  if (fields === undefined || fields === 'all') return full;
  const names = fields.split(',');
  return Object.fromEntries(Object.entries(full).filter(([name]) => names.includes(name)));
}

const unknown = failed({ code: 'CLIENTID_NOT_FOUND', message: 'No such client is connected or has a session.' });

/** MQTT clients. */
export function clientRoutes({ engine, node, store }: Services): Route[] {
  const tag = 'mqtt';

  async function find(clientid: string): Promise<MqttClientView | undefined> {
    return (await engine.clients({ clientids: [clientid], limit: 1 })).rows[0];
  }

  async function kick(clientids: readonly string[], actor: Actor): Promise<number> {
    const count = await engine.kick(clientids);
    const [id] = clientids;
    const which = clientids.length === 1 && id !== undefined ? { id } : { count };
    if (count > 0) store.audit.add({ actor, verb: 'kick', object: { type: 'mqtt_client', ...which } });
    return count;
  }

  return [
    route({
      method: 'GET',
      path: '/clients',
      tag,
      summary: 'Clients with a session, connected or away, in the order their sessions began',
      query: clientQuery,
      errors: ['BAD_REQUEST'],
      async handle({ query }) {
        const wanted = toEngine(query, node);
        const found = wanted === undefined ? { rows: [], count: 0 } : await engine.clients(wanted);
        return json(wirePage(found, query, (client) => only(query.fields, record(client, node))));
      },
    }),
    route({
      method: 'POST',
      path: '/clients/kickout/bulk',
      tag,
      summary: 'Disconnect clients and end their sessions',
      body: z.array(z.string()).max(10_000),
      errors: ['BAD_REQUEST'],
      async handle({ body, actor }) {
        await kick(body, actor);
        return NO_CONTENT;
      },
    }),
    route({
      method: 'GET',
      path: '/clients/:clientid',
      tag,
      summary: 'One client',
      params: clientParams,
      errors: ['CLIENTID_NOT_FOUND'],
      async handle({ params }) {
        const client = await find(params.clientid);
        return client === undefined ? unknown : json(record(client, node));
      },
    }),
    route({
      method: 'DELETE',
      path: '/clients/:clientid',
      tag,
      summary: 'Disconnect a client and end its session',
      params: clientParams,
      errors: ['CLIENTID_NOT_FOUND'],
      async handle({ params, actor }) {
        return (await kick([params.clientid], actor)) > 0 ? NO_CONTENT : unknown;
      },
    }),
    route({
      method: 'GET',
      path: '/clients/:clientid/subscriptions',
      tag,
      summary: 'What a client has subscribed to',
      params: clientParams,
      errors: ['CLIENTID_NOT_FOUND'],
      async handle({ params }) {
        if ((await find(params.clientid)) === undefined) return unknown;
        const { rows } = await engine.subscriptions({ clientid: params.clientid, limit: 10_000 });
        return json(rows.map((one) => subscriptionRecord(one, node)));
      },
    }),
  ];
}
