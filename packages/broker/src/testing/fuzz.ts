import { Duplex } from 'node:stream';
import mqtt, { type Packet } from 'mqtt-packet';
import { assembleCore } from '../assemble.ts';
import { attach } from '../connection/attach.ts';
import type { Core } from '../core.ts';
import { sweep } from '../sweep.ts';
import { createRandom, type Random } from './random.ts';

export interface FuzzResult {
  /** Faults inside the broker: there must be none. */
  readonly errors: readonly unknown[];
  /** Packets of the broker that its own wire library cannot read: there must be none. */
  readonly unreadable: readonly string[];
  /** Messages that were published. */
  readonly accepted: number;
  readonly core: Core;
}

const TOPICS = [
  'a',
  'a/b',
  'a/+/c',
  '#',
  '+',
  '$share/g/a',
  '$SYS/x',
  '',
  'a/#/b',
  '\u0000',
  'x'.repeat(300),
  '/',
  'ä/€',
];

/** Feeds the broker sequences of packets of which most are damaged, in random pieces, over many connections. */
export async function fuzz(seed: number, packets: number): Promise<FuzzResult> {
  const random = createRandom(seed);
  const errors: unknown[] = [];
  const unreadable: string[] = [];
  let accepted = 0;
  const core = assembleCore({
    limits: { maxPacketSize: 4096, maxQueue: 20, maxRetained: 50, legacySessionExpiry: 60 },
    access: { anonymous: 'always' },
    onError: (error) => errors.push(error),
    hooks: {
      publish: (message) => {
        accepted++;
        // Reading everything an owner can read.
        JSON.stringify([message.id, message.topic, message.properties, message.payload.length]);
        if (random.chance(0.05)) return random.chance(0.5) ? Promise.resolve() : Promise.reject(new Error('no'));
        return undefined;
      },
    },
  });
  let sent = 0;
  while (sent < packets) {
    const version = random.pick([3, 4, 5] as const);
    const { stream, output } = fakeStream(random);
    attach(core, stream, {
      peerhost: '10.0.0.1',
      peerport: 1,
      sockname: '10.0.0.2:1883',
      listener: 'tcp',
      port: 1883,
      certificateName: undefined,
      closedReason: 'tcp_closed',
    });
    const parts: Buffer[] = [
      random.chance(0.9) ? encode(connectPacket(random, version), version) : anyPacket(random, version),
    ];
    const count = random.below(30);
    for (let i = 0; i < count; i++) parts.push(anyPacket(random, version));
    sent += parts.length;
    const intact = random.chance(0.3);
    const bytes = Buffer.concat(parts.map((part, i) => (i === 0 || intact ? part : mutate(random, part))));
    for (let at = 0; at < bytes.length; ) {
      const size = random.chance(0.1) ? 1 : 1 + random.below(bytes.length);
      stream.push(bytes.subarray(at, at + size));
      at += size;
      if (random.chance(0.2)) await new Promise(setImmediate);
    }
    if (random.chance(0.8)) stream.push(null);
    await new Promise(setImmediate);
    checkOutput(output(), version, unreadable);
    if (random.chance(0.05)) sweep(core, Date.now() + random.below(200_000));
  }
  return { errors, unreadable, accepted, core };
}

/** A stream whose other end is this file; now and then it takes nothing. */
function fakeStream(random: Random): { stream: Duplex; output: () => Buffer } {
  const written: Buffer[] = [];
  const isDeaf = random.chance(0.05);
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      if (!isDeaf) done();
    },
  });
  return { stream, output: () => Buffer.concat(written) };
}

function checkOutput(bytes: Buffer, version: 3 | 4 | 5, unreadable: string[]): void {
  const parser = mqtt.parser({ protocolVersion: version });
  parser.on('error', (error: Error) => unreadable.push(`${error.message}: ${bytes.toString('hex').slice(0, 200)}`));
  parser.on('packet', () => {});
  parser.parse(bytes);
}

