import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import { REASON } from '../reason-codes.ts';
import { pump } from '../session/pump.ts';
import { unsubscribe } from '../session/unsubscribe.ts';
import type { Connection, Session, Subscription } from '../state.ts';
import { parseFilter } from '../topics.ts';
import { encodeControl } from '../wire/control.ts';
import type { SubscribeFrame, UnsubscribeFrame } from '../wire/subscribe.ts';
import { closeConnection } from './close.ts';
import { reply } from './replies.ts';

/** A client subscribes; retained messages follow the SUBACK. */
export function handleSubscribe(core: Core, connection: Connection, session: Session, frame: SubscribeFrame): void {
  const { packetId: messageId, wanted: subscriptions, properties } = frame;
  const identifier = properties?.subscriptionIdentifier as number | undefined;
  const granted: number[] = [];
  const added: { readonly subscription: Subscription; readonly isNew: boolean }[] = [];
  for (const wanted of subscriptions) {
    const parsed = parseFilter(wanted.filter, core.limits.maxTopicLevels);
    if (parsed?.group !== undefined && wanted.noLocal && connection.version === 5) {
      closeConnection(core, connection, 'protocol_error', { code: REASON.protocolError });
      return;
    }
    const isFull = session.subscriptions.size >= core.limits.maxSubscriptions;
    if (parsed === undefined) {
      core.counters.named['packets.subscribe.error']++;
      granted.push(REASON.filterInvalid);
    } else if (!maySubscribe(core, connection, parsed.pattern, wanted.qos)) {
      core.counters.named['packets.subscribe.auth_error']++;
      if (core.access.disconnectsOnDeny) {
        closeConnection(core, connection, 'not_authorized', { code: REASON.notAuthorized });
        return;
      }
      granted.push(REASON.notAuthorized);
    } else if (isFull && !session.subscriptions.has(wanted.filter)) granted.push(REASON.quotaExceeded);
    else {
      const subscription: Subscription = {
        session,
        filter: wanted.filter,
        pattern: parsed.pattern,
        group: parsed.group,
        qos: wanted.qos,
        noLocal: wanted.noLocal,
        retainAsPublished: wanted.retainAsPublished,
        retainHandling: wanted.retainHandling,
        identifier,
        properties,
      };
      added.push({ subscription, isNew: !session.subscriptions.has(wanted.filter) });
      session.subscriptions.set(wanted.filter, subscription);
      core.subscriptions.add(subscription);
      if (session.stored > 0) core.storage?.subscribed(subscription);
      granted.push(wanted.qos);
    }
  }
  const codes = connection.version === 5 ? granted : granted.map((code) => (code > 2 ? 128 : code));
  const suback = encodeControl({ cmd: 'suback', messageId, granted: codes }, connection.version);
  if (isTooLarge(core, connection, suback)) return;
  reply(core, connection, suback, undefined, storedUpTo(core, session));
  for (const { subscription, isNew } of added) {
    core.counters.named['client.subscribe']++;
    core.hooks.subscribed?.(connection.info as ClientInfo, subscription.filter, subscription.qos, properties);
    queueRetained(core, session, subscription, isNew);
    if (core.system !== undefined && subscription.pattern.startsWith('$SYS/')) core.system.due = 0;
  }
  pump(core, session);
}

function maySubscribe(core: Core, connection: Connection, topic: string, qos: 0 | 1 | 2): boolean {
  const info = connection.info as ClientInfo;
  return core.access.may(info, connection.isSuperuser, { action: 'subscribe', topic, qos }, core);
}

/** An answer that the client does not take must not be sent (MQTT 5 §3.1.2.11.4), and without it nothing works. */
function isTooLarge(core: Core, connection: Connection, packet: Buffer): boolean {
  if (connection.maxPacketSize === 0 || packet.length <= connection.maxPacketSize) return false;
  closeConnection(core, connection, 'packet_too_large', { code: REASON.packetTooLarge });
  return true;
}

/** What has been changed for a stored session is safe when the storage is here. */
function storedUpTo(core: Core, session: Session): number {
  return session.stored > 0 ? (core.storage?.position ?? 0) : 0;
}

function queueRetained(core: Core, session: Session, subscription: Subscription, isNew: boolean): void {
  if (subscription.group !== undefined || subscription.retainHandling === 2) return;
  if (subscription.retainHandling === 1 && !isNew) return;
  const messages = core.retained.match(subscription.pattern, Date.now());
  if (messages.length > 0) session.backlog.push({ messages, subscription, next: 0 });
}

export function handleUnsubscribe(
  core: Core,
  connection: Connection,
  session: Session,
  { packetId: messageId, filters, properties }: UnsubscribeFrame,
): void {
  const granted: number[] = [];
  for (const filter of filters) {
    const subscription = session.subscriptions.get(filter);
    if (subscription === undefined) {
      core.counters.named['packets.unsubscribe.error']++;
      granted.push(REASON.noSubscriptionExisted);
      continue;
    }
    unsubscribe(core, session, subscription, properties);
    granted.push(REASON.success);
  }
  const unsuback = encodeControl({ cmd: 'unsuback', messageId, granted }, connection.version);
  if (isTooLarge(core, connection, unsuback)) return;
  reply(core, connection, unsuback, undefined, storedUpTo(core, session));
}
