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
  /** `isWanted`: whether anybody still waits for the answer when its turn comes. */
  verify(username: string, password: Buffer, isWanted?: () => boolean): Promise<PasswordVerdict>;
  /** Passwords that do not change stay remembered. */
  replace(users: readonly UserEntry[]): void;
}

const COST = 16_384;
const BLOCK = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
/** scrypt is dear on purpose; a client that would wait longer than this for its turn, in ms, is told to come back later. */
const MAX_WAIT = 20_000;
/** However fast it may go. */
const MAX_WAITING = 10_000;
/** At a time: the threads it runs on (four) are those that write messages to the disk. */
const MAX_RUNNING = 2;

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
  /** What is being looked at, by digest and hash: clients that share an account come in together. */
  const underWay = new Map<string, Promise<boolean | undefined>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  /** ms that one takes, of late. */
  let pace = 50;

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

  /** `undefined`: nobody waits for it any more. */
  function isRight(key: string, hash: string, password: Buffer, isWanted: () => boolean): Promise<boolean | undefined> {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const asked = inTurn(async () => {
      if (!isWanted()) return undefined;
      const began = performance.now();
      const answer = await matches(hash, password);
      pace += (performance.now() - began - pace) / 8;
      return answer;
    }).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  return {
    get isEmpty() {
      return byName.size === 0;
    },
    get: (username) => byName.get(username),
    async verify(username, password, isWanted = () => true) {
      const user = byName.get(username);
      const digest = digestOf(username, password);
      const known = remembered.get(username);
      if (user !== undefined && known?.hash === user.passwordHash && timingSafeEqual(known.digest, digest))
        return { outcome: 'right', user };
      // An unknown user takes as long as a wrong password.
      const hash = user?.passwordHash ?? NOBODY;
      const key = `${digest.toString('base64')} ${hash}`;
      for (;;) {
        const isBusy = waiting.length >= MAX_WAITING || (waiting.length * pace) / MAX_RUNNING > MAX_WAIT;
        if (isBusy && !underWay.has(key)) return { outcome: 'busy', user: undefined };
        const answer = await isRight(key, hash, password, isWanted);
        // Who asked first has gone; who asks now may still be there.
        if (answer === undefined && isWanted()) continue;
        // Deleted, or given another password, while this one was looked at.
        const now = byName.get(username);
        if (answer !== true || user === undefined || now?.passwordHash !== hash)
          return { outcome: 'wrong', user: undefined };
        remembered.set(username, { digest, hash });
        return { outcome: 'right', user: now };
      }
    },
    replace(next) {
      byName = index(next);
      for (const username of remembered.keys()) if (!byName.has(username)) remembered.delete(username);
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
