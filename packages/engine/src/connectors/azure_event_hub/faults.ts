import { type Fault, type Outcome, retryOf } from '../driver.ts';
import { errorCode, errorText, networkFault } from '../fault.ts';
import { targetOf } from '../reach.ts';
import type { EventHubSettings } from './settings.ts';

interface KafkaError {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly cause?: unknown;
}

/** The error behind "number of retries exceeded" and the like. */
function rootOf(error: unknown): unknown {
  const { cause } = (typeof error === 'object' && error !== null ? error : {}) as KafkaError;
  return cause === undefined || cause === error ? error : rootOf(cause);
}

/** Kafka's own code, such as `MESSAGE_TOO_LARGE`; the name of the library's error otherwise. */
function kindOf(error: unknown): string {
  const { type, name } = (typeof error === 'object' && error !== null ? error : {}) as KafkaError;
  return typeof type === 'string' ? type : String(name ?? '');
}

/** An error as a sentence that says what to do; `topic` when it was about one. */
export function eventHubFault(error: unknown, settings: EventHubSettings, topic?: string): Fault {
  const root = rootOf(error);
  const kind = kindOf(root);
  const target = targetOf(settings.addresses[0]);
  const object = topic ?? target;
  const where = topic === undefined ? target : `event hub "${topic}"`;
  const raw = kind === '' || kind === 'Error' ? errorText(root) : `${kind}: ${errorText(root)}`;
  switch (kind) {
    case 'KafkaJSSASLAuthenticationError':
    case 'SASL_AUTHENTICATION_FAILED':
    case 'ILLEGAL_SASL_STATE':
    case 'UNSUPPORTED_SASL_MECHANISM':
      return {
        code: 'credentials_refused',
        data: { target },
        message: `${target} refuses the connection string. Check it, and the policy it belongs to.`,
        raw,
      };
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'GROUP_AUTHORIZATION_FAILED':
    case 'CLUSTER_AUTHORIZATION_FAILED':
      return {
        code: 'permission_missing',
        data: { object },
        message: `The connection string may not use ${where}. Its policy needs Send or Listen.`,
        raw,
      };
    case 'KafkaJSGroupCoordinatorNotFound':
      // The library hides whether the group is not permitted or only not ready.
      return {
        code: 'group_unusable',
        data: { target },
        message: `${target} does not let us use the consumer group: it is not ready, or the connection string may not use it. Check the group and the policy if this goes on.`,
        raw,
      };
    case 'UNKNOWN_TOPIC_OR_PARTITION':
    case 'KafkaJSTopicMetadataNotLoaded':
      return {
        code: 'object_missing',
        data: { object },
        message: `There is no ${where} in this namespace. Check its name, or create it.`,
        raw,
      };
    case 'INVALID_TOPIC_EXCEPTION':
      return {
        code: 'object_name_invalid',
        data: { object },
        message: `"${topic}" is no name for an event hub. Check the name or its template.`,
        raw,
      };
    case 'MESSAGE_TOO_LARGE':
    case 'RECORD_LIST_TOO_LARGE':
      return { code: 'message_too_large', data: { object }, message: `The event is too large for ${where}.`, raw };
    case 'UNSUPPORTED_COMPRESSION_TYPE':
      return {
        code: 'compression_refused',
        data: { object },
        message: `${where} does not take this compression. Turn it off.`,
        raw,
      };
    case 'KafkaJSRequestTimeoutError':
    case 'REQUEST_TIMED_OUT':
      return networkFault({ code: 'UND_ERR_HEADERS_TIMEOUT', message: raw }, target);
    case 'KafkaJSConnectionError':
    case 'KafkaJSConnectionClosedError': {
      const code = errorCode(root) || networkCode(errorText(root));
      return networkFault({ code, message: errorText(root) }, target);
    }
    default:
      return isPassing(kind)
        ? {
            code: 'object_not_ready',
            data: { object },
            message: `${where} is not ready for the moment. Events wait and are sent again.`,
            raw,
          }
        : { ...networkFault(root, target), raw };
  }
}

/** The library puts the code of the system into the text of its own error. */
function networkCode(text: string): string {
  if (/timeout/i.test(text)) return 'ETIMEDOUT';
  return /\bE[A-Z]{4,}\b/.exec(text)?.[0] ?? 'ECONNRESET';
}

/** States of a cluster that mend themselves. */
function isPassing(kind: string): boolean {
  return (
    kind === 'LEADER_NOT_AVAILABLE' ||
    kind === 'NOT_LEADER_FOR_PARTITION' ||
    kind === 'REPLICA_NOT_AVAILABLE' ||
    kind === 'NOT_ENOUGH_REPLICAS' ||
    kind === 'NOT_ENOUGH_REPLICAS_AFTER_APPEND' ||
    kind === 'KAFKA_STORAGE_ERROR' ||
    kind === 'THROTTLING_QUOTA_EXCEEDED' ||
    kind.includes('COORDINATOR') ||
    kind.startsWith('KafkaJSMetadata') ||
    kind.startsWith('KafkaJSBroker')
  );
}

/** Will the event never be taken, whatever time passes? */
function isFinal(kind: string): boolean {
  return (
    kind === 'MESSAGE_TOO_LARGE' ||
    kind === 'RECORD_LIST_TOO_LARGE' ||
    kind === 'INVALID_TOPIC_EXCEPTION' ||
    kind === 'INVALID_RECORD' ||
    kind === 'INVALID_TIMESTAMP'
  );
}

/** What a failed produce means for the events in it. */
export function eventHubOutcome(error: unknown, settings: EventHubSettings, topic: string): Outcome {
  const fault = eventHubFault(error, settings, topic);
  return isFinal(kindOf(rootOf(error))) ? { kind: 'rejected', fault } : retryOf(fault);
}

/** Does the connection itself seem to be gone or dead? */
export function isConnectionLoss(error: unknown): boolean {
  const kind = kindOf(rootOf(error));
  return (
    kind === 'KafkaJSConnectionError' ||
    kind === 'KafkaJSConnectionClosedError' ||
    kind === 'KafkaJSRequestTimeoutError'
  );
}
