import type { MqttSubscriptionView } from '@sluice/engine';

/** In EMQX's form. */
export function subscriptionRecord(subscription: MqttSubscriptionView, node: string) {
  const { clientid, filter, qos, noLocal, retainAsPublished, retainHandling } = subscription;
  return {
    clientid,
    topic: filter,
    qos,
    nl: noLocal ? 1 : 0,
    rap: retainAsPublished ? 1 : 0,
    rh: retainHandling,
    node,
    durable: false,
  };
}
