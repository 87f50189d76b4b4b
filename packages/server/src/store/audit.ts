import type { Json } from '@sluice/contract';
import type { Database } from './database.ts';

/** One change: who did what to which object, with the object before and after. Secrets are already masked. */
interface AuditEntry {
  readonly id: number;
  /** Unix time in ms. */
  readonly at: number;
  /** `user:admin` or `api_key:name`. */
  readonly actor: string;
  /** `create`, `update`, `delete`, `login` … */
  readonly action: string;
  /** `connector http:h1`, `rule r1`, `user viewer` … */
  readonly target: string;
  readonly before?: Json;
  readonly after?: Json;
}

export interface AuditTable {
  add(entry: Omit<AuditEntry, 'id'>): void;
  /** Newest first. */
  page(limit: number, offset: number): AuditEntry[];
  count(): number;
}

/** Entries beyond this number are removed, oldest first. */
const KEPT = 50_000;

export function auditTable(db: Database): AuditTable {
  const add = db.prepare('INSERT INTO audit (at, actor, action, target, before, after) VALUES (?, ?, ?, ?, ?, ?)');
  const trim = db.prepare(`DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ${KEPT}`);
  const page = db.prepare('SELECT * FROM audit ORDER BY id DESC LIMIT ? OFFSET ?');
  const count = db.prepare('SELECT count(*) AS n FROM audit');
  const text = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  return {
    add: (entry) => {
      add.run(entry.at, entry.actor, entry.action, entry.target, text(entry.before), text(entry.after));
      trim.run();
    },
    page: (limit, offset) =>
      page.all(limit, offset).map((row) => ({
        id: Number(row.id),
        at: Number(row.at),
        actor: String(row.actor),
        action: String(row.action),
        target: String(row.target),
        ...(row.before !== null && { before: JSON.parse(String(row.before)) as Json }),
        ...(row.after !== null && { after: JSON.parse(String(row.after)) as Json }),
      })),
    count: () => Number(count.get()?.n ?? 0),
  };
}
