import type { Core } from '../core.ts';
import { Message } from '../message.ts';
import { publishMessage } from '../router.ts';
import type { ClientInfo } from '../types.ts';
import type { Session } from './session.ts';

/** The last words of a client, published when it goes without saying so. */
export interface Will {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly rawProperties: Buffer;
  /** Message expiry in seconds. */
  readonly expiry: number | undefined;
  /** Seconds to wait for the client to come back. */
  readonly delay: number;
  /** No permission applied to the client that left it. */
  readonly isSuperuser: boolean;
}

/** A will that waits for its delay or the end of its session, whichever is first. */
export interface PendingWill {
  readonly will: Will;
  readonly from: ClientInfo;
  /** Unix time in ms. */
  readonly dueAt: number;
}

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
