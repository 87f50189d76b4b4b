import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import type { Session, Subscription } from '../state.ts';

/** Ends one subscription of a session, whoever wants it to end. */
export function unsubscribe(
  core: Core,
  session: Session,
  subscription: Subscription,
  properties: Readonly<Record<string, unknown>> | undefined,
): void {
  session.subscriptions.delete(subscription.filter);
  core.subscriptions.remove(subscription);
  session.backlog = session.backlog.filter((backlog) => backlog.subscription !== subscription);
  if (session.stored > 0) core.storage?.unsubscribed(subscription);
  core.counters.named['client.unsubscribe']++;
  core.hooks.unsubscribed?.(session.info, subscription.filter, subscription.qos, properties);
}

/** Ends the subscriptions that `client` may not have (any more); gives whether there were any. */
export function endForbidden(core: Core, session: Session, client: ClientInfo, isSuperuser: boolean): boolean {
  const forbidden = [...session.subscriptions.values()].filter(
    ({ pattern, qos }) => !core.access.may(client, isSuperuser, { action: 'subscribe', topic: pattern, qos }),
  );
  for (const subscription of forbidden) unsubscribe(core, session, subscription, undefined);
  return forbidden.length > 0;
}
