import type { Session, Subscription, Target } from './state.ts';

export function mergeSubscriptions(session: Session, subscriptions: readonly Subscription[]): Target {
  let qos: 0 | 1 | 2 = 0;
  let retainAsPublished = false;
  let noLocal = false;
  let identifiers: number[] | undefined;
  for (const one of subscriptions) {
    if (one.qos > qos) qos = one.qos;
    if (one.retainAsPublished) retainAsPublished = true;
    if (one.noLocal) noLocal = true;
    if (one.identifier !== undefined) {
      identifiers ??= [];
      identifiers.push(one.identifier);
    }
  }
  return { session, subscriptions, qos, retainAsPublished, identifiers, noLocal };
}

/** A message goes out at the lower QoS of message and subscription (MQTT 5 §3.8.4). */
export function lowerQos(a: 0 | 1 | 2, b: 0 | 1 | 2): 0 | 1 | 2 {
  return Math.min(a, b) as 0 | 1 | 2;
}
