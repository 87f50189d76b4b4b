import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encrypts secrets at rest: AES-256-GCM with a key in a file that only this user can read. */
export interface Cipher {
  encrypt(plain: string): string;
  /** Throws when the text was encrypted with another key. */
  decrypt(text: string): string;
  isEncrypted(text: string): boolean;
}

const PREFIX = 'enc:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Reads the key of the data folder, or makes one on the first start. */
export function openCipher(dataDir: string): Cipher {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new Error(`${path} is not a key of 32 bytes in base64. Restore it from a backup.`);
  return cipher(key, path);
}

function cipher(key: Buffer, path: string): Cipher {
  return {
    encrypt(plain) {
      const iv = randomBytes(IV_BYTES);
      const aes = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([aes.update(plain, 'utf8'), aes.final()]);
      return PREFIX + Buffer.concat([iv, aes.getAuthTag(), body]).toString('base64');
    },
    decrypt(text) {
      const bytes = Buffer.from(text.slice(PREFIX.length), 'base64');
      try {
        const aes = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        aes.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([aes.update(bytes.subarray(IV_BYTES + TAG_BYTES)), aes.final()]).toString('utf8');
      } catch {
        throw new Error(
          `A stored secret does not fit the key in ${path}. Restore the key file that belongs to this data.`,
        );
      }
    },
    isEncrypted: (text) => text.startsWith(PREFIX),
  };
}
