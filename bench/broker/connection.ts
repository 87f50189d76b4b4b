import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';

/** One client on a raw socket: packets are taken apart by their length only, so that the client costs little. */
export interface BenchConnection {
  readonly socket: Socket;
  /** Called with each packet after CONNACK: its first byte, its content, and where that lies. */
  onPacket: (header: number, bytes: Buffer, body: number, end: number) => void;
  /** Called after the last packet of a read. */
  onBatch: () => void;
}

export interface ConnectOptions {
  readonly clientId: string;
  readonly clean?: boolean;
  /** Seconds. */
  readonly sessionExpiry?: number;
  readonly username?: string;
  readonly password?: string;
}

/** Connects as an MQTT 5 client; resolves at CONNACK, rejects when it refuses. */
export function openConnection(port: number, options: ConnectOptions): Promise<BenchConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection: BenchConnection = { socket, onPacket: () => {}, onBatch: () => {} };
    let isUp = false;
    let rest: Buffer | undefined;
    socket.on('connect', () => {
      const { clientId, clean = true, sessionExpiry = 0, username, password } = options;
      const credentials = username === undefined ? {} : { username, password: Buffer.from(password ?? '') };
      const properties = { receiveMaximum: 65_535, sessionExpiryInterval: sessionExpiry };
      const common = { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, keepalive: 0 } as const;
      socket.write(mqtt.generate({ ...common, clientId, clean, properties, ...credentials }));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${options.clientId}: the broker closed the connection`)));
    socket.on('data', (chunk) => {
      const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      while (bytes.length - at >= 2) {
        let body = at + 1;
        let length = 0;
        let shift = 0;
        let byte = 128;
        while (byte & 128 && body < bytes.length) {
          byte = bytes[body++] ?? 0;
          length |= (byte & 127) << shift;
          shift += 7;
        }
        if (byte & 128 || body + length > bytes.length) break;
        if (isUp) connection.onPacket(bytes[at] ?? 0, bytes, body, body + length);
        else {
          isUp = true;
          const code = bytes[body + 1];
          if (code === 0) resolve(connection);
          else reject(new Error(`${options.clientId}: refused with ${code}`));
        }
        at = body + length;
      }
      rest = at < bytes.length ? bytes.subarray(at) : undefined;
      connection.onBatch();
    });
  });
}

/** Subscribes; resolves at SUBACK. */
export function subscribe(connection: BenchConnection, topic: string, qos: 0 | 1): Promise<void> {
  const option = { topic, qos, nl: false, rap: false, rh: 0 };
  connection.socket.write(
    mqtt.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [option] }, { protocolVersion: 5 }),
  );
  return new Promise((resolve, reject) => {
    connection.onPacket = (header, bytes, _body, end) => {
      if (header !== 0x90) return;
      const code = bytes[end - 1] ?? 255;
      if (code <= 2) resolve();
      else reject(new Error(`subscribing to ${topic} was refused with ${code}`));
    };
  });
}
