// `npm test`: does its own set-up, runs every check there is, and ends with `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from './setup.mjs';
import { SYSTEMS, skipEnvironment, tryStarts } from './systems/prepare.mjs';
import { endLeftovers } from './systems/process.mjs';
import { ensureTools, findTool, toolHint } from './tools.mjs';

requireNode();
process.chdir(root);
ensureInstalled();

/** What fetching may still take once everything else is done, and the cases on the systems altogether. */
const FETCH_LIMIT_MS = 120_000;
const SYSTEMS_LIMIT_MS = 480_000;

const total = { passed: 0, failed: 0, skipped: 0 };
const troubles = [];
const skips = new Map();

function count(passed, name) {
  total[passed ? 'passed' : 'failed']++;
  if (!passed) troubles.push(name);
}

function title(text) {
  console.log(`\n── ${text}`);
}

/** A check that is one command: it passes when the command does. */
function gate(name, args) {
  title(name);
  count(spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0, name);
}

/** A vitest run: its tests are counted one by one. `env` is added to the environment, `timeout` ends it (ms). */
function suite(name, args, { env = {}, timeout } = {}) {
  title(name);
  const report = join(root, '.cache', `${name.replaceAll(' ', '-')}.json`);
  rmSync(report, { force: true });
  spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      ...{ stdio: 'inherit', timeout, killSignal: 'SIGKILL' },
      env: { ...process.env, CHROMIUM: findTool('chromium') ?? '', ...env },
    },
  );
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return count(false, `${name} (ended without a report)`);
  }
  total.passed += result.numPassedTests;
  total.failed += result.numFailedTests;
  total.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')) {
      count(false, `${file.name} (did not load)`);
    }
    for (const test of file.assertionResults) {
      if (test.status === 'failed') troubles.push(`${test.fullName}`);
      if (['skipped', 'pending', 'todo'].includes(test.status)) {
        const group = test.ancestorTitles[0] ?? test.title;
        skips.set(group, (skips.get(group) ?? 0) + 1);
      }
    }
  }
}

mkdirSync('.cache', { recursive: true });
for (const missing of ensureTools(['chromium', 'mosquitto', 'mosquitto_pub'])) {
  console.log(`${missing} is missing. ${toolHint(missing)}`);
}

endLeftovers();
const fetching = fetchSystemsMeanwhile();
gate('types', ['scripts/typecheck.mjs']);
gate('lint and package boundaries', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
gate('dead code', ['node_modules/knip/bin/knip.js']);
title('build');
ensureBuilt();
gate('size budget', ['scripts/budget.mjs']);
suite('unit tests', []);
if (findTool('chromium') === undefined) {
  title('browser tests');
  console.log(`No browser, so no browser test can run. ${toolHint('chromium')}`);
  count(false, 'browser tests: no browser');
} else {
  suite('browser tests', ['--config', 'vitest.e2e.config.ts']);
}

await runSystems();

/** Downloads take minutes on a fresh machine: they run while the other checks do. */
function fetchSystemsMeanwhile() {
  const result = join(root, '.cache', 'systems-fetched.json');
  rmSync(result, { force: true });
  const child = spawn(process.execPath, ['scripts/systems.mjs', 'fetch', result], { stdio: 'inherit' });
  const ended = new Promise((done) => child.once('exit', done));
  return { child, ended, result };
}

/** The drivers against Kafka and Pulsar. What cannot be had here is skipped and named, with the reason. */
async function runSystems() {
  const { child, ended, result } = fetching;
  const limit = setTimeout(() => child.kill('SIGKILL'), FETCH_LIMIT_MS);
  await ended;
  clearTimeout(limit);
  let reasons = { kafka: 'It could not be fetched in time.', pulsar: 'It could not be fetched in time.' };
  if (existsSync(result)) reasons = await tryStarts(JSON.parse(readFileSync(result, 'utf8')));
  for (const [name, reason] of Object.entries(reasons)) {
    if (reason !== '') console.log(`Skipped: the cases on ${SYSTEMS[name].title}. ${reason}`);
  }
  suite('systems', ['--config', 'vitest.systems.config.ts'], {
    env: skipEnvironment(reasons),
    timeout: SYSTEMS_LIMIT_MS,
  });
  const left = endLeftovers();
  if (left > 0) console.log(`${left} Java processes were left and have been ended.`);
}

if (skips.size > 0) {
  console.log(`\nSkipped:\n${[...skips].map(([name, tests]) => `  ${tests} of ${name}`).join('\n')}`);
}
if (troubles.length > 0) console.log(`\nFailed:\n${troubles.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);
