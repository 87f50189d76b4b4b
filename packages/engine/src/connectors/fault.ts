import type { FaultCode } from '@sluice/contract';
import type { Fault } from './driver.ts';
import { isForbiddenError } from './guard.ts';

interface Coded {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** The code of a system or library error, also of one wrapped in others; '' when it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, cause, errors } = error as Coded;
  if (typeof code === 'string' && code !== '') return code;
  if (Array.isArray(errors)) return errorCode(errors[0]);
  return cause === undefined || cause === error ? '' : errorCode(cause);
}

/** The text of an error, for "details". */
export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, errors } = error as Coded;
  if (Array.isArray(errors) && errors.length > 0) return errors.map(errorText).join('; ');
  return typeof message === 'string' && message !== '' ? message : String(error);
}

/** A network or TLS error on the way to `target` (`host:port`), as a sentence that says what to do. */
export function networkFault(error: unknown, target: string): Fault {
  const text = errorText(error);
  const forbidden = forbiddenAddress(error);
  if (forbidden !== undefined) {
    const message = `${target} leads to ${forbidden}, which no connector may use: the own link of this machine, or the metadata service of a cloud. Use another address, or start with SLUICE_ALLOW_LINK_LOCAL=1.`;
    return { message, raw: text, code: 'address_forbidden', data: { target, address: forbidden } };
  }
  const [code, message] = sentence(errorCode(error), text, target);
  return { message, raw: rawText(error), code, data: { target, text } };
}

/** Where it would have led, when the guard refused it; also in an error wrapped in others. */
function forbiddenAddress(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (isForbiddenError(error)) return error.address;
  const { cause } = error as Coded;
  return cause === undefined || cause === error ? undefined : forbiddenAddress(cause);
}

function rawText(error: unknown): string {
  const code = errorCode(error);
  const text = errorText(error);
  return code === '' || text.includes(code) ? text : `${code}: ${text}`;
}

function sentence(code: string, text: string, target: string): [code: FaultCode, message: string] {
  switch (code) {
    case 'ECONNREFUSED':
      return [
        'connection_refused',
        `${target} refuses the connection: nothing listens there. Check host and port, and that the server is running.`,
      ];
    case 'ENOTFOUND':
      return ['host_unknown', `The host name of ${target} is unknown. Check its spelling and the DNS of this machine.`];
    case 'EAI_AGAIN':
      return [
        'dns_silent',
        `The host name of ${target} could not be looked up: the DNS does not answer. Try again, or check the DNS of this machine.`,
      ];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ABORT_ERR':
      return [
        'no_answer',
        `${target} does not answer. Check the address, and whether a firewall drops the connection.`,
      ];
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return [
        'slow_answer',
        `${target} took the request but did not answer in time. Check whether the server is overloaded or hangs.`,
      ];
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return ['no_route', `There is no route to ${target}. Check the address and the network of this machine.`];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return [
        'connection_broken',
        `${target} broke the connection. It may have restarted, or it does not speak the expected protocol.`,
      ];
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return [
        'certificate_untrusted',
        `The certificate of ${target} is not signed by a trusted CA. Give its CA certificate, or turn verification off.`,
      ];
    case 'CERT_HAS_EXPIRED':
      return ['certificate_expired', `The certificate of ${target} has expired. It has to be renewed there.`];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [
        'certificate_name',
        `The certificate of ${target} is for another name. Set the server name (SNI) it was issued for.`,
      ];
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'EPROTO':
      return ['not_tls', `${target} does not answer with TLS. Turn TLS off, or use the port that speaks it.`];
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
    case 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE':
      return ['client_certificate_wanted', `${target} wants a client certificate. Give certificate and key.`];
    case 'ENOENT':
      return ['file_unreadable', `A certificate file cannot be read: ${text}. Check its path.`];
    default:
      return /alert/i.test(text)
        ? ['tls_refused', `${target} refused the TLS handshake (${text}). Check certificates and TLS versions.`]
        : ['connection_failed', `The connection to ${target} failed: ${text}`];
  }
}
