import { DELIVERED, type Fault, type Outcome } from '../driver.ts';
import { errorCode, errorText, networkFault } from '../fault.ts';

/** A failed or broken MQTT connection, as a sentence. Codes of MQTT 3 (1–5) and 5 (128 and up). */
export function connectFault(error: unknown, target: string): Fault {
  const code = numericCode(error);
  const raw = errorText(error);
  const named = { code: 'mqtt_reason' as const, data: { target, reason: code ?? 0 } };
  switch (code) {
    case 1:
    case 132:
      return { message: `${target} does not speak this MQTT version. Choose another one.`, raw, ...named };
    case 2:
    case 133:
      return { message: `${target} refuses the client id. Choose another client id prefix.`, raw, ...named };
    case 3:
    case 136:
    case 137:
    case 151:
      return {
        message: `${target} is not available at the moment: it is overloaded or starting. It is tried again.`,
        raw,
        ...named,
      };
    case 4:
    case 134:
      return { message: `${target} refuses user name or password. Check both.`, raw, ...named };
    case 5:
    case 135:
    case 138:
      return {
        message: `${target} does not allow this client to connect. Check user name, password and its permissions.`,
        raw,
        ...named,
      };
    case 142:
      return {
        message: `Another client took over the client id at ${target}. Give each connector its own client id prefix.`,
        raw,
        ...named,
      };
    case 156:
    case 157:
      return { message: `${target} sends us to another server. Put that address into the connector.`, raw, ...named };
  }
  if (code !== undefined && code >= 128)
    return { message: `${target} ended the connection (MQTT reason code ${code}).`, raw, ...named };
  if (raw === 'timeout' || /connack timeout/i.test(raw))
    return networkFault({ code: 'ETIMEDOUT', message: raw }, target);
  return networkFault(error, target);
}

/** What the acknowledgement of a published message means. */
export function publishOutcome(error: unknown, target: string): Outcome {
  if (error === undefined || error === null) return DELIVERED;
  const code = numericCode(error);
  const raw = errorText(error);
  switch (code) {
    case 16:
      // Taken, though nobody subscribes.
      return DELIVERED;
    case 135:
      return {
        kind: 'rejected',
        fault: {
          code: 'permission_missing',
          data: { object: target },
          message: `${target} does not allow publishing to this topic. Check the permissions of the user.`,
          raw,
        },
      };
    case 144:
      return {
        kind: 'rejected',
        fault: {
          code: 'request_refused',
          data: { object: target, text: 'MQTT reason code 144' },
          message: `${target} refuses the topic of the message. Check the topic of the action and the fields in it.`,
          raw,
        },
      };
    case 149:
      return {
        kind: 'rejected',
        fault: { ...tooLarge(target), raw },
      };
    case 153:
      return {
        kind: 'rejected',
        fault: {
          code: 'request_refused',
          data: { object: target, text: 'MQTT reason code 153' },
          message: `${target} refuses the message: it is not in the announced format.`,
          raw,
        },
      };
    case 151:
      return {
        kind: 'retry',
        scope: 'target',
        fault: {
          code: 'quota_used_up',
          data: { object: target },
          message: `${target} has used up its quota. Messages wait and are sent again.`,
          raw,
        },
      };
  }
  if (code !== undefined && code >= 128) {
    return {
      kind: 'retry',
      scope: 'request',
      fault: {
        code: 'request_refused',
        data: { object: target, text: `MQTT reason code ${code}` },
        message: `${target} did not take the message (MQTT reason code ${code}).`,
        raw,
      },
    };
  }
  if (/invalid topic|packet|payload/i.test(raw) && errorCode(error) === '') {
    return {
      kind: 'rejected',
      fault: {
        code: 'request_unwritable',
        data: { target },
        message: 'The message cannot be written as MQTT: check its topic.',
        raw,
      },
    };
  }
  return { kind: 'retry', scope: 'target', fault: networkFault(error, target) };
}

/** Reason codes with which a server ends a connection because of what it was sent. */
const UPON_A_MESSAGE: readonly number[] = [128, 129, 130, 131, 135, 144, 149, 153, 154, 155];

/** May the other side have broken the connection because of a message? `undefined`: it did so without a word. */
export function mayBeUponAMessage(why: unknown): boolean {
  if (why === undefined) return true;
  const code = numericCode(why);
  return code === undefined ? ['ECONNRESET', 'EPIPE'].includes(errorCode(why)) : UPON_A_MESSAGE.includes(code);
}

export function tooLarge(target: string): Fault {
  return {
    code: 'message_too_large',
    data: { object: target },
    message: `The message is too large for ${target}. Send less in one message.`,
  };
}

function numericCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, reasonCode } = error as { readonly code?: unknown; readonly reasonCode?: unknown };
  if (typeof code === 'number') return code;
  return typeof reasonCode === 'number' ? reasonCode : undefined;
}
