import type { MqttBan } from '@sluice/engine';
import type { Database, SqlValue } from './database.ts';

export interface StoredBan extends MqttBan {
  readonly by: string;
  readonly reason: string;
  /** Unix time in ms. */
  readonly at: number;
}

/** Who may not connect. */
export interface MqttBanTable {
  /** Those that have not ended at `time` (Unix time in ms). */
  active(time: number): StoredBan[];
  get(as: MqttBan['as'], who: string): StoredBan | undefined;
  put(ban: StoredBan): void;
  remove(as: MqttBan['as'], who: string): void;
  clear(): void;
  /** Forgets the others. */
  removeEnded(time: number): void;
}

function ban(row: Record<string, SqlValue>): StoredBan {
  return {
    as: row.kind as MqttBan['as'],
    who: String(row.who),
    by: String(row.actor),
    reason: String(row.reason),
    at: Number(row.at),
    ...(row.until !== null && { until: Number(row.until) }),
  };
}

export function mqttBanTable(db: Database): MqttBanTable {
  const active = db.prepare('SELECT * FROM mqtt_bans WHERE until IS NULL OR until > ? ORDER BY kind, who');
  const get = db.prepare('SELECT * FROM mqtt_bans WHERE kind = ? AND who = ?');
  const put = db.prepare(
    'INSERT OR REPLACE INTO mqtt_bans (kind, who, actor, reason, at, until) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM mqtt_bans WHERE kind = ? AND who = ?');
  const clear = db.prepare('DELETE FROM mqtt_bans');
  const removeEnded = db.prepare('DELETE FROM mqtt_bans WHERE until IS NOT NULL AND until <= ?');
  return {
    active: (time) => active.all(time).map(ban),
    get: (as, who) => {
      const row = get.get(as, who);
      return row === undefined ? undefined : ban(row);
    },
    put: ({ as, who, by, reason, at, until }) => {
      put.run(as, who, by, reason, at, until ?? null);
    },
    remove: (as, who) => {
      remove.run(as, who);
    },
    clear: () => {
      clear.run();
    },
    removeEnded: (time) => {
      removeEnded.run(time);
    },
  };
}
