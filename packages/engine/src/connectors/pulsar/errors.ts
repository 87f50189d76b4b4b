import { type Fault, type Outcome, retryOf } from '../driver.ts';
import { errorText, networkFault } from '../fault.ts';

/** An error that a broker answered; `code` is the protocol's number, `text` the broker's words. */
export class PulsarError extends Error {
  readonly code: number;
  constructor(code: number, text: string) {
    super(text);
    this.name = NAMES[code] ?? `error ${code}`;
    this.code = code;
  }
}

/** A batch that no broker would take: its frame is larger than what the broker allows. */
export class TooLarge extends Error {
  constructor(bytes: number, most: number) {
    super(`The message has ${bytes} bytes, the broker takes ${most}.`);
    this.name = 'TooLarge';
  }
}

const NAMES: readonly string[] = [
  'UnknownError',
  'MetadataError',
  'PersistenceError',
  'AuthenticationError',
  'AuthorizationError',
  'ConsumerBusy',
  'ServiceNotReady',
  'ProducerBlockedQuotaExceededError',
  'ProducerBlockedQuotaExceededException',
  'ChecksumError',
  'UnsupportedVersionError',
  'TopicNotFound',
  'SubscriptionNotFound',
  'ConsumerNotFound',
  'TooManyRequests',
  'TopicTerminatedError',
  'ProducerBusy',
  'InvalidTopicName',
  'IncompatibleSchema',
  'ConsumerAssignError',
  'TransactionCoordinatorNotFound',
  'InvalidTxnStatus',
  'NotAllowedError',
  'TransactionConflict',
  'TransactionNotFound',
  'ProducerFenced',
];

/** An error as a sentence that says what to do; `topic` when it was about one. */
export function pulsarFault(error: unknown, target: string, topic?: string): Fault {
  if (error instanceof TooLarge)
    return {
      code: 'message_too_large',
      data: { object: topic ?? target },
      message: `${error.message} Send less in one message.`,
      raw: error.message,
    };
  if (!(error instanceof PulsarError)) return networkFault(error, target);
  const where = topic === undefined ? target : `the topic ${topic}`;
  const object = topic ?? target;
  const raw = `${error.name}: ${errorText(error)}`;
  switch (error.name) {
    case 'AuthenticationError':
      return {
        code: 'credentials_refused',
        data: { target },
        message: `${target} refuses the credentials. Check token, or user name and password.`,
        raw,
      };
    case 'AuthorizationError':
    case 'NotAllowedError':
      return {
        code: 'permission_missing',
        data: { object },
        message: `The credentials may not use ${where}. Grant them the permission in Pulsar.`,
        raw,
      };
    case 'TopicNotFound':
      return {
        code: 'object_missing',
        data: { object },
        message: `There is no such topic: ${topic ?? ''}. Check its name, or create it.`,
        raw,
      };
    case 'InvalidTopicName':
      return {
        code: 'object_name_invalid',
        data: { object },
        message: `"${topic ?? ''}" is no topic name. Write persistent://tenant/namespace/topic.`,
        raw,
      };
    case 'ProducerBlockedQuotaExceededError':
    case 'ProducerBlockedQuotaExceededException':
      return {
        code: 'quota_used_up',
        data: { object },
        message: `The backlog quota of ${where} is used up. Consume it, or raise the quota.`,
        raw,
      };
    case 'TopicTerminatedError':
      return {
        code: 'topic_terminated',
        data: { object },
        message: `The topic ${topic ?? ''} was terminated: it takes no more messages.`,
        raw,
      };
    case 'ConsumerBusy':
      return {
        code: 'subscription_taken',
        data: { object },
        message: `Another consumer holds the subscription. Use the type shared or failover.`,
        raw,
      };
    case 'IncompatibleSchema':
      return {
        code: 'schema_wanted',
        data: { object },
        message: `The topic ${topic ?? ''} has a schema. Send to a topic without one.`,
        raw,
      };
    case 'ServiceNotReady':
    case 'TooManyRequests':
    case 'MetadataError':
    case 'PersistenceError':
    case 'ProducerBusy':
    case 'ProducerFenced':
      return {
        code: 'object_not_ready',
        data: { object },
        message: `${where} is not ready for the moment. It is tried again.`,
        raw,
      };
    default:
      return {
        code: 'request_refused',
        data: { object, text: errorText(error) },
        message: `${target} refused a request about ${where}: ${errorText(error)}`,
        raw,
      };
  }
}

/** What a failed send means for the messages in it. */
export function pulsarOutcome(error: unknown, target: string, topic: string): Outcome {
  const fault = pulsarFault(error, target, topic);
  return error instanceof TooLarge ? { kind: 'rejected', fault } : retryOf(fault);
}
