import type { Message } from '../message.ts';
import type { ShareGroup } from '../share-group.ts';

/** One message on its way to one session: waiting, or in flight under a packet id. */
export interface Delivery {
  readonly message: Message;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly identifiers: readonly number[] | undefined;
  /** Set when it came through a shared subscription: another member may take it over. */
  readonly group: ShareGroup | undefined;
  /** 0 while it waits. */
  packetId: number;
  /** QoS 2: the client has the message, the release handshake remains. */
  released: boolean;
  /** Number in the storage; 0 = not stored. */
  stored: number;
}
