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
  /** The user, when the password is right. */
  readonly user: UserEntry | undefined;
}

export interface Passwords {
  readonly isEmpty: boolean;
  get(username: string): UserEntry | undefined;
  verify(username: string, password: Buffer): Promise<PasswordVerdict>;
  /** Passwords that do not change stay remembered. */
  replace(users: readonly UserEntry[]): void;
}

const COST = 16_384;
const BLOCK = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
/** scrypt is dear on purpose; more waiting clients than this are told to come back later. */
const MAX_WAITING = 256;
/** At a time: the threads it runs on (four) are those that write messages to the disk. */
const MAX_RUNNING = 2;
const MAX_REMEMBERED = 10_000;

/** `scrypt$N$r$p$salt$key`, salt and key in base64. */
export async function hashPassword(password: string | Buffer): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(Buffer.from(password), salt, COST, BLOCK, PARALLEL, KEY_BYTES);
  return `scrypt$${COST}$${BLOCK}$${PARALLEL}$${salt.toString('base64')}$${key.toString('base64')}`;
}

export function createPasswords(users: readonly UserEntry[]): Passwords {
  let byName = index(users);
  /** Passwords that were right, under a key of this process: a client that comes back costs no scrypt. */
  const remembered = new Map<string, { readonly digest: Buffer; readonly hash: string }>();
  const memoryKey = randomBytes(32);
  const waiting: (() => void)[] = [];
  let running = 0;

  const digestOf = (username: string, password: Buffer): Buffer =>
    createHmac('sha256', memoryKey).update(username).update('\0').update(password).digest();

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    get isEmpty() {
      return byName.size === 0;
    },
    get: (username) => byName.get(username),
    async verify(username, password) {
      const user = byName.get(username);
      const known = remembered.get(username);
      if (
        user !== undefined &&
        known?.hash === user.passwordHash &&
        timingSafeEqual(known.digest, digestOf(username, password))
      )
        return { outcome: 'right', user };
      if (waiting.length >= MAX_WAITING) return { outcome: 'busy', user: undefined };
      // An unknown user takes as long as a wrong password.
      const hash = user?.passwordHash ?? NOBODY;
      const isRight = (await inTurn(() => matches(hash, password))) && user !== undefined;
      // Deleted, or given another password, while this one was looked at.
      const now = byName.get(username);
      if (!isRight || now?.passwordHash !== hash) return { outcome: 'wrong', user: undefined };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(username, { digest: digestOf(username, password), hash });
      return { outcome: 'right', user: now };
    },
    replace(next) {
      byName = index(next);
    },
  };
}

function index(users: readonly UserEntry[]): Map<string, UserEntry> {
  return new Map(users.map((user) => [user.username, user]));
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
