import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import type { Session } from '../state.ts';
import { lowerQos } from '../subscription.ts';
import type { Will } from '../will.ts';
import { deliver, discard, drop } from './deliver.ts';
import { publishWill } from './publish-will.ts';
import { NEVER } from './session.ts';
import { endStrain } from './strain.ts';

/** The connection of a session is gone: the session ends now, or waits for its client. */
export function leaveSession(core: Core, session: Session, will: Will | undefined, from: ClientInfo): void {
  for (let item = session.burst.shift(); item; item = session.burst.shift())
    drop(core, session, item.message, 'qos0_msg');
  session.isSlow = false;
  endStrain(session);
  session.backlog = [];
  session.resend = [];
  const now = Date.now();
  if (will !== undefined) {
    if (will.delay === 0 || session.expiryInterval === 0) publishWill(core, session, will, from);
    else session.will = { will, from, dueAt: now + will.delay * 1000 };
  }
  if (session.expiryInterval === 0) {
    endSession(core, session);
    return;
  }
  session.expiresAt = session.expiryInterval === NEVER ? 0 : now + session.expiryInterval * 1000;
  core.waiting.add(session);
  if (session.stored > 0) core.storage?.session(session);
}

/** Forgets a session. What waits in it for a shared subscription goes to another member; a will that waits is published. */
export function endSession(core: Core, session: Session): void {
  if (session.ended) return;
  session.ended = true;
  core.counters.named['session.terminated']++;
  core.waiting.delete(session);
  if (core.sessions.get(session.clientid) === session) core.sessions.delete(session.clientid);
  for (const subscription of session.subscriptions.values()) core.subscriptions.remove(subscription);
  session.subscriptions.clear();
  if (session.will !== undefined) {
    const { will, from } = session.will;
    session.will = undefined;
    publishWill(core, session, will, from);
  }
  for (const delivery of [...session.inflight.values(), ...session.queue]) {
    const heir = delivery.released ? undefined : delivery.group?.pick(session);
    if (heir === undefined || delivery.group === undefined) {
      if (delivery.packetId === 0) discard(core, session, delivery, 'session_ended');
      continue;
    }
    const qos = lowerQos(delivery.qos, heir.qos);
    deliver(core, heir.session, delivery.message, qos, delivery.retain, heir.identifiers, delivery.group);
  }
  session.inflight.clear();
  if (session.stored > 0) core.storage?.ended(session);
}
