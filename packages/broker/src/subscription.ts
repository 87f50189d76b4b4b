import type { Session } from './session/session.ts';
import type { Properties } from './wire/properties.ts';

/** One subscription of one session. */
export interface Subscription {
  readonly session: Session;
  /** As the client wrote it, with `$share/group/` where there is one. */
  readonly filter: string;
  /** What is matched: `filter` without `$share/group/`. */
  readonly pattern: string;
  /** Group of a shared subscription. */
  readonly group: string | undefined;
  readonly qos: 0 | 1 | 2;
  readonly noLocal: boolean;
  readonly retainAsPublished: boolean;
  readonly retainHandling: 0 | 1 | 2;
  readonly identifier: number | undefined;
  readonly properties: Properties | undefined;
}

/** All subscriptions of one session that fit a topic: it gets the message once, with the highest QoS of them. */
export interface Target {
  readonly session: Session;
  readonly subscriptions: readonly Subscription[];
  readonly qos: 0 | 1 | 2;
  readonly retainAsPublished: boolean;
  readonly identifiers: readonly number[] | undefined;
  readonly noLocal: boolean;
}

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
