import type { RuleConfig } from '@sluice/contract';
import type { Database } from './database.ts';

export interface RuleTable {
  all(): RuleConfig[];
  put(rule: RuleConfig): void;
  remove(id: string): void;
}

export function ruleTable(db: Database): RuleTable {
  const all = db.prepare('SELECT config FROM rules ORDER BY id');
  const put = db.prepare(
    'INSERT INTO rules (id, config) VALUES (?, ?) ON CONFLICT DO UPDATE SET config = excluded.config',
  );
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  return {
    all: () => all.all().map((row) => JSON.parse(String(row.config)) as RuleConfig),
    put: (rule) => {
      put.run(rule.id, JSON.stringify(rule));
    },
    remove: (id) => {
      remove.run(id);
    },
  };
}
