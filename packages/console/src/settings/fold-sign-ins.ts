import type { AuditEntry } from '../api/audit.ts';

export interface FoldedEntry {
  readonly entry: AuditEntry;
  /** How many times in a row, the newest one shown. */
  readonly times: number;
}

/** Sign-ins of one person in a row are one line: they would bury what was changed. */
export function foldSignIns(entries: readonly AuditEntry[]): readonly FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    const isSame =
      entry.verb === 'login' &&
      last?.entry.verb === 'login' &&
      last.entry.who.name === entry.who.name &&
      last.entry.who.from === entry.who.from;
    if (isSame) folded[folded.length - 1] = { entry: last.entry, times: last.times + 1 };
    else folded.push({ entry, times: 1 });
  }
  return folded;
}
