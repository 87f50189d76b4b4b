// Lists the repository's files without needing git or a dependency.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.sluice', '.cache', 'screenshots', 'conformance']);

/** Paths relative to `root`, with `/`, that match `pattern`, sorted. */
export function listFiles(pattern, root = '.') {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (pattern.test(path)) found.push(path);
    }
  };
  walk('');
  return found.sort();
}
