import type { Json } from '@sluice/contract';
import type { Database } from './database.ts';

/** Named values that belong to the whole server. */
export interface SettingsTable {
  get(name: string): Json | undefined;
  put(name: string, value: Json): void;
}

export function settingsTable(db: Database): SettingsTable {
  const get = db.prepare('SELECT value FROM settings WHERE name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
  return {
    get: (name) => {
      const row = get.get(name);
      return row === undefined ? undefined : (JSON.parse(String(row.value)) as Json);
    },
    put: (name, value) => {
      put.run(name, JSON.stringify(value));
    },
  };
}
