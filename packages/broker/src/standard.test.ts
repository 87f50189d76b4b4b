/** Statements of MQTT 5.0 (and 3.1.1) about packets that no well-behaved client sends, byte by byte. */
import type { Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { type RawClient, rawClient, startBroker, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
const open: RawClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) client.socket.destroy();
  await test.close();
});

type Part = number | string | Buffer;

/** Texts get their length in front. */
function bytes(...parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part);
      if (Buffer.isBuffer(part)) return part;
      const text = Buffer.from(part);
      return Buffer.concat([Buffer.of(text.length >> 8, text.length & 255), text]);
    }),
  );
}
const packet = (header: number, ...parts: readonly Part[]): Buffer => {
  const body = bytes(...parts);
  return bytes(header, body.length, body);
};
const props = (...parts: readonly Part[]): Buffer => {
  const body = bytes(...parts);
  return bytes(body.length, body);
};
const none = props();
const raw = (...values: readonly number[]): Buffer => Buffer.of(...values);
/** A text of these bytes, whatever they are. */
const text = (...values: readonly number[]): Buffer => Buffer.of(0, values.length, ...values);

interface ConnectParts {
  readonly name?: string;
  readonly level?: number;
  readonly flags?: number;
  readonly properties?: Buffer;
  readonly clientid?: Part;
  readonly rest?: readonly Part[];
}

function connect({ name = 'MQTT', level = 5, flags = 2, properties = none, clientid = 'c', rest = [] }: ConnectParts) {
  return packet(0x10, name, level, flags, raw(0, 60), level === 5 ? properties : raw(), clientid, ...rest);
}

async function session(level: 4 | 5): Promise<RawClient> {
  const client = await rawClient(test.port, level);
  open.push(client);
  client.write(connect({ level }));
  await client.next('connack');
  return client;
}

const lastPacket = (client: RawClient) =>
  client.packets.at(-1) as Packet & { readonly reasonCode?: number; readonly returnCode?: number };

