import { topicNameFault } from '@sluice/contract';
import { REASON } from '../reason-codes.ts';
import { hasWildcard } from '../topics.ts';
import type { Will } from '../will.ts';
import type { ConnectFrame } from '../wire/connect.ts';
import type { Version } from '../wire/control.ts';
import { encodeProperties } from '../wire/properties.ts';

/** A CONNECT whose content makes sense. */
export interface ConnectRequest {
  readonly protocol: 'MQTT' | 'MQIsdp';
  readonly version: Version;
  readonly isBridge: boolean;
  /** Empty = the broker makes one up. */
  readonly clientid: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  readonly cleanStart: boolean;
  /** Seconds; 0 = none. */
  readonly keepalive: number;
  readonly will: Will | undefined;
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  /** Seconds; `undefined` = not given (MQTT 5 only). */
  readonly sessionExpiry: number | undefined;
  readonly receiveMaximum: number;
  /** 0 = any. */
  readonly maxPacketSize: number;
  readonly topicAliasMaximum: number;
  readonly wantsResponseInformation: boolean;
}

/** Either a request, or the reason code of the refusal. */
export function readConnect(frame: ConnectFrame): ConnectRequest | number {
  const { version, properties, clientid, cleanStart } = frame;
  if (clientid === '' && (version === 3 || (version === 4 && !cleanStart))) return REASON.clientIdInvalid;
  if (properties?.authenticationMethod !== undefined) return REASON.badAuthMethod;
  if (properties?.authenticationData !== undefined) return REASON.protocolError;
  if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0) return REASON.protocolError;
  const will = frame.will && readWill(frame.will);
  if (typeof will === 'number') return will;
  return {
    protocol: frame.protocol,
    version,
    isBridge: frame.isBridge,
    clientid,
    username: frame.username,
    password: frame.password,
    cleanStart,
    keepalive: frame.keepalive,
    will,
    properties,
    sessionExpiry: properties?.sessionExpiryInterval as number | undefined,
    receiveMaximum: (properties?.receiveMaximum as number | undefined) ?? 65_535,
    maxPacketSize: (properties?.maximumPacketSize as number | undefined) ?? 0,
    topicAliasMaximum: (properties?.topicAliasMaximum as number | undefined) ?? 0,
    wantsResponseInformation: properties?.requestResponseInformation === true,
  };
}

function readWill({ topic, payload, qos, retain, properties }: NonNullable<ConnectFrame['will']>): Will | number {
  if (topicNameFault(topic) !== undefined) return REASON.topicInvalid;
  const responseTopic = properties?.responseTopic as string | undefined;
  if (responseTopic !== undefined && hasWildcard(responseTopic)) return REASON.protocolError;
  return {
    topic,
    payload,
    qos,
    retain,
    rawProperties: encodeProperties(properties),
    expiry: properties?.messageExpiryInterval as number | undefined,
    delay: (properties?.willDelayInterval as number | undefined) ?? 0,
    isSuperuser: false,
  };
}
