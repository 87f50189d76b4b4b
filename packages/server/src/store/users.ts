import type { Role } from '../session/role.ts';
import type { Database, SqlValue } from './database.ts';

export interface StoredUser {
  readonly username: string;
  /** Hash, see `session/password.ts`. */
  readonly password: string;
  readonly role: Role;
  readonly description: string;
  readonly enable: boolean;
}

export interface UserTable {
  all(): StoredUser[];
  get(username: string): StoredUser | undefined;
  put(user: StoredUser): void;
  remove(username: string): void;
}

function user(row: Record<string, SqlValue>): StoredUser {
  return {
    username: String(row.username),
    password: String(row.password),
    role: row.role as Role,
    description: String(row.description),
    enable: row.enable === 1,
  };
}

export function userTable(db: Database): UserTable {
  const all = db.prepare('SELECT * FROM users ORDER BY username');
  const get = db.prepare('SELECT * FROM users WHERE username = ?');
  const put = db.prepare(
    'INSERT OR REPLACE INTO users (username, password, role, description, enable) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM users WHERE username = ?');
  return {
    all: () => all.all().map(user),
    get: (username) => {
      const row = get.get(username);
      return row === undefined ? undefined : user(row);
    },
    put: (value) => {
      put.run(value.username, value.password, value.role, value.description, value.enable ? 1 : 0);
    },
    remove: (username) => {
      remove.run(username);
    },
  };
}