describe('CONNECT', () => {
  /** `undefined`: closed without a word. */
  it.each<[string, Buffer, number | undefined]>([
    ['another protocol name [3.1.2-1]', connect({ name: 'MQTX' }), undefined],
    ['the reserved flag [3.1.2-3]', connect({ flags: 3 }), undefined],
    ['a QoS of a will that is not there [3.1.2-11]', connect({ flags: 2 | 8 }), undefined],
    ['a retain flag of a will that is not there [3.1.2-13]', connect({ flags: 2 | 32 }), undefined],
    ['a will of QoS 3 [3.1.2-12]', connect({ flags: 2 | 4 | 24, rest: [none, 'w', 'x'] }), undefined],
    ['a client id that is no UTF-8 [1.5.4-1]', connect({ clientid: text(0xff) }), undefined],
    ['half a surrogate pair [1.5.4-1]', connect({ clientid: text(0xed, 0xa0, 0x80) }), undefined],
    ['a null character [1.5.4-2]', connect({ clientid: 'a\0b' }), 129],
    ['a user name that is no UTF-8', connect({ flags: 2 | 128, rest: [text(0xc0, 0x80)] }), undefined],
    ['a will topic that is no UTF-8', connect({ flags: 6, rest: [none, text(0xff), 'x'] }), undefined],
    ['a will topic with a wildcard', connect({ flags: 6, rest: [none, 'a/#', 'x'] }), 144],
    ['a receive maximum of 0', connect({ properties: props(33, raw(0, 0)) }), 130],
    ['a maximum packet size of 0', connect({ properties: props(39, raw(0, 0, 0, 0)) }), 130],
    ['the same property twice', connect({ properties: props(33, raw(0, 9), 33, raw(0, 9)) }), 130],
    ['a session expiry twice', connect({ properties: props(17, raw(0, 0, 0, 9), 17, raw(0, 0, 0, 9)) }), 130],
    ['request response information of 2', connect({ properties: props(25, 2) }), 130],
    ['request problem information of 2', connect({ properties: props(23, 2) }), 130],
    ['authentication data without a method', connect({ properties: props(22, 'x') }), 130],
    ['an authentication method', connect({ properties: props(21, 'SCRAM-SHA-1') }), 140],
    ['a property of another packet', connect({ properties: props(35, raw(0, 1)) }), 130],
    ['an unknown property', connect({ properties: props(4, 1) }), undefined],
    ['a payload format of 2 in the will', connect({ flags: 6, rest: [props(1, 2), 'w', 'x'] }), 130],
    ['a response topic with a wildcard in the will', connect({ flags: 6, rest: [props(8, 'a/+'), 'w', 'x'] }), 130],
    ['properties that are longer than the packet', packet(0x10, 'MQTT', 5, 2, raw(0, 60), 99, 'c'), undefined],
    ['a body that goes on after its end', bytes(0x10, 15, 'MQTT', 5, 2, raw(0, 60), 0, 'c', 7), undefined],
    ['flags in the first byte', bytes(0x11, connect({}).subarray(1)), undefined],
    [
      'a password without a user name in 3.1.1 [3.1.2-22]',
      connect({ level: 4, flags: 2 | 64, rest: ['p'] }),
      undefined,
    ],
  ])('with %s is refused', async (_, bytesOfConnect, code) => {
    test = await startBroker();
    const client = await rawClient(test.port, 5);
    open.push(client);
    client.write(bytesOfConnect);
    await until(() => client.closed);
    if (code === undefined) {
      // Malformed: a CONNACK with that reason is allowed too, and nothing else.
      for (const one of client.packets) expect(one).toMatchObject({ cmd: 'connack', reasonCode: 129 });
    } else expect(lastPacket(client)).toMatchObject({ cmd: 'connack', reasonCode: code, sessionPresent: false });
    expect(test.named('connected')).toEqual([]);
  });

  it.each<[string, Buffer]>([
    ['a password without a user name [MQTT 5 only]', connect({ flags: 2 | 64, rest: ['p'] })],
    ['user properties of the same name', connect({ properties: props(38, 'a', '1', 38, 'a', '2') })],
    ['a byte order mark in the client id [1.5.4-3]', connect({ clientid: '\ufeffc' })],
    ['an empty client id and no clean start', connect({ flags: 0, clientid: '' })],
    ['a keep-alive of 0', packet(0x10, 'MQTT', 5, 2, raw(0, 0), none, 'c')],
  ])('with %s is accepted', async (_, bytesOfConnect) => {
    test = await startBroker();
    const client = await rawClient(test.port, 5);
    open.push(client);
    client.write(bytesOfConnect);
    expect((await client.next('connack')).reasonCode).toBe(0);
  });

  it('keeps a byte order mark', async () => {
    test = await startBroker();
    const client = await rawClient(test.port, 5);
    open.push(client);
    client.write(connect({ clientid: '\ufeffc' }));
    await client.next('connack');
    expect(test.named('connected')[0]?.args[0].clientid).toBe('\ufeffc');
  });

  it('is answered in no more bytes than the client takes', async () => {
    test = await startBroker();
    const client = await rawClient(test.port, 5);
    open.push(client);
    client.write(connect({ properties: props(39, raw(0, 0, 0, 10)), clientid: '' }));
    await until(() => client.closed);
    expect(client.socket.bytesRead).toBeLessThanOrEqual(10);
  });
});

