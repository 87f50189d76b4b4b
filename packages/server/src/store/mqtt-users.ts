import type { MqttUser } from '@sluice/engine';
import type { Database, SqlValue } from './database.ts';

/** Users of the broker; users of the console are another table. */
export interface MqttUserTable {
  /** By name. */
  all(): MqttUser[];
  get(username: string): MqttUser | undefined;
  put(user: MqttUser): void;
  remove(username: string): void;
}

function user(row: Record<string, SqlValue>): MqttUser {
  return {
    username: String(row.username),
    passwordHash: String(row.password),
    isSuperuser: row.is_superuser === 1,
  };
}

export function mqttUserTable(db: Database): MqttUserTable {
  const all = db.prepare('SELECT * FROM mqtt_users ORDER BY username');
  const get = db.prepare('SELECT * FROM mqtt_users WHERE username = ?');
  const put = db.prepare('INSERT OR REPLACE INTO mqtt_users (username, password, is_superuser) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM mqtt_users WHERE username = ?');
  return {
    all: () => all.all().map(user),
    get: (username) => {
      const row = get.get(username);
      return row === undefined ? undefined : user(row);
    },
    put: ({ username, passwordHash, isSuperuser }) => {
      put.run(username, passwordHash, isSuperuser ? 1 : 0);
    },
    remove: (username) => {
      remove.run(username);
    },
  };
}
