/** Each entry brings the schema one version further. Entries are only ever appended. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE resources (
     kind TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, config TEXT NOT NULL,
     PRIMARY KEY (kind, type, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE rules (id TEXT PRIMARY KEY, config TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE users (
     username TEXT PRIMARY KEY, password TEXT NOT NULL, role TEXT NOT NULL, description TEXT NOT NULL,
     enable INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE sessions (
     token TEXT PRIMARY KEY, username TEXT NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE api_keys (
     name TEXT PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, secret TEXT NOT NULL, role TEXT NOT NULL,
     description TEXT NOT NULL, enable INTEGER NOT NULL, expires_at INTEGER, created_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE audit (
     id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
     target TEXT NOT NULL, before TEXT, after TEXT
   ) STRICT;
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE mqtt_users (
     username TEXT PRIMARY KEY, password TEXT NOT NULL, is_superuser INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE mqtt_rules (
     scope TEXT NOT NULL, name TEXT NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (scope, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE mqtt_bans (
     kind TEXT NOT NULL, who TEXT NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL,
     until INTEGER, PRIMARY KEY (kind, who)
   ) STRICT, WITHOUT ROWID;`,
  // what was done to what, in parts that can be looked for and translated
  `ALTER TABLE audit RENAME COLUMN action TO verb;
   ALTER TABLE audit ADD COLUMN address TEXT;
   ALTER TABLE audit ADD COLUMN type TEXT NOT NULL DEFAULT '';
   ALTER TABLE audit ADD COLUMN scope TEXT;
   ALTER TABLE audit ADD COLUMN object TEXT;
   ALTER TABLE audit ADD COLUMN count INTEGER;
   UPDATE audit SET
     type = CASE instr(target, ' ') WHEN 0 THEN target ELSE substr(target, 1, instr(target, ' ') - 1) END,
     object = CASE instr(target, ' ') WHEN 0 THEN NULL ELSE substr(target, instr(target, ' ') + 1) END;
   UPDATE audit SET count = CAST(object AS INTEGER), object = NULL WHERE type IN ('mqtt_clients', 'dead_letters');
   UPDATE audit SET scope = substr(object, 1, instr(object, ' ') - 1), object = substr(object, instr(object, ' ') + 1)
     WHERE type IN ('ban', 'mqtt_rules') AND instr(object, ' ') > 0;
   UPDATE audit SET scope = 'all', object = NULL WHERE type = 'mqtt_rules' AND scope IS NULL;
   UPDATE audit SET object = NULL WHERE type = 'retained' AND object = 'all';
   UPDATE audit SET type = 'ban' WHERE type = 'bans';
   UPDATE audit SET type = 'mqtt_client' WHERE type = 'mqtt_clients';
   UPDATE audit SET type = object, object = NULL WHERE type = 'settings';
   ALTER TABLE audit DROP COLUMN target;
   CREATE INDEX audit_object ON audit (type, object, id);`,
];
