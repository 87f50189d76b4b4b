import type { IPublishPacket, MqttClient, Packet } from 'mqtt';
import type { Incoming, Take } from '../driver.ts';
import { targetOf } from '../reach.ts';
import type { MqttSettings } from './settings.ts';

/**
 * Acknowledges a message only when it is safe with the rules. The library acknowledges one message after the other;
 * here each acknowledgement waits for its own message, and the next message does not wait for it.
 */
export function holdAcknowledgements(client: MqttClient, settings: MqttSettings, take: Take): void {
  const safe = new Map<number, void | Promise<void>>();
  const server = targetOf(settings.address);
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish') return;
    const pending = take(incoming(packet, server));
    if (packet.messageId !== undefined && pending !== undefined) safe.set(packet.messageId, pending);
  });
  const internals = client as unknown as { _sendPacket: SendPacket };
  const sendPacket = internals._sendPacket.bind(client);
  internals._sendPacket = (packet, done, ...rest) => {
    const id = packet.cmd === 'puback' || packet.cmd === 'pubrec' ? packet.messageId : undefined;
    const pending = id === undefined ? undefined : safe.get(id);
    if (id === undefined || pending === undefined) {
      sendPacket(packet, done, ...rest);
      return;
    }
    safe.delete(id);
    done?.();
    // Not safe: no acknowledgement, so the other side sends it again.
    pending.then(
      () => {
        if (client.connected) sendPacket(packet);
      },
      () => client.end(true),
    );
  };
}

type SendPacket = (packet: Packet, done?: () => void, ...rest: unknown[]) => void;

function incoming(packet: IPublishPacket, server: string): Incoming {
  const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
  return {
    topic: packet.topic,
    payload,
    qos: packet.qos,
    retain: packet.retain,
    dup: packet.dup,
    properties: packet.properties === undefined ? undefined : { ...packet.properties },
    server,
  };
}
