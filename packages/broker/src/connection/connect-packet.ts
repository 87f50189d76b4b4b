import { topicNameFault } from '@sluice/contract';
import type { IConnectPacket } from 'mqtt-packet';
import { REASON } from '../reason-codes.ts';
import type { Will } from '../session/will.ts';
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
export function readConnect(packet: IConnectPacket): ConnectRequest | number {
  const version = packet.protocolVersion ?? 4;
  const properties = packet.properties as Readonly<Record<string, unknown>> | undefined;
  const clientid = packet.clientId;
  if (clientid.includes('\0') || packet.username?.includes('\0')) return REASON.malformedPacket;
  if (clientid === '' && (version === 3 || (version === 4 && packet.clean !== true))) return REASON.clientIdInvalid;
  if (version < 5 && packet.password !== undefined && packet.username === undefined) return REASON.malformedPacket;
  if (properties !== undefined && properties.authenticationMethod !== undefined) return REASON.badAuthMethod;
  if (!areSound(properties)) return REASON.protocolError;
  const will = readWill(packet);
  if (typeof will === 'number') return will;
  return {
    protocol: packet.protocolId ?? 'MQTT',
    version,
    isBridge: (packet as { bridgeMode?: boolean }).bridgeMode === true,
    clientid,
    username: packet.username,
    password: packet.password,
    cleanStart: packet.clean === true,
    keepalive: packet.keepalive ?? 0,
    will,
    properties,
    sessionExpiry: properties?.sessionExpiryInterval as number | undefined,
    receiveMaximum: (properties?.receiveMaximum as number | undefined) ?? 65_535,
    maxPacketSize: (properties?.maximumPacketSize as number | undefined) ?? 0,
    topicAliasMaximum: (properties?.topicAliasMaximum as number | undefined) ?? 0,
    wantsResponseInformation: properties?.requestResponseInformation === true,
  };
}

/** mqtt-packet turns a property that is there twice into an array and lets zeros through that the standard forbids. */
function areSound(properties: Readonly<Record<string, unknown>> | undefined): boolean {
  if (properties === undefined) return true;
  if (properties.receiveMaximum === 0 || properties.maximumPacketSize === 0) return false;
  return Object.values(properties).every((value) => !Array.isArray(value));
}

function readWill(packet: IConnectPacket): Will | undefined | number {
  const { will } = packet;
  if (will === undefined) return undefined;
  const qos = will.qos ?? 0;
  if (qos > 2) return REASON.malformedPacket;
  if (topicNameFault(will.topic) !== undefined) return REASON.topicInvalid;
  const properties = will.properties as Readonly<Record<string, unknown>> | undefined;
  if (!areSound(properties)) return REASON.protocolError;
  return {
    topic: will.topic,
    payload: Buffer.from(will.payload),
    qos,
    retain: will.retain === true,
    rawProperties: encodeProperties(properties),
    expiry: properties?.messageExpiryInterval as number | undefined,
    delay: (properties?.willDelayInterval as number | undefined) ?? 0,
    isSuperuser: false,
  };
}
