import { topicNameFault } from '@sluice/contract';
import type { Core } from './core.ts';
import { Message } from './message.ts';
import type { PublishOptions } from './types.ts';
import { encodeProperties, NO_BYTES } from './wire/properties.ts';

/**
 * A message that no client sent.
 * @throws RangeError when the topic or a property cannot be put on the wire.
 */
export function compose(core: Core, request: PublishOptions): Message {
  const { topic, payload, properties } = request;
  const topicBytes = Buffer.from(topic);
  if (topicNameFault(topic) !== undefined || topicBytes.length > 65_535)
    throw new RangeError(`"${topic.slice(0, 100)}" is no topic to publish to: it must not be empty or hold + or #.`);
  return new Message(
    {
      topic,
      topicBytes,
      payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
      qos: request.qos,
      retain: request.retain,
      dup: false,
      rawProperties: properties === undefined ? NO_BYTES : encodeProperties(properties),
      expiry: properties?.messageExpiryInterval as number | undefined,
      receivedAt: Date.now(),
      hops: request.hops ?? 0,
      via: request.via,
      from: request.from,
      origin: undefined,
      frame: undefined,
    },
    core.ids,
  );
}
