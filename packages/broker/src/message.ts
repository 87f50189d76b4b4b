import type { ClientInfo } from './client-info.ts';
import type { Message as PublicMessage } from './hooks.ts';
import type { MessageIds } from './message-id.ts';
import { decodeProperties, NO_BYTES, type Properties } from './wire/properties.ts';

/** What a message is made of; `topicBytes` and `rawProperties` may lie in the buffer the packet arrived in. */
export interface MessageParts {
  readonly topic: string;
  readonly topicBytes: Buffer;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly dup: boolean;
  /** PUBLISH properties as they go to subscribers. */
  readonly rawProperties: Buffer;
  /** Seconds; `undefined` = never expires. */
  readonly expiry: number | undefined;
  readonly receivedAt: number;
  readonly hops: number;
  /** Not kept on disk. */
  readonly via?: readonly string[] | undefined;
  readonly from: ClientInfo | undefined;
  /** Session of the publisher, for "no local": it is compared, never looked into. */
  readonly origin: object | undefined;
  /** The packet as it arrived when it can go out unchanged to a subscriber of the same protocol at QoS 0. */
  readonly frame: Buffer | undefined;
  /** Id of a message that comes back from storage; `undefined` takes a new one. */
  readonly id?: string;
}

/** A message in the broker. A class because millions of them live at once: id and properties are made when asked for. */
export class Message implements PublicMessage {
  readonly topic: string;
  topicBytes: Buffer;
  payload: Buffer;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly dup: boolean;
  rawProperties: Buffer;
  readonly receivedAt: number;
  readonly hops: number;
  readonly via: readonly string[] | undefined;
  readonly from: ClientInfo | undefined;
  readonly origin: object | undefined;
  /** Unix time in ms; 0 = never. */
  readonly expiresAt: number;
  /** QoS 0 packets that are the same for many subscribers, by version (3.x, 5) and retain flag. */
  readonly shared: (Buffer | undefined)[];
  /** Number in the storage; 0 = not stored. */
  stored = 0;
  /** Generation of the log that holds its content. */
  storedIn = 0;

  private owned = false;
  private readonly ids: MessageIds;
  private readonly idTime: number;
  private readonly idSequence: number;
  private idText: string | undefined;
  private decoded: Properties | undefined;

  constructor(parts: MessageParts, ids: MessageIds) {
    this.topic = parts.topic;
    this.topicBytes = parts.topicBytes;
    this.payload = parts.payload;
    this.qos = parts.qos;
    this.retain = parts.retain;
    this.dup = parts.dup;
    this.rawProperties = parts.rawProperties;
    this.receivedAt = parts.receivedAt;
    this.hops = parts.hops;
    this.via = parts.via;
    this.from = parts.from;
    this.origin = parts.origin;
    this.expiresAt = parts.expiry === undefined ? 0 : parts.receivedAt + parts.expiry * 1000;
    const isV5 = parts.from?.version === 5;
    this.shared = [isV5 ? undefined : parts.frame, undefined, isV5 ? parts.frame : undefined, undefined];
    this.ids = ids;
    this.idText = parts.id;
    const id = ids.next(parts.receivedAt);
    this.idTime = id.time;
    this.idSequence = id.sequence;
  }

  get id(): string {
    this.idText ??= this.ids.format(this.idTime, this.idSequence);
    return this.idText;
  }

  get properties(): Properties | undefined {
    if (this.rawProperties === NO_BYTES || this.rawProperties.length === 0) return undefined;
    this.decoded ??= decodeProperties(this.rawProperties);
    return this.decoded;
  }

  /**
   * Copies the content out of the network buffer, so that a message that is kept (queue, retained, in flight) does not keep
   * the 64 KiB around it.
   */
  own(): this {
    if (this.owned) return this;
    this.owned = true;
    const { topicBytes, rawProperties, payload } = this;
    const copy = Buffer.allocUnsafe(topicBytes.length + rawProperties.length + payload.length);
    copy.set(topicBytes, 0);
    copy.set(rawProperties, topicBytes.length);
    copy.set(payload, topicBytes.length + rawProperties.length);
    this.topicBytes = copy.subarray(0, topicBytes.length);
    this.rawProperties = copy.subarray(topicBytes.length, topicBytes.length + rawProperties.length);
    this.payload = copy.subarray(topicBytes.length + rawProperties.length);
    this.shared.fill(undefined);
    return this;
  }

  /** Bytes it holds, for the bounds of queues. */
  get size(): number {
    return this.payload.length + this.rawProperties.length + this.topicBytes.length;
  }

  hasExpired(now: number): boolean {
    return this.expiresAt > 0 && now >= this.expiresAt;
  }
}
