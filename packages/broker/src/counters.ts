/**
 * What a broker counts beside packets, under EMQX's names. One flat object: counting is one addition, and what is the sum of
 * others is not counted.
 */
function createNamed() {
  return {
    'bytes.received': 0,
    'bytes.sent': 0,
    'packets.connack.error': 0,
    'packets.connack.auth_error': 0,
    'packets.publish.error': 0,
    'packets.publish.auth_error': 0,
    'packets.publish.inuse': 0,
    'packets.puback.missed': 0,
    'packets.pubrec.missed': 0,
    'packets.pubrel.missed': 0,
    'packets.pubcomp.missed': 0,
    'packets.subscribe.error': 0,
    'packets.subscribe.auth_error': 0,
    'packets.unsubscribe.error': 0,
    'messages.qos0.received': 0,
    'messages.qos1.received': 0,
    'messages.qos2.received': 0,
    'messages.qos0.sent': 0,
    'messages.qos1.sent': 0,
    'messages.qos2.sent': 0,
    'messages.publish': 0,
    'messages.acked': 0,
    'messages.dropped': 0,
    'messages.dropped.no_subscribers': 0,
    'delivery.dropped': 0,
    'delivery.dropped.no_local': 0,
    'delivery.dropped.too_large': 0,
    'delivery.dropped.qos0_msg': 0,
    'delivery.dropped.queue_full': 0,
    'delivery.dropped.expired': 0,
    'client.connect': 0,
    'client.connack': 0,
    'client.connected': 0,
    'client.disconnected': 0,
    'client.authenticate': 0,
    'client.auth.anonymous': 0,
    'client.subscribe': 0,
    'client.unsubscribe': 0,
    'session.created': 0,
    'session.resumed': 0,
    'session.takenover': 0,
    'session.discarded': 0,
    'session.terminated': 0,
    'authentication.success': 0,
    'authentication.success.anonymous': 0,
    'authentication.failure': 0,
    'authorization.allow': 0,
    'authorization.deny': 0,
    'authorization.superuser': 0,
    'authorization.matched.allow': 0,
    'authorization.matched.deny': 0,
    'authorization.nomatch': 0,
    'authorization.cache_hit': 0,
    'authorization.cache_miss': 0,
  };
}

export type Counted = ReturnType<typeof createNamed>;

export interface Counters {
  readonly named: Counted;
  /** Packets by their type in the first byte. */
  readonly packetsIn: Float64Array;
  readonly packetsOut: Float64Array;
}

export function createCounters(): Counters {
  return { named: createNamed(), packetsIn: new Float64Array(16), packetsOut: new Float64Array(16) };
}

/** Types of the packets a broker gets, and of those it sends. */
const RECEIVED = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
  auth: 15,
} as const;
const SENT = {
  connack: 2,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  suback: 9,
  unsuback: 11,
  pingresp: 13,
  disconnect: 14,
  auth: 15,
} as const;

export function readCounters({ named, packetsIn, packetsOut }: Counters): Record<string, number> {
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0);
  const sent = named['messages.qos0.sent'] + named['messages.qos1.sent'] + named['messages.qos2.sent'];
  const packets = (types: Readonly<Record<string, number>>, counts: Float64Array, way: string) =>
    Object.entries(types).map(([name, type]) => [`packets.${name}.${way}`, counts[type] ?? 0] as const);
  return {
    ...named,
    'packets.received': sum(packetsIn),
    'packets.sent': sum(packetsOut),
    'messages.received':
      named['messages.qos0.received'] + named['messages.qos1.received'] + named['messages.qos2.received'],
    'messages.sent': sent,
    'messages.delivered': sent,
    'client.authorize': named['authorization.cache_hit'] + named['authorization.cache_miss'],
    ...Object.fromEntries([...packets(RECEIVED, packetsIn, 'received'), ...packets(SENT, packetsOut, 'sent')]),
  };
}
