import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** `docs/spec-coverage.md` cannot rot: it names every statement of the specification, and only tests that exist. */

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/spec-coverage.md');
const SPECIFICATION = join(root, '../shared/spec/console-spec.md');
const NOTHING = '—';

interface Row {
  readonly statement: string;
  readonly proof: string;
}

const rows: readonly Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement |'))
  .map((line) => {
    const [statement = '', proof = ''] = line.slice(2).split(/(?<!\\) \| /);
    return { statement: statement.replaceAll('\\|', '|'), proof };
  });

/** `[name](../path) “title”` */
function testsOf(proof: string): readonly { readonly path: string; readonly title: string }[] {
  return proof.split('<br>').map((one) => {
    const match = /^\[[^\]]+\]\(\.\.\/([^)]+)\)(?: “(.+)”)?$/.exec(one);
    if (match?.[1] === undefined) throw new Error(`cannot read the proof ${one}`);
    return { path: match[1], title: match[2] ?? '' };
  });
}

/** Sentences of the specification, rows of its tables included. */
function statementsOf(text: string): string[] {
  const body = text.slice(text.indexOf('\n## 1.'));
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^\|(---| Route \|)/.test(line))
    .flatMap((line) =>
      line.startsWith('|')
        ? [line.replace(/^\| | \|$/g, '').replaceAll(' | ', ': ')]
        : line.replace(/^- /, '').split(/(?<=[.])\s+(?=[A-Z"(])/),
    );
}

describe('the coverage of the specification', () => {
  it.skipIf(!existsSync(SPECIFICATION))('names every statement, in order (needs ../shared)', () => {
    expect(rows.map((row) => row.statement)).toEqual(statementsOf(readFileSync(SPECIFICATION, 'utf8')));
  });

  it('names only tests that exist', () => {
    const wrong: string[] = [];
    for (const { statement, proof } of rows) {
      if (proof === NOTHING) continue;
      for (const { path, title } of testsOf(proof)) {
        const file = join(root, path);
        const text = existsSync(file) && /\.(test|e2e)\.tsx?$/.test(path) ? readFileSync(file, 'utf8') : undefined;
        if (text?.replaceAll("\\'", "'").includes(title) !== true) wrong.push(`${statement}: ${path} “${title}”`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('leaves out only what says nothing that could be built', () => {
    const left = rows.filter((row) => row.proof === NOTHING).map((row) => row.statement);
    for (const statement of left) expect(statement).toMatch(/not shown|not described|:$/);
  });
});
