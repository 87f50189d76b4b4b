// Installs and builds what is missing or stale, so that `npm start` and `npm test` work on a fresh machine.
// Uses nothing but Node itself: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles } from './files.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = [20, 19];

/** Ends the process with a sentence when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Sluice needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function run(command, args, failure) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error(failure);
  process.exit(1);
}

/** Installs the pinned packages when they are missing or the lock file has changed since. */
export function ensureInstalled() {
  const stampPath = join(root, 'node_modules', '.sluice-install');
  const wanted = digest(['package-lock.json', ...listFiles(/(^|\/)package\.json$/, root)]);
  if (readStamp(stampPath) === wanted) return;
  console.log('Installing packages…');
  // Not `npm ci`: it refuses a lock file that lacks the native packages of another platform, which npm leaves out when a
  // registry does not have them. With --no-save the lock file still decides the versions and stays as it is.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', args, 'Packages could not be installed: see above.');
  writeFileSync(stampPath, wanted);
}

/** Builds server, engine and console into `dist/` when a source has changed since the last build. */
export function ensureBuilt() {
  const stampPath = join(root, 'dist', '.stamp');
  const sources = listFiles(/^packages\/.*(?<!\.test)\.(ts|tsx|css|html|svg|json)$/, root);
  const wanted = digest(['package-lock.json', 'scripts/build.mjs', ...sources]);
  if (readStamp(stampPath) === wanted) return;
  console.log('Building…');
  run(process.execPath, [join(root, 'scripts/build.mjs')], 'The build failed: see above.');
  writeFileSync(stampPath, wanted);
}
