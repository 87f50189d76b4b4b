/** How a property is written. */
export type Shape = 'flag' | 'u16' | 'u32' | 'varint' | 'text' | 'binary' | 'pair';

export interface PropertyKind {
  /** As in `mqtt-packet`. */
  readonly name: string;
  readonly shape: Shape;
}

/** Every property that a client may send, by its identifier (MQTT 5 §2.2.2.2). */
export const PROPERTY_KINDS: Readonly<Record<number, PropertyKind>> = {
  1: { name: 'payloadFormatIndicator', shape: 'flag' },
  2: { name: 'messageExpiryInterval', shape: 'u32' },
  3: { name: 'contentType', shape: 'text' },
  8: { name: 'responseTopic', shape: 'text' },
  9: { name: 'correlationData', shape: 'binary' },
  11: { name: 'subscriptionIdentifier', shape: 'varint' },
  17: { name: 'sessionExpiryInterval', shape: 'u32' },
  21: { name: 'authenticationMethod', shape: 'text' },
  22: { name: 'authenticationData', shape: 'binary' },
  23: { name: 'requestProblemInformation', shape: 'flag' },
  24: { name: 'willDelayInterval', shape: 'u32' },
  25: { name: 'requestResponseInformation', shape: 'flag' },
  31: { name: 'reasonString', shape: 'text' },
  33: { name: 'receiveMaximum', shape: 'u16' },
  34: { name: 'topicAliasMaximum', shape: 'u16' },
  35: { name: 'topicAlias', shape: 'u16' },
  38: { name: 'userProperties', shape: 'pair' },
  39: { name: 'maximumPacketSize', shape: 'u32' },
};

/** Those that may be in a packet. */
export const PROPERTIES_OF = {
  connect: new Set([17, 21, 22, 23, 25, 33, 34, 38, 39]),
  will: new Set([1, 2, 3, 8, 9, 24, 38]),
  publish: new Set([1, 2, 3, 8, 9, 35, 38]),
  acknowledgement: new Set([31, 38]),
  subscribe: new Set([11, 38]),
  unsubscribe: new Set([38]),
  disconnect: new Set([17, 31, 38]),
} as const;

/** Adds one user property; several of one name become a list. */
export function addUserProperty(found: Record<string, unknown>, key: string, value: string): void {
  found.userProperties ??= Object.create(null);
  const pairs = found.userProperties as Record<string, string | string[]>;
  const before = pairs[key];
  if (before === undefined) pairs[key] = value;
  else if (Array.isArray(before)) before.push(value);
  else pairs[key] = [before, value];
}