describe('what a connected client must not send', () => {
  const options = (qos: number) => raw(qos);
  it.each<[string, Buffer, number]>([
    ['a second CONNECT [3.1.0-2]', connect({}), 130],
    ['AUTH [4.12.0-1]', packet(0xf0, 0x18, none), 130],
    ['CONNACK', packet(0x20, 0, 0, none), 130],
    ['SUBACK', packet(0x90, raw(0, 1), none, 0), 130],
    ['UNSUBACK', packet(0xb0, raw(0, 1), none, 0), 130],
    ['PINGRESP', raw(0xd0, 0), 130],
    ['the packet type 0', raw(0x00, 0), 129],
    ['PINGREQ with a body', raw(0xc0, 1, 0), 129],
    ['PINGREQ with flags', raw(0xc1, 0), 129],
    ['DISCONNECT with flags [3.14.1-1]', raw(0xe1, 0), 129],
    ['PUBLISH of QoS 3 [3.3.1-4]', packet(0x36, 't', raw(0, 1), none), 129],
    ['a duplicate of QoS 0 [3.3.1-2]', packet(0x38, 't', none), 129],
    ['PUBLISH of QoS 1 with the packet id 0 [2.2.1-3]', packet(0x32, 't', raw(0, 0), none), 129],
    ['PUBLISH to a wildcard [3.3.2-2]', packet(0x30, 'a/+', none), 144],
    ['PUBLISH to a topic that is no UTF-8', packet(0x30, text(0xff), none), 129],
    ['PUBLISH to a topic with a null character', packet(0x30, 'a\0', none), 144],
    ['PUBLISH without topic and alias', packet(0x30, '', none), 130],
    ['PUBLISH with an alias nobody has set', packet(0x30, '', props(35, raw(0, 3))), 130],
    ['the topic alias 0 [3.3.2-8]', packet(0x30, 't', props(35, raw(0, 0))), 148],
    ['a topic alias over the maximum [3.3.2-9]', packet(0x30, 't', props(35, raw(255, 0))), 148],
    ['a subscription identifier in PUBLISH [3.3.4-6]', packet(0x30, 't', props(11, 1)), 130],
    ['a payload format of 2', packet(0x30, 't', props(1, 2)), 130],
    ['a property twice in PUBLISH', packet(0x30, 't', props(1, 1, 1, 1)), 130],
    ['a response topic with a wildcard [3.3.2-14]', packet(0x30, 't', props(8, 'a/#')), 130],
    ['a content type that is no UTF-8 [3.3.2-19]', packet(0x30, 't', props(3, text(0xff))), 129],
    ['a property of CONNECT in PUBLISH', packet(0x30, 't', props(33, raw(0, 1))), 129],
    ['PUBLISH with properties longer than itself', packet(0x30, 't', 50), 129],
    ['PUBACK with flags', raw(0x41, 2, 0, 1), 129],
    ['PUBREL without its flags [3.6.1-1]', raw(0x60, 2, 0, 1), 129],
    ['PUBACK with the packet id 0', raw(0x40, 2, 0, 0), 129],
    ['SUBSCRIBE without its flags [3.8.1-1]', packet(0x80, raw(0, 1), none, 't', options(0)), 129],
    ['SUBSCRIBE with the packet id 0', packet(0x82, raw(0, 0), none, 't', options(0)), 130],
    ['SUBSCRIBE without a filter [3.8.3-2]', packet(0x82, raw(0, 1), none), 130],
    ['SUBSCRIBE with reserved options [3.8.3-5]', packet(0x82, raw(0, 1), none, 't', options(0x40)), 129],
    ['SUBSCRIBE at QoS 3', packet(0x82, raw(0, 1), none, 't', options(3)), 129],
    ['a retain handling of 3', packet(0x82, raw(0, 1), none, 't', options(0x30)), 130],
    ['the subscription identifier 0', packet(0x82, raw(0, 1), props(11, 0), 't', options(0)), 130],
    ['two subscription identifiers', packet(0x82, raw(0, 1), props(11, 1, 11, 2), 't', options(0)), 130],
    ['no local for a shared subscription [3.8.3-4]', packet(0x82, raw(0, 1), none, '$share/g/t', options(4)), 130],
    ['a filter that is no UTF-8 [3.8.3-1]', packet(0x82, raw(0, 1), none, text(0xff), options(0)), 129],
    ['a filter with a null character', packet(0x82, raw(0, 1), none, 'a\0', options(0)), 129],
    ['UNSUBSCRIBE without its flags [3.10.1-1]', packet(0xa0, raw(0, 1), none, 't'), 129],
    ['UNSUBSCRIBE without a filter [3.10.3-2]', packet(0xa2, raw(0, 1), none), 130],
    ['UNSUBSCRIBE of a filter that is no UTF-8', packet(0xa2, raw(0, 1), none, text(0xff)), 129],
    ['a life for a session that had none', packet(0xe0, 0, props(17, raw(0, 0, 0, 9))), 130],
    ['DISCONNECT with a property twice', packet(0xe0, 0, props(17, raw(0, 0, 0, 0), 17, raw(0, 0, 0, 0))), 130],
    ['a length of five bytes [1.5.5-1]', raw(0x30, 0x80, 0x80, 0x80, 0x80, 1), 129],
  ])('%s', async (_, sent, code) => {
    test = await startBroker();
    const client = await session(5);
    client.write(sent);
    await until(() => client.closed);
    expect(client.packets).toHaveLength(2);
    expect(lastPacket(client)).toMatchObject({ cmd: 'disconnect' });
    // The standard lets a server call a malformed packet a protocol error and the other way round.
    const codes = code === 129 || code === 130 ? [129, 130] : [code];
    expect(codes).toContain(lastPacket(client).reasonCode);
    expect([test.named('publish'), test.named('subscribed')]).toEqual([[], []]);
  });

  it.each<[string, Buffer]>([
    ['a second CONNECT', connect({ level: 4 })],
    ['PUBLISH of QoS 3', packet(0x36, 't', raw(0, 1))],
    ['PUBLISH to a wildcard', packet(0x30, 'a/#')],
    ['PUBLISH to nothing', packet(0x30, '')],
    ['SUBSCRIBE without its flags', packet(0x80, raw(0, 1), 't', 0)],
    ['SUBSCRIBE without a filter', packet(0x82, raw(0, 1))],
    ['SUBSCRIBE at QoS 3', packet(0x82, raw(0, 1), 't', 3)],
    ['SUBSCRIBE with options of MQTT 5', packet(0x82, raw(0, 1), 't', 4)],
    ['UNSUBSCRIBE without a filter', packet(0xa2, raw(0, 1))],
    ['DISCONNECT with a body', raw(0xe0, 1, 0)],
    ['AUTH', raw(0xf0, 0)],
    ['PUBREL without its flags', raw(0x60, 2, 0, 1)],
  ])('in MQTT 3.1.1: %s', async (_, sent) => {
    test = await startBroker();
    const client = await session(4);
    client.write(sent);
    await until(() => client.closed);
    expect(client.packets).toHaveLength(1);
    expect([test.named('publish'), test.named('subscribed')]).toEqual([[], []]);
  });

  it.each(['$share/g', '$share//t', '$share/g/', '$share/+/t', 'a/#/b', 'a#', ''])(
    'the filter "%s" is refused, and the others of the packet are not',
    async (filter) => {
      test = await startBroker();
      const client = await session(5);
      client.write(packet(0x82, raw(0, 1), none, filter, 0, 'good', 1));
      expect((await client.next('suback')).granted).toEqual([143, 1]);
      const old = await session(4);
      old.write(packet(0x82, raw(0, 1), filter, 0, 'good', 1));
      expect((await old.next('suback')).granted).toEqual([128, 1]);
    },
  );

  it('before CONNECT: anything', async () => {
    test = await startBroker();
    for (const sent of [packet(0x30, 't', none), raw(0xc0, 0), packet(0xf0, 0x18, none), raw(0xe0, 0)]) {
      const client = await rawClient(test.port, 5);
      open.push(client);
      client.write(sent);
      await until(() => client.closed);
      expect(client.packets).toEqual([]);
    }
  });
});

