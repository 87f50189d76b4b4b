import { toBuffer } from '../stream/encoding.ts';
import { type Compression, compress, compressionNumber, decompress } from './compression.ts';
import { decodeMetadata, decodeSingle, encodeMetadata, encodeSingle, type KeyValue } from './protocol.ts';

/** A message as producers write it. */
export interface OutgoingMessage {
  /** Empty: without key. */
  readonly key: string;
  readonly value: Uint8Array;
}

/** A message as consumers see it. */
export interface ReceivedMessage {
  /** Bytes of the key; empty without one. */
  readonly key: Uint8Array;
  readonly properties: Readonly<Record<string, string>>;
  readonly value: Uint8Array;
  /** Place in its batch. */
  readonly index: number;
  /** Unix time in ms. */
  readonly publishTime: number;
}

/** Metadata and payload of one entry with all the messages; a single one goes without the wrapping of a batch. */
export async function packMessages(
  messages: readonly OutgoingMessage[],
  producerName: string,
  sequenceId: number,
  compression: Compression & ('none' | 'zlib' | 'snappy'),
): Promise<{ readonly metadata: Uint8Array; readonly payload: Uint8Array }> {
  const [only] = messages;
  const single = messages.length === 1 && only !== undefined;
  const plain = single ? only.value : Buffer.concat(messages.flatMap(inBatch));
  const payload = compress(plain, compression);
  const metadata = encodeMetadata({
    producerName,
    sequenceId,
    publishTime: Date.now(),
    ...(compression === 'none' ? {} : { compression: compressionNumber(compression), uncompressedSize: plain.length }),
    ...(single ? keyOf(only) : { numMessagesInBatch: messages.length }),
  });
  return { metadata, payload };
}

function keyOf({ key }: OutgoingMessage): { readonly partitionKey?: string } {
  return key === '' ? {} : { partitionKey: key };
}

/** Size of the metadata, metadata, payload. */
function inBatch(message: OutgoingMessage): Uint8Array[] {
  const metadata = encodeSingle({ payloadSize: message.value.length, ...keyOf(message) });
  const head = Buffer.allocUnsafe(4 + metadata.length);
  head.writeUInt32BE(metadata.length, 0);
  head.set(metadata, 4);
  return [head, message.value];
}

/** The messages of one entry. Rejects when it cannot be read: encrypted, damaged, or compressed in an unknown way. */
export async function unpackMessages(metadataBytes: Uint8Array, payload: Uint8Array): Promise<ReceivedMessage[]> {
  const metadata = decodeMetadata(metadataBytes);
  if ((metadata.encryptionKeys?.length ?? 0) > 0) throw new Error('The message is encrypted.');
  const plain = toBuffer(decompress(payload, metadata.compression ?? 0, metadata.uncompressedSize ?? 0));
  const publishTime = Number(String(metadata.publishTime));
  // A batch of one is a batch too: the field says so by being there.
  if (!Object.hasOwn(metadata, 'numMessagesInBatch')) {
    return [{ ...described(metadata), value: plain, index: 0, publishTime }];
  }
  const messages: ReceivedMessage[] = [];
  let at = 0;
  for (let index = 0; index < (metadata.numMessagesInBatch ?? 0); index++) {
    const size = plain.readUInt32BE(at);
    const single = decodeSingle(plain.subarray(at + 4, at + 4 + size));
    at += 4 + size;
    const value = plain.subarray(at, at + single.payloadSize);
    at += single.payloadSize;
    if (single.compactedOut !== true) messages.push({ ...described(single), value, index, publishTime });
  }
  return messages;
}

interface Described {
  readonly properties?: readonly KeyValue[];
  readonly partitionKey?: string;
  readonly partitionKeyB64Encoded?: boolean;
}

function described({ properties = [], partitionKey = '', partitionKeyB64Encoded }: Described) {
  return {
    key: Buffer.from(partitionKey, partitionKeyB64Encoded === true ? 'base64' : 'utf8'),
    properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])),
  };
}
