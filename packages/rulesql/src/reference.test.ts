import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { functionNames } from './functions/catalog.ts';
import { functionReference } from './reference.ts';

it('describes every function in both languages', () => {
  for (const language of ['en', 'zh'] as const) {
    const page = functionReference(language);
    expect(functionNames().filter((name) => !page.includes(`### ${name}\n`))).toEqual([]);
    expect(page).not.toMatch(/undefined|\[object/);
  }
});

/** Files that a module needs at run time, directly or not. */
function reachable(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const source = readFileSync(entry, 'utf8');
  for (const [, clause = '', target = ''] of source.matchAll(/^(?:import|export)\s+([^;]*?)\s*from '(\.[^']+)';/gms)) {
    if (!clause.startsWith('type ')) reachable(resolve(dirname(entry), target), found);
  }
  return found;
}

it('lets the editor load without the implementations', () => {
  const folder = dirname(fileURLToPath(import.meta.url));
  for (const name of ['analyze', 'complete', 'hover', 'fields', 'format', 'from']) {
    const heavy = [...reachable(resolve(folder, `editor/${name}.ts`))].filter((file) =>
      /\/(functions\/(table|hash|compress|jq|string)\.ts|jq\/|regex\/|compile\/)/.test(file),
    );
    expect(heavy).toEqual([]);
  }
});
