import protobuf from 'protobufjs/light.js';

/**
 * The part of Pulsar's wire protocol that this client speaks: numbers and types of the fields of each message. Fields
 * that are not listed are skipped when they arrive.
 */
const DESCRIPTOR = {
  nested: {
    MessageIdData: message({
      ledgerId: [1, 'uint64', 'required'],
      entryId: [2, 'uint64', 'required'],
      partition: [3, 'int32'],
      batchIndex: [4, 'int32'],
    }),
    KeyValue: message({ key: [1, 'string', 'required'], value: [2, 'string', 'required'] }),
    MessageMetadata: message({
      producerName: [1, 'string', 'required'],
      sequenceId: [2, 'uint64', 'required'],
      publishTime: [3, 'uint64', 'required'],
      properties: [4, 'KeyValue', 'repeated'],
      partitionKey: [6, 'string'],
      compression: [8, 'int32'],
      uncompressedSize: [9, 'uint32'],
      numMessagesInBatch: [11, 'int32'],
      eventTime: [12, 'uint64'],
      encryptionKeys: [13, 'bytes', 'repeated'],
      partitionKeyB64Encoded: [17, 'bool'],
    }),
    SingleMessageMetadata: message({
      properties: [1, 'KeyValue', 'repeated'],
      partitionKey: [2, 'string'],
      payloadSize: [3, 'int32', 'required'],
      compactedOut: [4, 'bool'],
      eventTime: [5, 'uint64'],
      partitionKeyB64Encoded: [6, 'bool'],
    }),
    AuthData: message({ authMethodName: [1, 'string'], authData: [2, 'bytes'] }),
    FeatureFlags: message({ supportsAuthRefresh: [1, 'bool'] }),
    Connect: message({
      clientVersion: [1, 'string', 'required'],
      authData: [3, 'bytes'],
      protocolVersion: [4, 'int32'],
      authMethodName: [5, 'string'],
      featureFlags: [10, 'FeatureFlags'],
    }),
    Connected: message({
      serverVersion: [1, 'string', 'required'],
      protocolVersion: [2, 'int32'],
      maxMessageSize: [3, 'int32'],
    }),
    AuthChallenge: message({ challenge: [2, 'AuthData'] }),
    AuthResponse: message({
      clientVersion: [1, 'string'],
      response: [2, 'AuthData'],
      protocolVersion: [3, 'int32'],
    }),
    Subscribe: message({
      topic: [1, 'string', 'required'],
      subscription: [2, 'string', 'required'],
      subType: [3, 'int32', 'required'],
      consumerId: [4, 'uint64', 'required'],
      requestId: [5, 'uint64', 'required'],
      consumerName: [6, 'string'],
      durable: [8, 'bool'],
      initialPosition: [13, 'int32'],
    }),
    PartitionMetadata: message({ topic: [1, 'string', 'required'], requestId: [2, 'uint64', 'required'] }),
    PartitionMetadataResponse: message({
      partitions: [1, 'uint32'],
      requestId: [2, 'uint64', 'required'],
      response: [3, 'int32'],
      error: [4, 'int32'],
      message: [5, 'string'],
    }),
    LookupTopic: message({
      topic: [1, 'string', 'required'],
      requestId: [2, 'uint64', 'required'],
      authoritative: [3, 'bool'],
    }),
    LookupTopicResponse: message({
      brokerServiceUrl: [1, 'string'],
      brokerServiceUrlTls: [2, 'string'],
      response: [3, 'int32'],
      requestId: [4, 'uint64', 'required'],
      authoritative: [5, 'bool'],
      error: [6, 'int32'],
      message: [7, 'string'],
      proxyThroughServiceUrl: [8, 'bool'],
    }),
    Producer: message({
      topic: [1, 'string', 'required'],
      producerId: [2, 'uint64', 'required'],
      requestId: [3, 'uint64', 'required'],
    }),
    ProducerSuccess: message({
      requestId: [1, 'uint64', 'required'],
      producerName: [2, 'string', 'required'],
      lastSequenceId: [3, 'int64'],
      producerReady: [6, 'bool'],
    }),
    Send: message({
      producerId: [1, 'uint64', 'required'],
      sequenceId: [2, 'uint64', 'required'],
      numMessages: [3, 'int32'],
    }),
    SendReceipt: message({ producerId: [1, 'uint64', 'required'], sequenceId: [2, 'uint64', 'required'] }),
    SendError: message({
      producerId: [1, 'uint64', 'required'],
      sequenceId: [2, 'uint64', 'required'],
      error: [3, 'int32', 'required'],
      message: [4, 'string', 'required'],
    }),
    Message: message({
      consumerId: [1, 'uint64', 'required'],
      messageId: [2, 'MessageIdData', 'required'],
      redeliveryCount: [3, 'uint32'],
    }),
    Ack: message({
      consumerId: [1, 'uint64', 'required'],
      ackType: [2, 'int32', 'required'],
      messageId: [3, 'MessageIdData', 'repeated'],
    }),
    Flow: message({ consumerId: [1, 'uint64', 'required'], messagePermits: [2, 'uint32', 'required'] }),
    Success: message({ requestId: [1, 'uint64', 'required'] }),
    Error: message({
      requestId: [1, 'uint64', 'required'],
      error: [2, 'int32', 'required'],
      message: [3, 'string', 'required'],
    }),
    CloseProducer: message({ producerId: [1, 'uint64', 'required'], requestId: [2, 'uint64', 'required'] }),
    CloseConsumer: message({ consumerId: [1, 'uint64', 'required'], requestId: [2, 'uint64', 'required'] }),
    Redeliver: message({ consumerId: [1, 'uint64', 'required'], messageIds: [2, 'MessageIdData', 'repeated'] }),
    Empty: message({}),
    // In the protocol `type` repeats which field is set; the number of both is the same.
    BaseCommand: message({
      type: [1, 'int32', 'required'],
      connect: [2, 'Connect'],
      connected: [3, 'Connected'],
      subscribe: [4, 'Subscribe'],
      producer: [5, 'Producer'],
      send: [6, 'Send'],
      sendReceipt: [7, 'SendReceipt'],
      sendError: [8, 'SendError'],
      message: [9, 'Message'],
      ack: [10, 'Ack'],
      flow: [11, 'Flow'],
      success: [13, 'Success'],
      error: [14, 'Error'],
      closeProducer: [15, 'CloseProducer'],
      closeConsumer: [16, 'CloseConsumer'],
      producerSuccess: [17, 'ProducerSuccess'],
      ping: [18, 'Empty'],
      pong: [19, 'Empty'],
      redeliver: [20, 'Redeliver'],
      partitionMetadata: [21, 'PartitionMetadata'],
      partitionMetadataResponse: [22, 'PartitionMetadataResponse'],
      lookupTopic: [23, 'LookupTopic'],
      lookupTopicResponse: [24, 'LookupTopicResponse'],
      authChallenge: [36, 'AuthChallenge'],
      authResponse: [37, 'AuthResponse'],
    }),
  },
};

