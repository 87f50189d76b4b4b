import type { Database } from './database.ts';

interface StoredSession {
  /** SHA-256 of the bearer token: the database never holds a token that works. */
  readonly token: string;
  readonly username: string;
  /** Unix time in ms. */
  readonly expiresAt: number;
}

export interface SessionTable {
  get(token: string): StoredSession | undefined;
  put(session: StoredSession): void;
  remove(token: string): void;
  removeOfUser(username: string): void;
  removeExpired(before: number): void;
}

export function sessionTable(db: Database): SessionTable {
  const get = db.prepare('SELECT token, username, expires_at FROM sessions WHERE token = ?');
  const put = db.prepare('INSERT OR REPLACE INTO sessions (token, username, expires_at) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM sessions WHERE token = ?');
  const removeOfUser = db.prepare('DELETE FROM sessions WHERE username = ?');
  const removeExpired = db.prepare('DELETE FROM sessions WHERE expires_at < ?');
  return {
    get: (token) => {
      const row = get.get(token);
      if (row === undefined) return undefined;
      return { token: String(row.token), username: String(row.username), expiresAt: Number(row.expires_at) };
    },
    put: (session) => {
      put.run(session.token, session.username, session.expiresAt);
    },
    remove: (token) => {
      remove.run(token);
    },
    removeOfUser: (username) => {
      removeOfUser.run(username);
    },
    removeExpired: (before) => {
      removeExpired.run(before);
    },
  };
}
