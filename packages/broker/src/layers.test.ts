import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The files of the broker form layers: words (`client-info`, `hooks`, `peer`, `will` …), `wire`, `access`, the data (`message`,
 * `state`, `core`), `storage`, `session`, `connection`, and on top `broker` with its `listeners`. Each imports downwards only,
 * types too; what a lower layer needs of a higher one is handed to it in `Core.above`.
 */
const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
);
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const targets = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      normalize(join(dirname(file), path)),
    );
    return [relative('.', file), targets];
  }),
);

/** The way back to `file`, if there is one. */
function cycleFrom(file: string): string[] | undefined {
  const seen = new Set<string>();
  const walk = (at: string, path: string[]): string[] | undefined => {
    for (const next of imports.get(at) ?? []) {
      if (next === file) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(file, [file]);
}

it('no file imports itself by a detour, types included', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports.get('broker.ts')).toContain('core.ts');
  expect(files.flatMap((file) => cycleFrom(file)?.join(' → ') ?? [])).toEqual([]);
});

it.each([
  ['wire', /^(wire|topics|client-info)/],
  ['access', /^(access|client-info|hooks|peer|counters|reason-codes|topics)/],
  ['storage', /^(storage|core|state|message|client-info|will|session\/session)/],
  ['session', /^(?!connection\/(?!(outbound|replies|close)\.)|broker|listeners)/],
])('%s imports what is below it', (folder, allowed) => {
  const targets = files.filter((file) => file.startsWith(`${folder}/`)).flatMap((file) => imports.get(file) ?? []);
  expect([...new Set(targets)].filter((target) => !allowed.test(target))).toEqual([]);
});
