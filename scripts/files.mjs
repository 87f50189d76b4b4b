// Lists the repository's files without needing git or a dependency.
import { readdirSync } from 'node:fs';

const skipped = new Set(['node_modules', 'dist', '.git', '.sluice', '.cache', 'screenshots']);

/** Paths below the current folder, with `/`, that match `pattern`, sorted. */
export function globSync(pattern, folder = '.') {
  const found = [];
  const walk = (dir) => {
    for (const entry of readdirSync(dir === '' ? '.' : dir, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = dir === '' ? entry.name : `${dir}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (pattern.test(path)) found.push(path);
    }
  };
  walk(folder === '.' ? '' : folder);
  return found.sort();
}
