import type { AuditObject, AuditVerb, Json } from '@sluice/contract';
import type { Actor } from '../session/actor.ts';
import type { Database, SqlValue } from './database.ts';

/** One change: who did what to which object, with the object before and after. Secrets are already masked. */
export interface AuditEntry {
  readonly id: number;
  /** Unix time in ms. */
  readonly at: number;
  readonly actor: Actor;
  readonly verb: AuditVerb;
  readonly object: AuditObject;
  readonly before?: Json;
  readonly after?: Json;
}

export interface AuditTable {
  /** Now, unless `at` says otherwise. What is `undefined` is left out. */
  add(
    entry: Pick<AuditEntry, 'actor' | 'verb' | 'object'> & {
      readonly at?: number;
      readonly before?: Json | undefined;
      readonly after?: Json | undefined;
    },
  ): void;
  /** Newest first. */
  page(limit: number, offset: number): AuditEntry[];
  count(): number;
  /** The last change of an object, as far back as entries are kept. */
  lastChange(object: AuditObject): Pick<AuditEntry, 'at' | 'actor' | 'verb'> | undefined;
}

/** Entries beyond this number are removed, oldest first. */
const KEPT = 50_000;

export function auditTable(db: Database): AuditTable {
  const add = db.prepare(
    'INSERT INTO audit (at, actor, address, verb, type, scope, object, count, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const trim = db.prepare(`DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ${KEPT}`);
  const page = db.prepare('SELECT * FROM audit ORDER BY id DESC LIMIT ? OFFSET ?');
  const count = db.prepare('SELECT count(*) AS n FROM audit');
  const last = db.prepare(
    `SELECT at, actor, address, verb FROM audit WHERE type = ? AND object IS ? AND scope IS ?
     AND verb NOT IN ('reset_metrics', 'login') ORDER BY id DESC LIMIT 1`,
  );
  const text = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  return {
    add: ({ at = Date.now(), actor, verb, object, before, after }) => {
      const { type, scope = null, id = null, count: many = null } = object;
      const who = `${actor.kind}:${actor.name}`;
      add.run(at, who, actor.from ?? null, verb, type, scope, id, many, text(before), text(after));
      trim.run();
    },
    page: (limit, offset) => page.all(limit, offset).map(entryOf),
    count: () => Number(count.get()?.n ?? 0),
    lastChange: ({ type, scope = null, id = null }) => {
      const row = last.get(type, id, scope);
      return row === undefined ? undefined : { at: Number(row.at), actor: actorOf(row), verb: row.verb as AuditVerb };
    },
  };
}

type Row = Readonly<Record<string, SqlValue>>;

function actorOf({ actor, address }: Row): Actor {
  const text = String(actor);
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon) as Actor['kind'];
  return { kind, name: text.slice(colon + 1), ...(typeof address === 'string' && { from: address }) };
}

function entryOf(row: Row): AuditEntry {
  const { scope, object, count, before, after } = row;
  return {
    id: Number(row.id),
    at: Number(row.at),
    actor: actorOf(row),
    verb: row.verb as AuditVerb,
    object: {
      type: row.type as AuditObject['type'],
      ...(typeof scope === 'string' && { scope }),
      ...(typeof object === 'string' && { id: object }),
      ...(count !== null && { count: Number(count) }),
    },
    ...(typeof before === 'string' && { before: JSON.parse(before) as Json }),
    ...(typeof after === 'string' && { after: JSON.parse(after) as Json }),
  };
}
