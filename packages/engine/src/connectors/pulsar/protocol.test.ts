import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import snappy from 'snappyjs';
import { describe, expect, it } from 'vitest';
import { packMessages, unpackMessages } from './batch.ts';
import { decompress } from './compression.ts';
import { crc32c } from './crc32c.ts';
import { commandFrame, type Frame, frameReader, sendFrame } from './frame.ts';
import { lz4Block } from './lz4.ts';
import { decodeCommand, decodeMetadata, encodeCommand } from './protocol.ts';
import { parseServiceUrl } from './settings.ts';
import { javaHash } from './writer.ts';

describe('CRC-32C', () => {
  // From RFC 3720, B.4, and the usual check value.
  it.each([
    [Buffer.alloc(32), 0x8a9136aa],
    [Buffer.alloc(32, 0xff), 0x62a8ab43],
    [Buffer.from(Array.from({ length: 32 }, (_, n) => n)), 0x46dd794e],
    [Buffer.from('123456789'), 0xe3069283],
    [Buffer.alloc(0), 0],
  ])('of known bytes', (bytes, sum) => {
    expect(crc32c(bytes)).toBe(sum);
  });

  it('is the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, at) => {
        expect(crc32c(bytes.subarray(0, at), bytes.subarray(at))).toBe(crc32c(bytes));
      }),
      { seed: 20261121 },
    );
  });
});

describe('frames', () => {
  it('come out whole, however the stream is cut', () => {
    const frames = [
      commandFrame('ping', {}),
      commandFrame('success', { requestId: 7 }),
      commandFrame('error', { requestId: 8, error: 4, message: 'no' }),
    ];
    const stream = Buffer.concat(frames);
    for (let cut = 1; cut < stream.length; cut++) {
      const names: string[] = [];
      const reader = frameReader(({ command }) => names.push(command.name));
      for (let at = 0; at < stream.length; at += cut) reader.push(stream.subarray(at, at + cut));
      expect(names).toEqual(['ping', 'success', 'error']);
    }
  });

  it('of a message carry a checksum that notices a flipped bit', () => {
    const received: Frame[] = [];
    const push = (frame: Buffer): void => frameReader((one) => received.push(one)).push(frame);
    // A broker's message looks like a client's send but for the command.
    const frame = sendFrame({ producerId: 1, sequenceId: 2, numMessages: 1 }, Buffer.from('meta'), Buffer.from('body'));
    const command = encodeCommand('message', { consumerId: 1, messageId: { ledgerId: 1, entryId: 2 } });
    const tail = frame.subarray(8 + frame.readUInt32BE(4));
    const head = Buffer.alloc(8);
    head.writeUInt32BE(4 + command.length + tail.length, 0);
    head.writeUInt32BE(command.length, 4);
    const message = Buffer.concat([head, command, tail]);
    push(message);
    expect(received[0]?.message).toMatchObject({ intact: true });
    expect(Buffer.from(received[0]?.message?.payload ?? []).toString()).toBe('body');
    message[message.length - 1]! ^= 1;
    push(message);
    expect(received[1]?.message?.intact).toBe(false);
  });

  it('refuse what is not Pulsar', () => {
    const reader = frameReader(() => {});
    expect(() => reader.push(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))).toThrow(/not Pulsar/);
  });

  it('skip commands that nobody knows', () => {
    // type = 200, no body.
    expect(decodeCommand(Uint8Array.of(0x08, 0xc8, 0x01))).toBeUndefined();
  });

  it('keep all digits of a message id', () => {
    const ledgerId = '18446744073709551615';
    const bytes = encodeCommand('message', { consumerId: 1, messageId: { ledgerId, entryId: 2 } });
    const command = decodeCommand(bytes);
    expect(command?.name === 'message' && String(command.body.messageId.ledgerId)).toBe(ledgerId);
  });
});

describe('batches', () => {
  it.each(['none', 'zlib', 'snappy'] as const)('come out as they went in (%s)', async (compression) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.string(), value: fc.uint8Array({ maxLength: 300 }) }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (messages) => {
          const { metadata, payload } = await packMessages(messages, 'p', 3, compression);
          const unpacked = await unpackMessages(metadata, payload);
          expect(unpacked.map(({ key, value }) => [Buffer.from(key).toString(), [...value]])).toEqual(
            messages.map(({ key, value }) => [Buffer.from(key).toString(), [...value]]),
          );
        },
      ),
      { seed: 20261121, numRuns: 60 },
    );
  });

  it('of one message are plain messages', async () => {
    const { metadata, payload } = await packMessages([{ key: 'k', value: Buffer.from('v') }], 'p', 3, 'none');
    expect(decodeMetadata(metadata)).toMatchObject({ partitionKey: 'k', producerName: 'p' });
    expect(Buffer.from(payload).toString()).toBe('v');
  });
});

describe('compression of other producers', () => {
  const text = Buffer.from('abcabcabcabcabcabcabcabc, and so on and so on and so on');

  it('opens zlib and snappy', () => {
    expect(Buffer.from(decompress(deflateSync(text), 2, text.length))).toEqual(text);
    expect(Buffer.from(decompress(snappy.compress(text), 4, text.length))).toEqual(text);
  });

  it('opens LZ4 blocks', () => {
    // 3 literals "abc", then 21 bytes from 3 back, then 5 literals.
    const block = Uint8Array.of(0x3f, 0x61, 0x62, 0x63, 0x03, 0x00, 0x02, 0x50, 0x78, 0x79, 0x7a, 0x7a, 0x79);
    expect(Buffer.from(lz4Block(block, 29)).toString()).toBe(`${'abc'.repeat(8)}xyzzy`);
    expect(() => lz4Block(block, 28)).toThrow();
    expect(() => lz4Block(block.subarray(0, 9), 29)).toThrow();
    expect(() => lz4Block(Uint8Array.of(0x0f, 0x09, 0x00), 4)).toThrow();
  });

  it('refuses what it does not know', () => {
    expect(() => decompress(text, 9, text.length)).toThrow(/unknown/);
  });
});

describe('addresses and keys', () => {
  it.each([
    ['pulsar://host:1234', { address: { host: 'host', port: 1234 }, secure: false }],
    ['pulsar+ssl://host', { address: { host: 'host', port: 6651 }, secure: true }],
    ['host', { address: { host: 'host', port: 6650 }, secure: false }],
    ['[::1]:7', { address: { host: '::1', port: 7 }, secure: false }],
    ['http://host', undefined],
    ['host:99999', undefined],
  ])('%s', (text, expected) => {
    expect(parseServiceUrl(text, false)).toEqual(expected);
  });

  it('hashes as Java does', () => {
    expect(javaHash('hello')).toBe(99162322);
    expect(javaHash('polygenelubricants')).toBe(0x80000000 & 0x7fffffff);
  });
});
