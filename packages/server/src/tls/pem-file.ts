import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '@sluice/contract';

/** The text of a file that an option names. A problem is a sentence. */
export function readPem(option: string, path: string): Result<string, string> {
  try {
    return ok(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EACCES'
          ? 'this user may not read it'
          : code === 'EISDIR'
            ? 'it is a folder'
            : String(error);
    return fail(`The file of ${option}, ${path}, cannot be read: ${why}.`);
  }
}

/** The same, and it has to hold a certificate. */
export function readCertificate(option: string, path: string): Result<string, string> {
  const pem = readPem(option, path);
  if (!pem.ok) return pem;
  try {
    new X509Certificate(pem.value);
    return pem;
  } catch {
    return fail(`The file of ${option}, ${path}, holds no certificate in PEM ("-----BEGIN CERTIFICATE-----").`);
  }
}
