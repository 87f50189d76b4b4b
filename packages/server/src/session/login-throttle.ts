const WINDOW_MS = 60_000;
const ATTEMPTS = 10;
/** Beyond this many names the oldest are forgotten, so that a flood of made-up names cannot fill the memory. */
const KEPT = 10_000;

/** Slows down guessing: ten wrong passwords a minute for one user from one address. */
export interface LoginThrottle {
  /** Seconds to wait before the next attempt; 0 = go ahead. */
  wait(key: string): number;
  failed(key: string): void;
  succeeded(key: string): void;
}

export function createLoginThrottle(now: () => number = Date.now): LoginThrottle {
  const failures = new Map<string, { count: number; since: number }>();
  return {
    wait(key) {
      const entry = failures.get(key);
      if (entry === undefined || entry.count < ATTEMPTS) return 0;
      const left = entry.since + WINDOW_MS - now();
      if (left > 0) return Math.ceil(left / 1000);
      failures.delete(key);
      return 0;
    },
    failed(key) {
      const time = now();
      const entry = failures.get(key);
      if (entry === undefined || entry.since + WINDOW_MS < time) {
        failures.delete(key);
        failures.set(key, { count: 1, since: time });
        const oldest = failures.keys().next();
        if (failures.size > KEPT && oldest.done !== true) failures.delete(oldest.value);
      } else entry.count++;
    },
    succeeded: (key) => {
      failures.delete(key);
    },
  };
}
