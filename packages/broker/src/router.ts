import type { Core } from './core.ts';
import type { Message } from './message.ts';
import { deliver, drop } from './session/deliver.ts';
import type { Target } from './state.ts';
import { lowerQos, mergeSubscriptions } from './subscription.ts';

/** Tells the owner of a new message; what throws there is a rejection, never a crash. */
export function announce(core: Core, message: Message): void | Promise<void> {
  if (core.hooks.publish === undefined) return undefined;
  let settled: void | Promise<void>;
  try {
    settled = core.hooks.publish(message);
  } catch (error) {
    core.reportError(error);
    settled = Promise.reject(error);
  }
  // Whoever waits for it sees the rejection; with nobody there it must not end the process.
  settled?.catch(() => {});
  return settled;
}

/** Announces, retains and routes a message that nobody waits for. */
export function publishMessage(core: Core, message: Message): void {
  announce(core, message);
  route(core, message);
}

/** Keeps the message if it is to be retained and gives it to every subscriber; returns how many there were. */
export function route(core: Core, message: Message): number {
  core.counters.named['messages.publish']++;
  if (message.retain) retain(core, message);
  const { targets, groups } = core.subscriptions.match(message.topic);
  let audience = 0;
  for (const target of targets) if (deliverTo(core, target, message)) audience++;
  for (const group of groups) {
    const member = group.pick();
    if (member === undefined) continue;
    audience++;
    const qos = lowerQos(message.qos, member.qos);
    const keepsRetain = member.retainAsPublished && message.retain;
    deliver(core, member.session, message, qos, keepsRetain, member.identifiers, group);
  }
  if (audience === 0) {
    core.counters.named['messages.dropped']++;
    core.counters.named['messages.dropped.no_subscribers']++;
    core.hooks.dropped?.(message, 'no_subscribers');
  }
  return audience;
}

function deliverTo(core: Core, to: Target, message: Message): boolean {
  let target = to;
  if (target.noLocal && message.origin === target.session) {
    const others = target.subscriptions.filter((subscription) => !subscription.noLocal);
    if (others.length === 0) {
      drop(core, target.session, message, 'no_local');
      return false;
    }
    target = mergeSubscriptions(target.session, others);
  }
  const qos = lowerQos(message.qos, target.qos);
  const keepsRetain = target.retainAsPublished && message.retain;
  deliver(core, target.session, message, qos, keepsRetain, target.identifiers, undefined);
  return true;
}

/** An empty payload takes the retained message of the topic away (MQTT 5 §3.3.1.3). */
function retain(core: Core, message: Message): void {
  if (message.payload.length === 0) {
    if (core.retained.delete(message.topic)) core.storage?.unretained(message.topic);
    return;
  }
  message.own();
  if (core.retained.set(message)) core.storage?.retained(message);
}
