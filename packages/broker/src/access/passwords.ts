import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface UserEntry {
  readonly username: string;
  /** Made by {@link hashPassword}. */
  readonly passwordHash: string;
  /** No permission applies to a superuser. */
  readonly isSuperuser?: boolean;
}

interface PasswordVerdict {
  readonly outcome: 'right' | 'wrong' | 'busy';
  readonly isSuperuser: boolean;
}

export interface Passwords {
  readonly isEmpty: boolean;
  verify(username: string, password: Buffer): Promise<PasswordVerdict>;
}

const COST = 16_384;
const BLOCK = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
/** scrypt is dear on purpose; more waiting clients than this are told to come back later. */
const MAX_WAITING = 256;
const MAX_REMEMBERED = 10_000;

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
export async function hashPassword(password: string | Buffer): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(Buffer.from(password), salt, COST, BLOCK, PARALLEL, KEY_BYTES);
  return `scrypt$${COST}$${BLOCK}$${PARALLEL}$${salt.toString('base64')}$${key.toString('base64')}`;
}

export function createPasswords(users: readonly UserEntry[]): Passwords {
  const byName = new Map(users.map((user) => [user.username, user]));
  /** Passwords that were right, under a key of this process: a client that comes back costs no scrypt. */
  const remembered = new Map<string, Buffer>();
  const memoryKey = randomBytes(32);
  let waiting = 0;

  const digest = (username: string, password: Buffer): Buffer =>
    createHmac('sha256', memoryKey).update(username).update('\0').update(password).digest();

  return {
    isEmpty: byName.size === 0,
    async verify(username, password) {
      const user = byName.get(username);
      const isSuperuser = user?.isSuperuser === true;
      const known = remembered.get(username);
      if (known !== undefined && timingSafeEqual(known, digest(username, password)))
        return { outcome: 'right', isSuperuser };
      if (waiting >= MAX_WAITING) return { outcome: 'busy', isSuperuser: false };
      waiting++;
      try {
        // An unknown user takes as long as a wrong password.
        const isRight = (await matches(user?.passwordHash ?? NOBODY, password)) && user !== undefined;
        if (!isRight) return { outcome: 'wrong', isSuperuser: false };
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(username, digest(username, password));
        return { outcome: 'right', isSuperuser };
      } finally {
        waiting--;
      }
    },
  };
}

const NOBODY = `scrypt$${COST}$${BLOCK}$${PARALLEL}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

async function matches(hash: string, password: Buffer): Promise<boolean> {
  const [kind, cost, block, parallel, salt, key] = hash.split('$');
  if (kind !== 'scrypt' || !salt || !key) return false;
  const wanted = Buffer.from(key, 'base64');
  const got = await derive(
    password,
    Buffer.from(salt, 'base64'),
    Number(cost),
    Number(block),
    Number(parallel),
    wanted.length,
  );
  return timingSafeEqual(wanted, got);
}

function derive(password: Buffer, salt: Buffer, N: number, r: number, p: number, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
