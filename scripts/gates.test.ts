import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A gate that never closes is worse than none: each is shown a violation here and has to refuse it. */

const root = join(import.meta.dirname, '..');
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sluice-gates-'));
  const skipped = /(^|\/)(node_modules|\.git|dist|\.cache|\.sluice|screenshots)$/;
  cpSync(root, copy, { recursive: true, filter: (source) => !skipped.test(source.replaceAll('\\', '/')) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of ['contract', 'rulesql', 'broker', 'engine', 'server', 'console']) {
    const own = join(root, 'packages', name, 'node_modules');
    try {
      symlinkSync(own, join(copy, 'packages', name, 'node_modules'));
    } catch {
      // A package without modules of its own.
    }
  }
  // Biome reads .gitignore through git, and git wants a repository.
  spawnSync('git', ['init', '-q'], { cwd: copy });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(script: string, ...args: string[]): { status: number | null; output: string } {
  const result = spawnSync(process.execPath, [join(root, script), ...args], { cwd: copy, encoding: 'utf8' });
  return { status: result.status, output: result.stdout + result.stderr };
}

/** Runs `check` while the file exists in the copy. */
function planted<T>(path: string, content: string, check: () => T): T {
  const full = join(copy, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  try {
    return check();
  } finally {
    rmSync(full);
  }
}

const biome = (path: string) => run('node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', path);

describe('package boundaries', () => {
  it.each([
    ['packages/contract/src/planted.ts', "import 'node:fs';"],
    ['packages/contract/src/planted.ts', "import '@sluice/rulesql';"],
    ['packages/rulesql/src/planted.ts', "import 'node:crypto';"],
    ['packages/rulesql/src/planted.ts', "import '@sluice/engine';"],
    ['packages/broker/src/planted.ts', "import '@sluice/rulesql';"],
    ['packages/engine/src/planted.ts', "import '@sluice/server';"],
    ['packages/server/src/planted.ts', "import '@sluice/broker';"],
    ['packages/server/src/planted.ts', "import '@sluice/contract/src/ids.ts';"],
    ['packages/console/src/planted.ts', "import '@sluice/engine';"],
    ['packages/console/src/rules/planted.ts', "import '../connectors/planted.ts';"],
    ['packages/console/src/connectors/planted.ts', "import '@sluice/server';"],
  ])('%s may not contain %s', (path, content) => {
    const { status, output } = planted(path, `${content}\n`, () => biome(path));
    expect(output).toContain('noRestrictedImports');
    expect(status).not.toBe(0);
  });

  it('lets a clean file pass', () => {
    const { status, output } = planted('packages/contract/src/planted.ts', 'export const planted = 1;\n', () =>
      biome('packages/contract/src/planted.ts'),
    );
    expect(status, output).toBe(0);
  });
});

describe('types', () => {
  const tsc = (name: string) => run('node_modules/typescript/bin/tsc', '-p', `packages/${name}`);

  it('refuses an unchecked index, an implicit any and Node in a pure package', { timeout: 120_000 }, () => {
    const unchecked = 'export const first = (list: string[]): string => list[0];\n';
    expect(planted('packages/contract/src/planted.ts', unchecked, () => tsc('contract')).status).not.toBe(0);
    const implicit = 'export const same = (value) => value;\n';
    expect(planted('packages/contract/src/planted.ts', implicit, () => tsc('contract')).status).not.toBe(0);
    const node = 'export const pid = process.pid;\n';
    expect(planted('packages/rulesql/src/planted.ts', node, () => tsc('rulesql')).status).not.toBe(0);
  });
});

describe('dead code', () => {
  it('finds an export that nobody uses', { timeout: 120_000 }, () => {
    const { status, output } = planted('packages/contract/src/planted.ts', 'export const dead = 1;\n', () =>
      run('node_modules/knip/bin/knip.js'),
    );
    expect(output).toContain('planted.ts');
    expect(status).not.toBe(0);
  });
});

describe('size budget', () => {
  /** A build of one entry with `bytes` of text that does not compress, and the lazy chunks the budget asks for. */
  function buildOf(bytes: number): string {
    const folder = mkdtempSync(join(copy, 'build-'));
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, 'main.js'), randomBytes(bytes).toString('latin1'), 'latin1');
    writeFileSync(join(folder, 'lazy.js'), 'export {};');
    const lazy = { file: 'lazy.js', isDynamicEntry: true };
    const manifest = {
      'index.html': { file: 'main.js', isEntry: true },
      'src/rules/routes.tsx': lazy,
      'src/i18n/en/index.ts': lazy,
      'src/editor/Editor.tsx': lazy,
    };
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
    return folder;
  }

  it('refuses a first load over its limit and lets one below pass', () => {
    expect(run('scripts/budget.mjs', buildOf(300 * 1024)).status).not.toBe(0);
    expect(run('scripts/budget.mjs', buildOf(100 * 1024)).status).toBe(0);
  });
});
