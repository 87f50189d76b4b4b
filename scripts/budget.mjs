// Fails when a page would load more than its budget (gzip, as sent): `node scripts/budget.mjs [dist folder]`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './setup.mjs';

const folder = process.argv[2] ?? join(root, 'dist', 'console');
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

/** What is fetched together, beside what was there before; sizes in KiB. */
const budgets = [
  {
    name: 'first load of the rule list',
    limit: 260,
    roots: [/^index\.html$/, /^src\/rules\/(routes|RuleListPage)\.tsx$/, /^src\/i18n\/en\//],
  },
  { name: 'editor, when first needed', limit: 150, roots: [/^src\/editor\//], after: 'first load of the rule list' },
];

function closure(patterns) {
  const files = new Set();
  const visited = new Set();
  const visit = (key) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const pattern of patterns) {
    const keys = Object.keys(manifest).filter(
      (key) => pattern.test(key) && (manifest[key].isEntry || manifest[key].isDynamicEntry),
    );
    if (keys.length === 0) {
      console.log(`No chunk of the build matches ${pattern}: is it still loaded on its own?`);
      process.exit(1);
    }
    for (const key of keys) visit(key);
  }
  return files;
}

const kib = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024;
const loaded = new Map();
let over = false;
for (const budget of budgets) {
  const before = loaded.get(budget.after) ?? new Set();
  const files = closure(budget.roots);
  loaded.set(budget.name, files);
  const size = [...files].filter((file) => !before.has(file)).reduce((sum, file) => sum + kib(file), 0);
  const fits = size <= budget.limit;
  over ||= !fits;
  console.log(`${fits ? 'ok  ' : 'OVER'} ${size.toFixed(1).padStart(6)} of ${budget.limit} KiB gzip  ${budget.name}`);
}
process.exit(over ? 1 : 0);
