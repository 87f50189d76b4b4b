import type { ChannelConfig } from '@sluice/contract';
import type { StreamRecord, Take } from '../driver.ts';
import { encodingFrom } from './encoding.ts';

/** A message as a consumer of a streaming system reads it. */
export interface Read extends Omit<StreamRecord, 'key'> {
  /** Empty: without key. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/**
 * How messages of a streaming system reach the rules: keys and values encoded as the source says. Hands over in order;
 * settles when the rules have taken over all of them, rejects when they could not.
 */
export type Intake = (messages: readonly Read[]) => Promise<void>;

export function createIntake(
  { parameters }: ChannelConfig,
  from: { readonly topic: string; readonly server: string },
  take: Take,
): Intake {
  const encodeKey = encodingFrom(parameters.key_encoding_mode);
  const encodeValue = encodingFrom(parameters.value_encoding_mode);
  return async (messages) => {
    const pending: Promise<void>[] = [];
    for (const { key, value, ...record } of messages) {
      const safe = take({
        ...from,
        payload: encodeValue(value),
        qos: 1,
        retain: false,
        dup: false,
        properties: undefined,
        record: { ...record, key: Buffer.from(encodeKey(key)).toString() },
      });
      if (safe !== undefined) pending.push(safe);
    }
    if (pending.length > 0) await Promise.all(pending);
  };
}
