import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { StoredUser } from '../store/users.ts';

/** Life of a token since its last use (decision 15). */
export const TOKEN_LIFETIME_MS = 60 * 60 * 1000;
/** How far a use may lag behind in the database: a write a minute, not a write a request. */
const SLIDE_MS = 60 * 1000;

type TokenCheck =
  | { readonly kind: 'user'; readonly user: StoredUser }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired' };

/** Bearer tokens. They survive a restart; a disabled or deleted user's tokens are dead at once. */
export interface Tokens {
  issue(username: string): string;
  check(token: string): TokenCheck;
  revoke(token: string): void;
  revokeUser(username: string): void;
}

export function createTokens(store: Store, now: () => number = Date.now): Tokens {
  const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');
  return {
    issue(username) {
      const token = randomBytes(32).toString('base64url');
      store.sessions.removeExpired(now() - 24 * TOKEN_LIFETIME_MS);
      store.sessions.put({ token: digest(token), username, expiresAt: now() + TOKEN_LIFETIME_MS });
      return token;
    },
    check(token) {
      const session = store.sessions.get(digest(token));
      if (session === undefined) return { kind: 'unknown' };
      const time = now();
      if (session.expiresAt <= time) return { kind: 'expired' };
      const user = store.users.get(session.username);
      if (user?.enable !== true) return { kind: 'unknown' };
      const expiresAt = time + TOKEN_LIFETIME_MS;
      if (expiresAt - session.expiresAt > SLIDE_MS) store.sessions.put({ ...session, expiresAt });
      return { kind: 'user', user };
    },
    revoke: (token) => store.sessions.remove(digest(token)),
    revokeUser: (username) => store.sessions.removeOfUser(username),
  };
}
