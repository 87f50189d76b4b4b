import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { MIGRATIONS } from './migrations.ts';

/** A column value as SQLite gives it. */
export type SqlValue = null | number | bigint | string | Uint8Array;

interface Statement {
  all(...values: SqlValue[]): Record<string, SqlValue>[];
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  run(...values: SqlValue[]): { readonly changes: number };
}

/** The one database of the server: WAL, and every transaction is on the disk before it is answered. */
export interface Database {
  prepare(sql: string): Statement;
  /** Runs `body` as one transaction; a throw rolls everything back. */
  transaction<T>(body: () => T): T;
  close(): void;
}

/** Opens (or makes) `sluice.db` in the data folder, readable by this user only. */
export function openDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = lockFolder(dataDir);
  const path = join(dataDir, 'sluice.db');
  const db = new DatabaseSync(path);
  chmodSync(path, 0o600);
  // FULL: a commit that was answered survives a power cut, not only a crash of the process
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
  const transaction = <T>(body: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = body();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  const close = (): void => {
    db.close();
    release();
  };
  try {
    migrate(db, transaction);
  } catch (error) {
    close();
    throw error;
  }
  return { prepare: (sql) => db.prepare(sql) as unknown as Statement, transaction, close };
}

/** Two processes must never work on one folder. The lock ends with the process, however it ends. */
function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'sluice.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(`${dataDir} is in use by another Sluice. Stop it, or use another folder with --data.`);
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

function migrate(db: InstanceType<typeof DatabaseSync>, transaction: (body: () => void) => void): void {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (row.user_version > MIGRATIONS.length) {
    throw new Error(
      `The data folder was written by a newer version of Sluice (schema ${row.user_version}, this one knows ${MIGRATIONS.length}). Start that version, or use another folder.`,
    );
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < row.user_version) continue;
    transaction(() => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}
