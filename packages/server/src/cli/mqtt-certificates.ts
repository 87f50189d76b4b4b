import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fail, ok, type Result } from '@sluice/contract';
import type { MqttTls } from '@sluice/engine';
import { readCertificate, readPem } from '../tls/pem-file.ts';
import type { TlsFiles } from './mqtt-options.ts';

/** Reads the files and tries them, before anything has started. A problem is a sentence. */
export function readCertificates(files: TlsFiles): Result<MqttTls, string> {
  const cert = readCertificate('--mqtt-tls-cert', files.cert);
  if (!cert.ok) return cert;
  const key = readPem('--mqtt-tls-key', files.key);
  if (!key.ok) return key;
  const ca = files.ca === undefined ? ok(undefined) : readCertificate('--mqtt-tls-ca', files.ca);
  if (!ca.ok) return ca;
  const tls: MqttTls = {
    cert: cert.value,
    key: key.value,
    ...(files.passphrase !== undefined && { passphrase: files.passphrase }),
    ...(ca.value !== undefined && { ca: ca.value }),
    verify: files.verify,
  };
  const fault = keyFault(tls, files);
  return fault === undefined ? ok(tls) : fail(fault);
}

/** What the operator should know of a certificate that can be used: that its time is over, or has not come. */
export function certificateNote(cert: string, now = new Date()): string | undefined {
  const { validFrom, validTo } = new X509Certificate(cert);
  if (new Date(validTo) < now)
    return `The certificate of MQTT over TLS has expired (${validTo}): most clients refuse it.`;
  if (new Date(validFrom) > now) return `The certificate of MQTT over TLS is not valid before ${validFrom}.`;
  return undefined;
}

function keyFault(tls: MqttTls, files: TlsFiles): string | undefined {
  try {
    createSecureContext({ ...tls });
    return undefined;
  } catch (error) {
    const raw = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/KEY_VALUES_MISMATCH|KEY_TYPE_MISMATCH/.test(code))
      return `The key ${files.key} does not belong to the certificate ${files.cert}.`;
    if (/BAD_DECRYPT|INTERRUPTED|BAD_PASSWORD|PASSWORD_READ/i.test(`${code} ${raw}`))
      return `The key ${files.key} is encrypted. Give its pass phrase with SLUICE_MQTT_TLS_PASSPHRASE.`;
    return `The certificate ${files.cert} cannot be used with the key ${files.key}: ${raw}.`;
  }
}
