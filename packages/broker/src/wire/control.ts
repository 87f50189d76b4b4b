import mqtt, { type Packet, type Parser } from 'mqtt-packet';

/** Version on the wire: 3 = MQTT 3.1, 4 = 3.1.1, 5 = 5.0. */
export type Version = 3 | 4 | 5;

/** Parses every packet but PUBLISH and the acknowledgements, one whole packet at a time. */
interface ControlParser {
  readonly parser: Parser;
  packet: Packet | undefined;
  failed: boolean;
}

/** Parsers keep no state between whole packets, so that all connections of a kind share one. */
const parsers = new Map<number, ControlParser>();
let connects: ControlParser | undefined;

function create(options: { protocolVersion: number; bridgeMode: boolean } | undefined): ControlParser {
  const parser = mqtt.parser(options);
  const control: ControlParser = { parser, packet: undefined, failed: false };
  parser.on('packet', (packet) => {
    control.packet ??= packet;
  });
  parser.on('error', () => {
    control.failed = true;
  });
  return control;
}

function run(control: ControlParser, frame: Buffer): Packet | undefined {
  control.packet = undefined;
  control.failed = false;
  try {
    const left = control.parser.parse(frame);
    const packet = control.packet as Packet | undefined;
    if (!control.failed && left === 0 && packet !== undefined) return packet;
  } catch {
    // The library reads past the end of some short packets: malformed like the rest.
  }
  return undefined;
}

/** One whole packet of a connected client; `undefined` when malformed. */
export function parseControl(frame: Buffer, version: Version, bridge: boolean): Packet | undefined {
  const key = version + (bridge ? 8 : 0);
  let control = parsers.get(key);
  if (control === undefined) {
    control = create({ protocolVersion: version, bridgeMode: bridge });
    parsers.set(key, control);
  }
  const packet = run(control, frame);
  if (packet === undefined) parsers.delete(key);
  return packet;
}

/** The first packet of a connection; `undefined` when it is no well-formed CONNECT. */
export function parseConnect(frame: Buffer): Extract<Packet, { cmd: 'connect' }> | undefined {
  connects ??= create(undefined);
  const packet = run(connects, frame);
  if (packet === undefined) connects = undefined;
  return packet?.cmd === 'connect' ? packet : undefined;
}

export function encodeControl(packet: Packet, version: Version): Buffer {
  return mqtt.generate(packet, { protocolVersion: version });
}

/** The protocol level of a CONNECT that names MQTT, before anything else of it is looked at. */
export function protocolLevel(frame: Buffer, body: number): number | undefined {
  if (body + 2 > frame.length) return undefined;
  const length = frame.readUInt16BE(body);
  const name = frame.toString('latin1', body + 2, body + 2 + length);
  return name === 'MQTT' || name === 'MQIsdp' ? frame[body + 2 + length] : undefined;
}
