import fc from 'fast-check';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { Message } from '../message.ts';
import { createMessageIds } from '../message-id.ts';
import { decodeProperties, encodeProperties } from './properties.ts';
import { encodePublish, type PublishFrame, parsePublish } from './publish.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '€', '😀'), maxLength: 10 });
/** Of several values under one key, mqtt-packet loses empty ones that come first. */
const nonEmpty = fc.string({ unit: fc.constantFrom('a', '€'), minLength: 1, maxLength: 5 });
const properties = fc.record(
  {
    payloadFormatIndicator: fc.boolean(),
    messageExpiryInterval: fc.nat(),
    contentType: text,
    responseTopic: text,
    correlationData: fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes)),
    userProperties: fc.dictionary(
      fc.constantFrom('x', 'y', '€'),
      fc.oneof(text, fc.array(nonEmpty, { minLength: 2, maxLength: 3 })),
      {
        minKeys: 1,
      },
    ),
  },
  { requiredKeys: [] },
);
const packet = fc.record({
  topic: fc.constantFrom('a', 'a/b', '€/😀', 'x'.repeat(200)),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
  retain: fc.boolean(),
  messageId: fc.integer({ min: 1, max: 65_535 }),
  properties,
  version: fc.constantFrom(4 as const, 5 as const),
});

function parseWithLibrary(bytes: Buffer, protocolVersion: number): IPublishPacket {
  const parser = mqtt.parser({ protocolVersion });
  let found: Packet | undefined;
  parser.on('packet', (one) => {
    found = one;
  });
  parser.on('error', (error) => {
    throw error;
  });
  expect(parser.parse(bytes)).toBe(0);
  return found as IPublishPacket;
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? {}));
const ids = createMessageIds('n', 's');

describe('PUBLISH', () => {
  it('is read and written as mqtt-packet does', () => {
    fc.assert(
      fc.property(packet, ({ version, properties: given, ...facts }) => {
        const source = { cmd: 'publish', dup: false, ...facts, ...(version === 5 && { properties: given }) } as Packet;
        const bytes = mqtt.generate(source, { protocolVersion: version });
        const body = bytes.length < 130 ? 2 : 3;
        const frame = parsePublish(bytes, bytes[0] ?? 0, body, bytes.length, version) as PublishFrame;
        expect(frame).toBeTypeOf('object');
        expect(frame?.topic).toBe(facts.topic);
        expect(frame?.payload.equals(facts.payload)).toBe(true);
        expect(frame?.packetId).toBe(facts.qos === 0 ? 0 : facts.messageId);
        const decoded = decodeProperties(frame!.scan.forward);
        expect(plain(decoded)).toEqual(version === 5 ? plain(given) : {});
        expect(frame?.scan.expiry).toBe(version === 5 ? given.messageExpiryInterval : undefined);

        const message = new Message(
          {
            ...facts,
            topicBytes: frame!.topicBytes,
            payload: frame!.payload,
            dup: false,
            rawProperties: version === 5 ? encodeProperties(decoded) : frame!.scan.forward,
            expiry: frame!.scan.expiry,
            receivedAt: 1000,
            hops: 0,
            from: undefined,
            origin: undefined,
            frame: undefined,
          },
          ids,
        );
        const out = encodePublish(message.own(), {
          version,
          qos: facts.qos,
          dup: false,
          retain: facts.retain,
          packetId: facts.messageId,
          identifiers: version === 5 ? [1, 300] : undefined,
          topicAlias: 0,
          aliasKnown: false,
          now: 1000,
        });
        const back = parseWithLibrary(out, version);
        expect([back.topic, back.qos, back.retain]).toEqual([facts.topic, facts.qos, facts.retain]);
        expect(Buffer.from(back.payload).equals(facts.payload)).toBe(true);
        if (version === 5)
          expect(plain(back.properties)).toEqual(plain({ ...given, subscriptionIdentifier: [1, 300] }));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('keeps values of the owner off the wire that do not fit', () => {
    expect(() => encodeProperties({ contentType: 'x'.repeat(70_000) })).toThrow(/contentType/);
    expect(() => encodeProperties({ messageExpiryInterval: -1 })).toThrow(/messageExpiryInterval/);
    expect(encodeProperties({ topicAlias: 3, subscriptionIdentifier: 4, unknown: 5 })).toHaveLength(0);
  });
});
