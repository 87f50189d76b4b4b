import { type Fault, type Outcome, retryOf } from '../driver.ts';
import { errorText, networkFault } from '../fault.ts';
import { targetOf } from '../reach.ts';
import type { KinesisSettings } from './settings.ts';

/** The name AWS gives an error: `ResourceNotFoundException` … */
export function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error)) return '';
  return String(error.name);
}

/** Does Kinesis refuse the request because of what is in it? */
export function isInvalid(name: string): boolean {
  return name === 'ValidationException' || name === 'InvalidArgumentException' || name === 'SerializationException';
}

/** Is the shard, stream or account over its limit for the moment? */
export function isThrottled(name: string): boolean {
  return (
    name === 'ProvisionedThroughputExceededException' ||
    name === 'LimitExceededException' ||
    name === 'ThrottlingException' ||
    name === 'KMSThrottlingException'
  );
}

/** An error of a call as a sentence that says what to do; `stream` when the call was about one. */
export function callFault(error: unknown, settings: KinesisSettings, stream?: string): Fault {
  const target = targetOf(settings.address);
  const name = errorName(error);
  const raw = name === '' || name === 'Error' ? errorText(error) : `${name}: ${errorText(error)}`;
  const object = stream ?? target;
  const where = stream === undefined ? target : `stream "${stream}"`;
  switch (name) {
    case 'ResourceNotFoundException':
      return {
        code: 'object_missing',
        data: { object },
        message: `There is no ${where} in region ${settings.region}. Check name and endpoint, or create it.`,
        raw,
      };
    case 'ResourceInUseException':
      return {
        code: 'object_not_ready',
        data: { object },
        message: `The ${where} is being created or deleted. It is tried again.`,
        raw,
      };
    case 'UnrecognizedClientException':
    case 'InvalidClientTokenId':
    case 'IncompleteSignatureException':
    case 'InvalidSignatureException':
    case 'SignatureDoesNotMatch':
    case 'MissingAuthenticationTokenException':
      return {
        code: 'credentials_refused',
        data: { target },
        message: `${target} refuses the credentials. Check access key ID, secret access key and region.`,
        raw,
      };
    case 'ExpiredTokenException':
    case 'RequestExpired':
      return {
        code: 'request_outdated',
        data: { target },
        message: `${target} says the request is too old. Check the clock of this machine and the keys.`,
        raw,
      };
    case 'AccessDeniedException':
      return {
        code: 'permission_missing',
        data: { object },
        message: `The access key may not use ${where}. Allow it in the IAM policy of its user.`,
        raw,
      };
    case 'AbortError':
    case 'TimeoutError':
      return networkFault({ code: 'ETIMEDOUT', message: errorText(error) }, target);
    default:
      if (isThrottled(name))
        return {
          code: 'over_limit',
          data: { object },
          message: `${where} is over its limit. Requests wait and are sent again.`,
          raw,
        };
      if (isInvalid(name))
        return {
          code: 'request_refused',
          data: { object, text: errorText(error) },
          message: `Kinesis does not take the request for ${where}: ${errorText(error)}`,
          raw,
        };
      if (name.startsWith('KMS')) {
        return {
          code: 'encryption_key_unusable',
          data: { object },
          message: `The encryption key (KMS) of ${where} cannot be used. Check the key and its policy.`,
          raw,
        };
      }
      if (name === 'InternalFailure' || name === 'InternalFailureException' || name === 'ServiceUnavailable') {
        return {
          code: 'object_not_ready',
          data: { object: target },
          message: `${target} is not available for the moment. Requests wait and are sent again.`,
          raw,
        };
      }
      return networkFault(error, target);
  }
}

/** One record that Kinesis finds invalid and that has more bytes than a stream takes unless it was raised there. */
export function tooLarge(error: unknown, stream: string, bytes: number): Fault {
  return {
    code: 'message_too_large',
    data: { object: stream },
    message: `The record has ${bytes} bytes, more than stream "${stream}" takes. Send less in one record.`,
    raw: errorText(error),
  };
}

/** What a failed call means for the records in it. */
export function callOutcome(error: unknown, settings: KinesisSettings, stream: string): Outcome {
  const fault = callFault(error, settings, stream);
  if (isInvalid(errorName(error))) return { kind: 'rejected', fault };
  return retryOf(fault);
}
