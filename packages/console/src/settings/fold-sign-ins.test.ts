import { expect, it } from 'vitest';
import type { AuditEntry } from '../api/audit.ts';
import { foldSignIns } from './fold-sign-ins.ts';

let id = 0;
const entry = (verb: string, name = 'admin'): AuditEntry => ({
  id: id++,
  at: '2026-11-21T10:00:00Z',
  who: { kind: 'user', name, from: '127.0.0.1' },
  verb,
  object: { type: 'user', id: name },
});

it('folds sign-ins of one person in a row, and nothing else', () => {
  const entries = [
    entry('login'),
    entry('login'),
    entry('update'),
    entry('update'),
    entry('login'),
    entry('login', 'kim'),
  ];
  const folded = foldSignIns(entries);
  expect(folded.map(({ times }) => times)).toEqual([2, 1, 1, 1, 1]);
  expect(folded[0]?.entry).toBe(entries[0]);
});
