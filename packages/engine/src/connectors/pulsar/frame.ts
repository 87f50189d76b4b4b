import { crc32c } from './crc32c.ts';
import { type Command, type CommandName, type Commands, decodeCommand, encodeCommand } from './protocol.ts';

const CHECKSUM_MAGIC = 0x0e01;
const BROKER_ENTRY_MAGIC = 0x0e02;
/** A frame larger than this is no frame: the other side speaks another protocol. */
const LARGEST_FRAME = 256 * 1024 * 1024;

/** What came in one frame. `metadata` and `payload` are there for messages only. */
export interface Frame {
  readonly command: Command;
  readonly message?: { readonly metadata: Uint8Array; readonly payload: Uint8Array; readonly intact: boolean };
}

/** Size of the whole, size of the command, command. */
export function commandFrame<Name extends CommandName>(name: Name, body: Commands[Name]): Buffer {
  const command = encodeCommand(name, body);
  const frame = Buffer.allocUnsafe(8 + command.length);
  frame.writeUInt32BE(4 + command.length, 0);
  frame.writeUInt32BE(command.length, 4);
  frame.set(command, 8);
  return frame;
}

/** The same, then magic, checksum, size of the metadata, metadata, payload. */
export function sendFrame(send: Commands['send'], metadata: Uint8Array, payload: Uint8Array): Buffer {
  const command = encodeCommand('send', send);
  const head = 8 + command.length;
  const total = head + 10 + metadata.length + payload.length;
  const frame = Buffer.allocUnsafe(total);
  frame.writeUInt32BE(total - 4, 0);
  frame.writeUInt32BE(command.length, 4);
  frame.set(command, 8);
  frame.writeUInt16BE(CHECKSUM_MAGIC, head);
  frame.writeUInt32BE(metadata.length, head + 6);
  frame.set(metadata, head + 10);
  frame.set(payload, head + 10 + metadata.length);
  frame.writeUInt32BE(crc32c(frame.subarray(head + 6)), head + 2);
  return frame;
}

/** Cuts a stream into frames. `push` throws on what cannot be one. */
export function frameReader(take: (frame: Frame) => void): { push(chunk: Buffer): void } {
  let held: Buffer[] = [];
  let size = 0;
  let wanted = 4;

  function joined(): Buffer {
    const all = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held, size);
    held = [all];
    return all;
  }

  return {
    push(chunk) {
      held.push(chunk);
      size += chunk.length;
      while (size >= wanted) {
        const all = joined();
        const length = all.readUInt32BE(0);
        if (length < 4 || length > LARGEST_FRAME) throw new Error(`A frame of ${length} bytes: this is not Pulsar.`);
        wanted = 4 + length;
        if (size < wanted) return;
        const frame = readFrame(all.subarray(4, wanted));
        const rest = all.subarray(wanted);
        held = rest.length === 0 ? [] : [rest];
        size = rest.length;
        wanted = 4;
        if (frame !== undefined) take(frame);
      }
    },
  };
}

function readFrame(frame: Buffer): Frame | undefined {
  const commandSize = frame.readUInt32BE(0);
  if (4 + commandSize > frame.length) throw new Error('A command that is longer than its frame: this is not Pulsar.');
  const command = decodeCommand(frame.subarray(4, 4 + commandSize));
  if (command === undefined) return undefined;
  if (command.name !== 'message') return { command };
  let at = 4 + commandSize;
  if (frame.readUInt16BE(at) === BROKER_ENTRY_MAGIC) at += 6 + frame.readUInt32BE(at + 2);
  let intact = true;
  if (frame.readUInt16BE(at) === CHECKSUM_MAGIC) {
    intact = frame.readUInt32BE(at + 2) === crc32c(frame.subarray(at + 6));
    at += 6;
  }
  const metadataSize = frame.readUInt32BE(at);
  const metadata = frame.subarray(at + 4, at + 4 + metadataSize);
  return { command, message: { metadata, payload: frame.subarray(at + 4 + metadataSize), intact } };
}