describe('what a client may send', () => {
  it('MQTT 5 packets in their short and long forms', async () => {
    test = await startBroker();
    const client = await session(5);
    client.write(packet(0x34, 't', raw(0, 7), none, raw(1)));
    await client.next('pubrec');
    client.write(packet(0x62, raw(0, 7), 0, none));
    expect((await client.next('pubcomp')).reasonCode ?? 0).toBe(0);
    client.write(packet(0x82, raw(0, 8), none, 't', 2));
    await client.next('suback');
    client.write(packet(0x30, 't', props(38, 'k', 'v'), raw(1)));
    expect((await client.next('publish')).properties).toMatchObject({ userProperties: { k: 'v' } });
    client.write(packet(0xe0, 0));
    await until(() => test.named('disconnected').length === 1);
    expect(test.named('disconnected')[0]?.args[1]).toBe('normal');
  });

  it('a topic alias may be set again, and holds for one connection', async () => {
    test = await startBroker();
    const client = await session(5);
    for (const sent of [
      packet(0x30, 'one', props(35, raw(0, 1))),
      packet(0x30, '', props(35, raw(0, 1))),
      packet(0x30, 'two', props(35, raw(0, 1))),
      packet(0x30, '', props(35, raw(0, 1))),
    ])
      client.write(sent);
    await until(() => test.named('publish').length === 4);
    expect(test.named('publish').map(({ args }) => args[0].topic)).toEqual(['one', 'one', 'two', 'two']);
    const next = await session(5);
    next.write(packet(0x30, '', props(35, raw(0, 1))));
    await until(() => next.closed);
    expect(lastPacket(next).reasonCode).toBe(130);
  });

  it('many filters at once, unless it does not take the answer', async () => {
    test = await startBroker();
    const filters = Array.from({ length: 60 }, (_, i) => [`f${i}`, 0]).flat();
    const sent = packet(0x82, raw(0, 1), none, ...filters);
    // A length of two bytes.
    const long = bytes(0x82, raw(((sent.length - 2) & 127) | 128, (sent.length - 2) >> 7), sent.subarray(2));
    for (const [most, isTaken] of [
      [100, true],
      [60, false],
    ] as const) {
      const client = await rawClient(test.port, 5);
      open.push(client);
      client.write(connect({ properties: props(39, raw(0, 0, 0, most)) }));
      await client.next('connack');
      client.write(long);
      if (isTaken) expect((await client.next('suback')).granted).toHaveLength(60);
      else expect((await client.next('disconnect')).reasonCode).toBe(149);
    }
  });

  it('a retained message with a life, of which later subscribers see what is left', async () => {
    test = await startBroker();
    const client = await session(5);
    client.write(packet(0x31, 'r', props(2, raw(0, 0, 0, 100)), raw(1)));
    await until(() => test.named('publish').length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    client.write(packet(0x82, raw(0, 1), none, 'r', 0));
    const left = (await client.next('publish')).properties?.messageExpiryInterval;
    expect(left).toBeLessThan(100);
    expect(left).toBeGreaterThan(90);
  });

  it('a QoS 2 message again after a reconnect, which is still one message', async () => {
    test = await startBroker();
    const keep = props(17, raw(0, 0, 0, 60));
    const publish = (header: number) => packet(header, 't', raw(0, 5), none, raw(1));
    const reconnect = async () => {
      const client = await rawClient(test.port, 5);
      open.push(client);
      client.write(connect({ flags: 0, properties: keep }));
      await client.next('connack');
      return client;
    };
    const first = await reconnect();
    first.write(publish(0x34));
    await first.next('pubrec');
    first.socket.destroy();
    const second = await reconnect();
    second.write(publish(0x3c));
    expect((await second.next('pubrec')).reasonCode ?? 0).toBe(0);
    second.write(packet(0x62, raw(0, 5)));
    await second.next('pubcomp');
    expect(test.named('publish')).toHaveLength(1);
    second.write(publish(0x34));
    await second.next('pubrec');
    expect(test.named('publish')).toHaveLength(2);
  });
});
