import type { JsonObject, ResourceKind } from '@sluice/contract';
import type { Database } from './database.ts';

interface StoredResource {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly name: string;
  /** Everything but type and name; secrets are encrypted. */
  readonly config: JsonObject;
}

/** Connectors, actions and sources. */
export interface ResourceTable {
  all(): StoredResource[];
  put(resource: StoredResource): void;
  remove(kind: ResourceKind, type: string, name: string): void;
}

export function resourceTable(db: Database): ResourceTable {
  const all = db.prepare('SELECT kind, type, name, config FROM resources ORDER BY kind, type, name');
  const put = db.prepare(
    'INSERT INTO resources (kind, type, name, config) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET config = excluded.config',
  );
  const remove = db.prepare('DELETE FROM resources WHERE kind = ? AND type = ? AND name = ?');
  return {
    all: () =>
      all.all().map((row) => ({
        kind: row.kind as ResourceKind,
        type: String(row.type),
        name: String(row.name),
        config: JSON.parse(String(row.config)) as JsonObject,
      })),
    put: (resource) => {
      put.run(resource.kind, resource.type, resource.name, JSON.stringify(resource.config));
    },
    remove: (kind, type, name) => {
      remove.run(kind, type, name);
    },
  };
}
