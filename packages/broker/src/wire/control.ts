import mqtt, { type Packet } from 'mqtt-packet';

/** Version on the wire: 3 = MQTT 3.1, 4 = 3.1.1, 5 = 5.0. */
export type Version = 3 | 4 | 5;

/** Encodes what is not sent often enough to deserve an encoder of its own. */
export function encodeControl(packet: Packet, version: Version): Buffer {
  return mqtt.generate(packet, { protocolVersion: version });
}
