import type { MqttRule } from '@sluice/engine';
import type { Database, SqlValue } from './database.ts';

/** Whom a list of permissions is for: a client id, a user name, or everybody (whose name is empty). */
export type RuleScope = 'clientid' | 'username' | 'all';

export interface StoredRules {
  readonly scope: RuleScope;
  readonly name: string;
  /** Without the name. In the order they are checked. */
  readonly rules: readonly Omit<MqttRule, 'clientid' | 'username'>[];
}

/** Topic permissions. */
export interface MqttRuleTable {
  /** By name. */
  all(scope: RuleScope): StoredRules[];
  get(scope: RuleScope, name: string): StoredRules | undefined;
  put(rules: StoredRules): void;
  remove(scope: RuleScope, name: string): void;
}

function stored(row: Record<string, SqlValue>): StoredRules {
  return { scope: row.scope as RuleScope, name: String(row.name), rules: JSON.parse(String(row.rules)) };
}

export function mqttRuleTable(db: Database): MqttRuleTable {
  const all = db.prepare('SELECT * FROM mqtt_rules WHERE scope = ? ORDER BY name');
  const get = db.prepare('SELECT * FROM mqtt_rules WHERE scope = ? AND name = ?');
  const put = db.prepare('INSERT OR REPLACE INTO mqtt_rules (scope, name, rules) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM mqtt_rules WHERE scope = ? AND name = ?');
  return {
    all: (scope) => all.all(scope).map(stored),
    get: (scope, name) => {
      const row = get.get(scope, name);
      return row === undefined ? undefined : stored(row);
    },
    put: ({ scope, name, rules }) => {
      put.run(scope, name, JSON.stringify(rules));
    },
    remove: (scope, name) => {
      remove.run(scope, name);
    },
  };
}
