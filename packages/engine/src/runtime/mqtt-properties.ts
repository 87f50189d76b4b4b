import { isUtf8 } from 'node:buffer';
import type { Value } from '@sluice/rulesql';

/** Names of MQTT 5 properties: in rules (as the standard writes them) and in `mqtt-packet`. */
const NAMES = {
  'Payload-Format-Indicator': 'payloadFormatIndicator',
  'Message-Expiry-Interval': 'messageExpiryInterval',
  'Content-Type': 'contentType',
  'Response-Topic': 'responseTopic',
  'Correlation-Data': 'correlationData',
  'Subscription-Identifier': 'subscriptionIdentifier',
  'Session-Expiry-Interval': 'sessionExpiryInterval',
  'Assigned-Client-Identifier': 'assignedClientIdentifier',
  'Server-Keep-Alive': 'serverKeepAlive',
  'Authentication-Method': 'authenticationMethod',
  'Authentication-Data': 'authenticationData',
  'Request-Problem-Information': 'requestProblemInformation',
  'Request-Response-Information': 'requestResponseInformation',
  'Response-Information': 'responseInformation',
  'Server-Reference': 'serverReference',
  'Reason-String': 'reasonString',
  'Receive-Maximum': 'receiveMaximum',
  'Topic-Alias-Maximum': 'topicAliasMaximum',
  'Topic-Alias': 'topicAlias',
  'Will-Delay-Interval': 'willDelayInterval',
  'Maximum-Packet-Size': 'maximumPacketSize',
} as const;

const TO_RULE: ReadonlyMap<string, string> = new Map(Object.entries(NAMES).map(([rule, wire]) => [wire, rule]));

const NO_PROPERTIES: Value = Object.freeze({ 'User-Property': Object.freeze({}) });

type Properties = Readonly<Record<string, unknown>>;

/** Properties as a rule sees them: `User-Property` is always there, `User-Property-Pairs` when there are any. */
export function ruleProperties(properties: Properties | undefined): Value {
  if (properties === undefined) return NO_PROPERTIES;
  const result: Record<string, Value> = {};
  for (const [name, value] of Object.entries(properties)) {
    const known = TO_RULE.get(name);
    if (known !== undefined && value !== undefined) result[known] = propertyValue(value);
  }
  const user: Record<string, Value> = {};
  const pairs: Value[] = [];
  for (const [key, value] of userPairs(properties)) {
    Object.defineProperty(user, key, { value, enumerable: true, configurable: true, writable: true });
    pairs.push({ key, value });
  }
  result['User-Property'] = user;
  if (pairs.length > 0) result['User-Property-Pairs'] = pairs;
  return result;
}

function* userPairs(properties: Properties): Generator<readonly [string, string]> {
  const user = properties.userProperties;
  if (typeof user !== 'object' || user === null) return;
  for (const [key, value] of Object.entries(user)) {
    for (const one of Array.isArray(value) ? value : [value]) yield [key, String(one)];
  }
}

function propertyValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return textOrBytes(value);
  return value;
}

/** The value of bytes: a string where they are UTF-8, the bytes where not. */
export function textOrBytes(bytes: Uint8Array): string | Uint8Array {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : bytes;
}

/** The five properties that a republish may set, from their rendered texts; what does not fit its type is left out. */
export function publishProperties(rendered: Readonly<Record<string, string>>): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(rendered)) {
    switch (name) {
      case 'Payload-Format-Indicator':
        if (text === '0' || text === '1') properties.payloadFormatIndicator = text === '1';
        break;
      case 'Message-Expiry-Interval':
        if (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff) properties.messageExpiryInterval = Number(text);
        break;
      case 'Content-Type':
        properties.contentType = text;
        break;
      case 'Response-Topic':
        properties.responseTopic = text;
        break;
      case 'Correlation-Data':
        properties.correlationData = Buffer.from(text);
        break;
    }
  }
  return properties;
}
