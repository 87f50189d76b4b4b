import type { BrokerHooks, Message } from '@sluice/broker';
import { ruleInput } from './event-columns.ts';
import { EVENT_TABLES } from './events.ts';
import type { OwnBridges } from './own-bridges.ts';
import { type RuleSet, runRules } from './rule-set.ts';

/** Messages since the start. */
export interface MessageCounts {
  received: number;
  sent: number;
}

/** Turns what happens in the broker into events of the rules. Events that no rule names cost one look-up. */
export function brokerHooks(
  rules: RuleSet,
  node: string,
  counts: MessageCounts,
  bridges: Pick<OwnBridges, 'arrived'>,
): BrokerHooks {
  const running = (promise: void | Promise<void>): void => {
    // Nobody waits for these; a full disk shows in the state of the action.
    if (promise !== undefined) promise.catch(() => {});
  };
  const key = (message: Message): string => message.from?.clientid ?? message.topic;

  return {
    publish(message) {
      counts.received++;
      const found = rules.forTopic(message.topic);
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), message };
      const via = message.from === undefined ? message.via : bridges.arrived(message.from.clientid);
      return runRules(
        found,
        ruleInput(EVENT_TABLES.messagePublish, event, key(message), message.qos, message.hops, via),
      );
    },
    delivered(message, to) {
      counts.sent++;
      const found = rules.forEvent('$events/message_delivered');
      if (found.length === 0 || isOfSystem(message)) return;
      const event = { node, timestamp: Date.now(), message, to };
      running(
        runRules(
          found,
          ruleInput(EVENT_TABLES.messageDelivered, event, to.clientid, message.qos, message.hops, message.via),
        ),
      );
    },
    acked(message, to, properties) {
      const found = rules.forEvent('$events/message_acked');
      if (found.length === 0 || isOfSystem(message)) return;
      const event = { node, timestamp: Date.now(), message, to, properties };
      running(
        runRules(
          found,
          ruleInput(EVENT_TABLES.messageAcked, event, to.clientid, message.qos, message.hops, message.via),
        ),
      );
    },
    dropped(message, reason) {
      const found = rules.forEvent('$events/message_dropped');
      if (found.length === 0 || isOfSystem(message)) return;
      const event = { node, timestamp: Date.now(), message, reason };
      running(
        runRules(
          found,
          ruleInput(EVENT_TABLES.messageDropped, event, key(message), message.qos, message.hops, message.via),
        ),
      );
    },
    deliveryDropped(message, to, reason) {
      const found = rules.forEvent('$events/delivery_dropped');
      if (found.length === 0 || isOfSystem(message)) return;
      const event = { node, timestamp: Date.now(), message, to, reason };
      running(
        runRules(
          found,
          ruleInput(EVENT_TABLES.deliveryDropped, event, to.clientid, message.qos, message.hops, message.via),
        ),
      );
    },
    // What happens to clients has no QoS of its own; it is kept like QoS 1.
    connected(client) {
      const found = rules.forEvent('$events/client_connected');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client };
      running(runRules(found, ruleInput(EVENT_TABLES.clientConnected, event, client.clientid, 1)));
    },
    connack(client, reasonCode) {
      const found = rules.forEvent('$events/client_connack');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, reasonCode };
      running(runRules(found, ruleInput(EVENT_TABLES.clientConnack, event, client.clientid, 1)));
    },
    disconnected(client, reason, properties) {
      const found = rules.forEvent('$events/client_disconnected');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, reason, properties };
      running(runRules(found, ruleInput(EVENT_TABLES.clientDisconnected, event, client.clientid, 1)));
    },
    authnComplete(client, reasonCode, isSuperuser, isAnonymous) {
      const found = rules.forEvent('$events/client_check_authn_complete');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, reasonCode, isSuperuser, isAnonymous };
      running(runRules(found, ruleInput(EVENT_TABLES.authnComplete, event, client.clientid, 1)));
    },
    authzComplete(client, action, topic, result, source) {
      const found = rules.forEvent('$events/client_check_authz_complete');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, action, topic, result, source };
      running(runRules(found, ruleInput(EVENT_TABLES.authzComplete, event, client.clientid, 1)));
    },
    subscribed(client, topic, qos, properties) {
      const found = rules.forEvent('$events/session_subscribed');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, topic, qos, properties };
      running(runRules(found, ruleInput(EVENT_TABLES.sessionSubscribed, event, client.clientid, 1)));
    },
    unsubscribed(client, topic, qos, properties) {
      const found = rules.forEvent('$events/session_unsubscribed');
      if (found.length === 0) return;
      const event = { node, timestamp: Date.now(), client, topic, qos, properties };
      running(runRules(found, ruleInput(EVENT_TABLES.sessionUnsubscribed, event, client.clientid, 1)));
    },
  };
}

/** What the broker tells of itself is nothing that happened. */
function isOfSystem({ topic, from }: Message): boolean {
  return from === undefined && topic.startsWith('$SYS/');
}