function encode(packet: Packet, protocolVersion: 3 | 4 | 5): Buffer {
  try {
    return mqtt.generate(packet, { protocolVersion });
  } catch {
    // The library refuses to write some of what a hostile client can.
    return Buffer.from('c000', 'hex');
  }
}

function connectPacket(random: Random, version: 3 | 4 | 5): Packet {
  const will = {
    topic: random.pick(TOPICS),
    payload: Buffer.from('will'),
    qos: random.pick([0, 1, 2] as const),
    retain: random.chance(0.3),
    ...(version === 5 && { properties: { willDelayInterval: random.below(3) } }),
  };
  return {
    cmd: 'connect',
    protocolId: version === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: version,
    clientId: `c${random.below(20)}`,
    clean: random.chance(0.5),
    keepalive: random.below(100),
    ...(random.chance(0.3) && { username: 'u', password: Buffer.from('p') }),
    ...(random.chance(0.3) && { will }),
    ...(version === 5 &&
      random.chance(0.7) && {
        properties: {
          sessionExpiryInterval: random.pick([0, 1, 100, 0xffffffff]),
          receiveMaximum: 1 + random.below(10),
          topicAliasMaximum: random.below(5),
          maximumPacketSize: 1 + random.below(5000),
        },
      }),
  };
}

function anyPacket(random: Random, version: 3 | 4 | 5): Buffer {
  const messageId = 1 + random.below(12);
  const topic = random.pick(TOPICS);
  const v5 = <T>(properties: T) => (version === 5 && random.chance(0.6) ? { properties } : {});
  switch (random.below(12)) {
    case 0:
      return encode(connectPacket(random, version), version);
    case 1:
    case 2:
    case 3:
    case 4:
      return encode(
        {
          cmd: 'publish',
          topic,
          messageId,
          payload: Buffer.alloc(random.below(random.chance(0.05) ? 5000 : 60), 65),
          qos: random.pick([0, 1, 2] as const),
          dup: random.chance(0.1),
          retain: random.chance(0.2),
          ...v5({
            topicAlias: random.below(70),
            messageExpiryInterval: random.below(3),
            contentType: 'text/plain',
            correlationData: Buffer.from('cd'),
            userProperties: { k: ['1', '2'], l: 'ü' },
          }),
        } as Packet,
        version,
      );
    case 5:
    case 6: {
      const options = { qos: random.pick([0, 1, 2] as const), nl: random.chance(0.2), rap: random.chance(0.3) };
      const subscriptions = [{ topic, ...options, rh: random.below(3) }];
      return encode(
        { cmd: 'subscribe', messageId, subscriptions, ...v5({ subscriptionIdentifier: random.below(300) }) },
        version,
      );
    }
    case 7:
      return encode({ cmd: 'unsubscribe', messageId, unsubscriptions: [topic] }, version);
    case 8:
      return encode({ cmd: 'pingreq' }, version);
    case 9:
      return encode(
        { cmd: 'disconnect', reasonCode: random.pick([0, 4]), ...v5({ sessionExpiryInterval: 5 }) },
        version,
      );
    default: {
      const cmd = random.pick(['puback', 'pubrec', 'pubrel', 'pubcomp'] as const);
      return encode({ cmd, messageId, reasonCode: 0, ...v5({ reasonString: 'because' }) }, version);
    }
  }
}

/** Damages a packet a little, or not at all. */
function mutate(random: Random, packet: Buffer): Buffer {
  const out = [...packet];
  const edits = random.below(4);
  for (let i = 0; i < edits; i++) {
    const at = random.below(out.length || 1);
    switch (random.below(6)) {
      case 0:
        out[at] = random.below(256);
        break;
      case 1:
        out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
        break;
      case 2:
        out.splice(at, 1 + random.below(3));
        break;
      case 3:
        out.splice(at, 0, random.below(256));
        break;
      case 4:
        out.length = at;
        break;
      default:
        out[at] = random.pick([0, 1, 127, 128, 255]);
    }
    // A length that fits lets the damage reach the parsers behind the one that cuts the stream.
    if (random.chance(0.6) && out.length >= 2 && out.length < 130) out[1] = out.length - 2;
  }
  return Buffer.from(out);
}
