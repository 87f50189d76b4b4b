import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** N = 2^15: about 60 ms and 32 MB a hash. */
const COST: ScryptOptions = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** `scrypt:<salt>:<key>`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64')}:${(await derive(password, salt)).toString('base64')}`;
}

/** Takes the same time for a wrong password and for a user that does not exist (`hash` undefined). */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = hash?.split(':') ?? [];
  const actual = await derive(password, Buffer.from(salt, 'base64'));
  const expected = Buffer.from(key, 'base64');
  return hash !== undefined && expected.length === actual.length && timingSafeEqual(expected, actual);
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 16 characters that are easy to read aloud: no 0/O, 1/l/I. */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** What is wrong with a new password: 8 to 64 characters, two of letters, digits and other characters. */
export function passwordFault(password: string): string | undefined {
  if (password.length < 8 || password.length > 64) return 'A password has 8 to 64 characters.';
  if (!/^[\x20-\x7e]+$/.test(password)) return 'A password consists of printable ASCII characters.';
  const kinds = [/[a-zA-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  return kinds < 2 ? 'A password mixes at least two of letters, digits and special characters.' : undefined;
}
