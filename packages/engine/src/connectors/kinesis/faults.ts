import type { Fault, Outcome } from '../driver.ts';
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
  const where = stream === undefined ? target : `stream "${stream}"`;
  switch (name) {
    case 'ResourceNotFoundException':
      return {
        message: `There is no ${where} in region ${settings.region}. Check name and endpoint, or create it.`,
        raw,
      };
    case 'ResourceInUseException':
      return { message: `The ${where} is being created or deleted. It is tried again.`, raw };
    case 'UnrecognizedClientException':
    case 'InvalidClientTokenId':
    case 'IncompleteSignatureException':
    case 'InvalidSignatureException':
    case 'SignatureDoesNotMatch':
    case 'MissingAuthenticationTokenException':
      return { message: `${target} refuses the credentials. Check access key ID, secret access key and region.`, raw };
    case 'ExpiredTokenException':
    case 'RequestExpired':
      return { message: `${target} says the request is too old. Check the clock of this machine and the keys.`, raw };
    case 'AccessDeniedException':
      return { message: `The access key may not use ${where}. Allow it in the IAM policy of its user.`, raw };
    case 'AbortError':
    case 'TimeoutError':
      return networkFault({ code: 'ETIMEDOUT', message: errorText(error) }, target);
    default:
      if (isThrottled(name)) return { message: `${where} is over its limit. Requests wait and are sent again.`, raw };
      if (isInvalid(name))
        return { message: `Kinesis does not take the request for ${where}: ${errorText(error)}`, raw };
      if (name.startsWith('KMS')) {
        return { message: `The encryption key (KMS) of ${where} cannot be used. Check the key and its policy.`, raw };
      }
      if (name === 'InternalFailure' || name === 'InternalFailureException' || name === 'ServiceUnavailable') {
        return { message: `${target} is not available for the moment. Requests wait and are sent again.`, raw };
      }
      return networkFault(error, target);
  }
}

/** What a failed call means for the records in it. */
export function callOutcome(error: unknown, settings: KinesisSettings, stream: string): Outcome {
  const fault = callFault(error, settings, stream);
  if (isInvalid(errorName(error))) return { kind: 'rejected', fault };
  return { kind: 'retry', scope: 'target', fault };
}