type FieldRow = readonly [number, string, ('required' | 'repeated')?];

function message(rows: Readonly<Record<string, FieldRow>>): protobuf.IType {
  return {
    fields: Object.fromEntries(
      Object.entries(rows).map(([name, [id, type, rule]]) => [
        name,
        rule === undefined ? { id, type } : { id, type, rule },
      ]),
    ),
  };
}

const ROOT = protobuf.Root.fromJSON(DESCRIPTOR as protobuf.INamespace);
const COMMAND = ROOT.lookupType('BaseCommand');
const METADATA = ROOT.lookupType('MessageMetadata');
const SINGLE = ROOT.lookupType('SingleMessageMetadata');

/** A 64-bit number as it travels; `String(it)` shows all digits. */
export type Long = number | { toString(): string };

export interface MessageId {
  readonly ledgerId: Long;
  readonly entryId: Long;
  readonly partition?: number;
  readonly batchIndex?: number;
}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

export interface MessageMetadata {
  readonly producerName: string;
  readonly sequenceId: Long;
  readonly publishTime: Long;
  readonly properties?: readonly KeyValue[];
  readonly partitionKey?: string;
  readonly compression?: number;
  readonly uncompressedSize?: number;
  /** Absent: the payload is one message. */
  readonly numMessagesInBatch?: number;
  readonly eventTime?: Long;
  readonly encryptionKeys?: readonly Uint8Array[];
  readonly partitionKeyB64Encoded?: boolean;
}

