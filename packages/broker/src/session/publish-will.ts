import type { ClientInfo } from '../client-info.ts';
import type { Core } from '../core.ts';
import { Message } from '../message.ts';
import { publishMessage } from '../router.ts';
import type { Session } from '../state.ts';
import type { Will } from '../will.ts';

/** Publishes a will now, if its client may publish there. */
export function publishWill(core: Core, session: Session, will: Will, from: ClientInfo): void {
  // Who left it may have lost the privilege since.
  const isSuperuser = will.isSuperuser && core.access.isSuperuser(from.username);
  const deed = { action: 'publish', topic: will.topic, qos: will.qos, retain: will.retain } as const;
  if (!core.access.may(from, isSuperuser, deed, core)) return;
  const message = new Message(
    {
      topic: will.topic,
      topicBytes: Buffer.from(will.topic),
      payload: will.payload,
      qos: will.qos,
      retain: will.retain,
      dup: false,
      rawProperties: will.rawProperties,
      expiry: will.expiry,
      receivedAt: Date.now(),
      hops: 0,
      from,
      origin: session,
      frame: undefined,
    },
    core.ids,
  );
  publishMessage(core, message);
}
