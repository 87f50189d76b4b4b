import type { Core } from './core.ts';
import type { Message } from './message.ts';
import type { Connection, Session, Subscription } from './state.ts';
import { covers } from './topics.ts';
import type {
  ClientQuery,
  ClientView,
  Page,
  RetainedQuery,
  RetainedView,
  SubscriptionQuery,
  SubscriptionView,
  TopicQuery,
  Window,
} from './views.ts';

/**
 * What the broker shows of itself: copies, a page at a time. Only what is shown is copied, so that a list of 100,000 clients
 * holds up messages for as long as counting them takes.
 */

export function listClients(core: Core, query: ClientQuery): Page<ClientView> {
  const { clientids } = query;
  const sessions =
    clientids === undefined
      ? core.sessions.values()
      : [...new Set(clientids)].flatMap((id) => core.sessions.get(id) ?? []);
  const isEverything = Object.keys(query).every((key) => key === 'offset' || key === 'limit');
  const fits = isEverything ? undefined : (session: Session) => fitsClient(session, query);
  return pageOf(sessions, query, fits, (session) => clientView(core, session), core.sessions.size);
}

export function listSubscriptions(core: Core, query: SubscriptionQuery): Page<SubscriptionView> {
  const { clientid, filter, group, qos, within } = query;
  const one = clientid === undefined ? undefined : core.sessions.get(clientid);
  const sessions = clientid === undefined ? core.sessions.values() : one === undefined ? [] : [one];
  function* all(): Generator<Subscription> {
    for (const session of sessions) yield* session.subscriptions.values();
  }
  const isEverything = [clientid, filter, group, qos, within].every((part) => part === undefined);
  const fits = (subscription: Subscription): boolean =>
    (filter ?? subscription.filter) === subscription.filter &&
    (group ?? subscription.group) === subscription.group &&
    (qos ?? subscription.qos) === subscription.qos &&
    (within === undefined || covers(within, subscription.pattern));
  return pageOf(all(), query, isEverything ? undefined : fits, subscriptionView, core.subscriptions.size);
}

export function listTopics(core: Core, query: TopicQuery): Page<string> {
  const { filter } = query;
  const fits = filter === undefined ? undefined : (one: string) => one === filter;
  return pageOf(core.subscriptions.filters(), query, fits, (one) => one, core.subscriptions.filterCount);
}

/** The expired ones are left out. */
export function listRetained(core: Core, query: RetainedQuery): Page<RetainedView> {
  const now = Date.now();
  const { filter, withPayload = false } = query;
  const view = (message: Message): RetainedView => retainedView(message, withPayload);
  if (filter === undefined)
    return pageOf(core.retained.all(), query, (message) => !message.hasExpired(now), view, core.retained.size);
  const found = core.retained.match(filter, now);
  return pageOf(found, query, undefined, view, found.length);
}

/** `total` is how many there are when `fits` is left out. */
function pageOf<T, View>(
  all: Iterable<T>,
  { offset = 0, limit = 100 }: Window,
  fits: ((item: T) => boolean) | undefined,
  view: (item: T) => View,
  total: number,
): Page<View> {
  const rows: View[] = [];
  let count = 0;
  for (const item of all) {
    if (fits !== undefined && !fits(item)) continue;
    if (count >= offset && rows.length < limit) rows.push(view(item));
    count++;
    if (fits === undefined && rows.length >= limit) return { rows, count: total };
  }
  return { rows, count };
}

function fitsClient({ clientid, info, connection, createdAt }: Session, query: ClientQuery): boolean {
  const { usernames, peerhost, isConnected, cleanStart, version, likeClientid, likeUsername } = query;
  const { createdFrom = 0, createdTo = Number.POSITIVE_INFINITY } = query;
  const { connectedFrom = 0, connectedTo = Number.POSITIVE_INFINITY } = query;
  return (
    (usernames === undefined || (info.username !== undefined && usernames.includes(info.username))) &&
    (peerhost ?? info.peerhost) === info.peerhost &&
    (isConnected === undefined || isConnected === (connection !== undefined)) &&
    (cleanStart ?? info.cleanStart) === info.cleanStart &&
    (version ?? info.version) === info.version &&
    (likeClientid === undefined || clientid.includes(likeClientid)) &&
    (likeUsername === undefined || info.username?.includes(likeUsername) === true) &&
    createdAt >= createdFrom &&
    createdAt <= createdTo &&
    info.connectedAt >= connectedFrom &&
    info.connectedAt <= connectedTo
  );
}

function clientView(core: Core, session: Session): ClientView {
  const { info, connection } = session;
  return {
    ...info,
    // Of no interest outside, and may be large.
    properties: undefined,
    isConnected: connection !== undefined,
    isSuperuser: connection?.isSuperuser === true,
    listener: connection?.peer.listener,
    expiryInterval: session.expiryInterval,
    createdAt: session.createdAt,
    disconnectedAt: connection === undefined ? session.disconnectedAt : undefined,
    subscriptions: session.subscriptions.size,
    maxSubscriptions: core.limits.maxSubscriptions,
    inflight: session.inflight.size,
    maxInflight: connection?.sendWindow ?? core.limits.maxInflight,
    queued: session.queue.length + session.burst.length,
    maxQueue: core.limits.maxQueue,
    awaitingRelease: session.received.size,
    maxAwaitingRelease: core.limits.receiveMaximum,
    dropped: session.dropped,
    traffic: traffic(connection),
  };
}

function traffic(connection: Connection | undefined): ClientView['traffic'] {
  return {
    receivedBytes: connection?.receivedBytes ?? 0,
    receivedPackets: connection?.receivedPackets ?? 0,
    receivedMessages: [...(connection?.messagesIn ?? [0, 0, 0])],
    sentBytes: connection?.sentBytes ?? 0,
    sentPackets: connection?.sentPackets ?? 0,
    sentMessages: [...(connection?.messagesOut ?? [0, 0, 0])],
  };
}

function subscriptionView(subscription: Subscription): SubscriptionView {
  const { session, filter, pattern, group, qos, noLocal, retainAsPublished, retainHandling } = subscription;
  return { clientid: session.clientid, filter, pattern, group, qos, noLocal, retainAsPublished, retainHandling };
}

function retainedView(message: Message, withPayload: boolean): RetainedView {
  const { id, topic, qos, receivedAt, expiresAt, from } = message;
  return {
    id,
    topic,
    qos,
    payload: withPayload ? new Uint8Array(message.payload) : undefined,
    receivedAt,
    expiresAt: expiresAt === 0 ? undefined : expiresAt,
    from: from && { ...from, properties: undefined },
  };
}

/** Takes the retained messages away whose topic fits, or all; gives how many there were. */
export function deleteRetained(core: Core, filter: string | undefined): number {
  const messages = filter === undefined ? [...core.retained.all()] : core.retained.match(filter, Date.now());
  for (const { topic } of messages) if (core.retained.delete(topic)) core.storage?.unretained(topic);
  return messages.length;
}
