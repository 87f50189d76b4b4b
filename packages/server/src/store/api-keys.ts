import type { Role } from '../session/role.ts';
import type { Database, SqlValue } from './database.ts';

export interface StoredApiKey {
  readonly name: string;
  readonly apiKey: string;
  /** SHA-256 of the secret, which is random and long: nothing slower is needed. */
  readonly secret: string;
  readonly role: Role;
  readonly description: string;
  readonly enable: boolean;
  /** Unix time in ms; `undefined` = never. */
  readonly expiresAt: number | undefined;
  readonly createdAt: number;
}

export interface ApiKeyTable {
  all(): StoredApiKey[];
  get(name: string): StoredApiKey | undefined;
  byKey(apiKey: string): StoredApiKey | undefined;
  put(key: StoredApiKey): void;
  remove(name: string): void;
}

function key(row: Record<string, SqlValue>): StoredApiKey {
  return {
    name: String(row.name),
    apiKey: String(row.api_key),
    secret: String(row.secret),
    role: row.role as Role,
    description: String(row.description),
    enable: row.enable === 1,
    expiresAt: row.expires_at === null ? undefined : Number(row.expires_at),
    createdAt: Number(row.created_at),
  };
}

export function apiKeyTable(db: Database): ApiKeyTable {
  const all = db.prepare('SELECT * FROM api_keys ORDER BY name');
  const get = db.prepare('SELECT * FROM api_keys WHERE name = ?');
  const byKey = db.prepare('SELECT * FROM api_keys WHERE api_key = ?');
  const put = db.prepare(
    'INSERT OR REPLACE INTO api_keys (name, api_key, secret, role, description, enable, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM api_keys WHERE name = ?');
  const optional = (row: Record<string, SqlValue> | undefined): StoredApiKey | undefined =>
    row === undefined ? undefined : key(row);
  return {
    all: () => all.all().map(key),
    get: (name) => optional(get.get(name)),
    byKey: (apiKey) => optional(byKey.get(apiKey)),
    put: (value) => {
      put.run(
        value.name,
        value.apiKey,
        value.secret,
        value.role,
        value.description,
        value.enable ? 1 : 0,
        value.expiresAt ?? null,
        value.createdAt,
      );
    },
    remove: (name) => {
      remove.run(name);
    },
  };
}
