// `npm test`: does its own set-up, runs every check there is, and ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from './setup.mjs';
import { ensureTools, findTool, toolHint } from './tools.mjs';

requireNode();
process.chdir(root);
ensureInstalled();

const total = { passed: 0, failed: 0, skipped: 0 };
const troubles = [];

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

/** A vitest run: its tests are counted one by one. */
function suite(name, args) {
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
    { stdio: 'inherit', env: { ...process.env, CHROMIUM: findTool('chromium') ?? '' } },
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
    }
  }
}

mkdirSync('.cache', { recursive: true });
for (const missing of ensureTools(['chromium', 'mosquitto', 'mosquitto_pub'])) {
  console.log(`${missing} is missing. ${toolHint(missing)}`);
}

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

if (troubles.length > 0) console.log(`\nFailed:\n${troubles.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);
