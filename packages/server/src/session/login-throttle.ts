const WINDOW_MS = 60_000;
/** Wrong passwords a minute: of one user from one address, from one address, and of one user from anywhere. */
const LIMITS = { pair: 10, address: 30, user: 100 } as const;
/** Beyond this many names the oldest are forgotten, so that a flood of made-up names cannot fill the memory. */
const KEPT = 10_000;

/** An attempt that may go on. It counts as failed until it is said to have succeeded. */
interface Attempt {
  succeeded(): void;
}

/**
 * Slows down guessing. Attempts are counted when they begin, not when their password was found to be wrong: a thousand
 * at the same moment are no more than one after the other.
 */
export interface LoginThrottle {
  /** `wait`: seconds until the next attempt is taken. */
  begin(address: string, username: string): Attempt | { readonly wait: number };
}

export function createLoginThrottle(now: () => number = Date.now): LoginThrottle {
  const tables = {
    pair: createTable(LIMITS.pair, now),
    address: createTable(LIMITS.address, now),
    user: createTable(LIMITS.user, now),
  };
  return {
    begin(address, username) {
      const counted = [
        { table: tables.pair, key: `${address} ${username}` },
        { table: tables.address, key: address },
        { table: tables.user, key: username },
      ];
      const wait = Math.max(...counted.map(({ table, key }) => table.wait(key)));
      if (wait > 0) return { wait };
      for (const { table, key } of counted) table.add(key);
      return {
        succeeded() {
          tables.pair.forget(`${address} ${username}`);
          // others may be guessing from the same address or at the same name: only this attempt is taken back
          tables.address.subtract(address);
          tables.user.subtract(username);
        },
      };
    },
  };
}

function createTable(limit: number, now: () => number) {
  const entries = new Map<string, { count: number; since: number }>();
  return {
    wait(key: string): number {
      const entry = entries.get(key);
      if (entry === undefined) return 0;
      const left = entry.since + WINDOW_MS - now();
      if (left <= 0) entries.delete(key);
      return left > 0 && entry.count >= limit ? Math.ceil(left / 1000) : 0;
    },
    add(key: string): void {
      const entry = entries.get(key);
      if (entry !== undefined) entry.count++;
      else entries.set(key, { count: 1, since: now() });
      const oldest = entries.keys().next();
      if (entries.size > KEPT && oldest.done !== true) entries.delete(oldest.value);
    },
    subtract(key: string): void {
      const entry = entries.get(key);
      if (entry !== undefined) entry.count--;
    },
    forget: (key: string): void => void entries.delete(key),
  };
}