export interface SingleMetadata {
  readonly properties?: readonly KeyValue[];
  readonly partitionKey?: string;
  readonly payloadSize: number;
  readonly compactedOut?: boolean;
  readonly eventTime?: Long;
  readonly partitionKeyB64Encoded?: boolean;
}

/** Commands by the name of the one field that is set. */
export interface Commands {
  connect: {
    clientVersion: string;
    protocolVersion: number;
    authMethodName?: string;
    authData?: Uint8Array;
    featureFlags: { supportsAuthRefresh: boolean };
  };
  connected: { serverVersion: string; protocolVersion?: number; maxMessageSize?: number };
  subscribe: {
    topic: string;
    subscription: string;
    subType: number;
    consumerId: number;
    requestId: number;
    consumerName: string;
    durable: boolean;
    initialPosition: number;
  };
  producer: { topic: string; producerId: number; requestId: number };
  send: { producerId: number; sequenceId: number; numMessages: number };
  sendReceipt: { producerId: Long; sequenceId: Long };
  sendError: { producerId: Long; sequenceId: Long; error: number; message: string };
  message: { consumerId: Long; messageId: MessageId; redeliveryCount?: number };
  ack: { consumerId: number; ackType: number; messageId: readonly MessageId[] };
  flow: { consumerId: number; messagePermits: number };
  success: { requestId: Long };
  error: { requestId: Long; error: number; message: string };
  closeProducer: { producerId: Long; requestId: Long };
  closeConsumer: { consumerId: Long; requestId: Long };
  producerSuccess: { requestId: Long; producerName: string; lastSequenceId?: Long; producerReady?: boolean };
  ping: object;
  pong: object;
  redeliver: { consumerId: number; messageIds: readonly MessageId[] };
  partitionMetadata: { topic: string; requestId: number };
  partitionMetadataResponse: {
    partitions?: number;
    requestId: Long;
    response?: number;
    error?: number;
    message?: string;
  };
  lookupTopic: { topic: string; requestId: number; authoritative: boolean };
  lookupTopicResponse: {
    brokerServiceUrl?: string;
    brokerServiceUrlTls?: string;
    response?: number;
    requestId: Long;
    authoritative?: boolean;
    error?: number;
    message?: string;
    proxyThroughServiceUrl?: boolean;
  };
  authChallenge: object;
  authResponse: {
    clientVersion: string;
    protocolVersion: number;
    response: { authMethodName?: string; authData?: Uint8Array };
  };
}

export type CommandName = keyof Commands;
export type Command = {
  readonly [Name in CommandName]: { readonly name: Name; readonly body: Commands[Name] };
}[CommandName];

export function encodeCommand<Name extends CommandName>(name: Name, body: Commands[Name]): Uint8Array {
  const type = COMMAND.fields[name]?.id ?? 0;
  return COMMAND.encode(COMMAND.fromObject({ type, [name]: body })).finish();
}

/** `undefined` for a command that this client does not know. Throws on bytes that are no command. */
export function decodeCommand(bytes: Uint8Array): Command | undefined {
  const decoded = COMMAND.decode(bytes) as unknown as Record<string, unknown> & { type: number };
  const name = COMMAND.fieldsById[decoded.type]?.name;
  if (name === undefined || decoded.type < 2) return undefined;
  return { name, body: decoded[name] ?? {} } as Command;
}

export function encodeMetadata(metadata: MessageMetadata): Uint8Array {
  return METADATA.encode(METADATA.fromObject(metadata)).finish();
}

export function decodeMetadata(bytes: Uint8Array): MessageMetadata {
  return METADATA.decode(bytes) as unknown as MessageMetadata;
}

export function encodeSingle(metadata: SingleMetadata): Uint8Array {
  return SINGLE.encode(SINGLE.fromObject(metadata)).finish();
}

export function decodeSingle(bytes: Uint8Array): SingleMetadata {
  return SINGLE.decode(bytes) as unknown as SingleMetadata;
}
