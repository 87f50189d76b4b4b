import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * `docs/spec-coverage.md` cannot rot: it names every statement of the specification, and only tests that exist, by their
 * titles. What is there beyond the specification has a section of its own at the end.
 */

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/spec-coverage.md');
const SPECIFICATION = join(root, '../shared/spec/console-spec.md');
const BEYOND = '\n## Beyond the specification\n';
const NOTHING = '—';

interface Row {
  readonly statement: string;
  readonly proof: string;
}

function rowsOf(text: string): readonly Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Statement |'))
    .map((line) => {
      const [statement = '', proof = ''] = line.slice(2).split(/(?<!\\) \| /);
      return { statement: statement.replaceAll('\\|', '|'), proof };
    });
}

const [specified = [], beyond = []] = readFileSync(PAGE, 'utf8').split(BEYOND).map(rowsOf);

/** `[name](../path) “title”`; every test has to be named. */
function testsOf(proof: string): readonly { readonly path: string; readonly title: string }[] {
  return proof.split('<br>').map((one) => {
    const match = /^\[[^\]]+\]\(\.\.\/([^)]+)\) “(.+)”$/.exec(one);
    // Without a title it names no test, and is reported as such.
    return { path: match?.[1] ?? one, title: match?.[2] ?? '' };
  });
}

/** Where the bracket that opens at `at` is closed: strings in between may hold brackets of their own. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "'" || char === '"' || char === '`') index = endOfString(text, index);
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth === 0) return index;
  }
  return text.length;
}

function endOfString(text: string, at: number): number {
  const quote = text.charAt(at);
  for (let index = at + 1; index < text.length; index++) {
    if (text.charAt(index) === '\\') index++;
    else if (text.charAt(index) === quote) return index;
  }
  return text.length;
}

/** Titles of the tests and their groups: `it('…')`, `test.each([…])('…')`, `describe.runIf(…)('…')`. */
function titlesOf(text: string): string[] {
  const titles: string[] = [];
  for (const match of text.matchAll(/\b(?:it|test|describe)\b(?=[.(])/g)) {
    let at = match.index + match[0].length;
    for (;;) {
      const name = /^\.\w+/.exec(text.slice(at))?.[0] ?? '';
      at += name.length;
      if (text.charAt(at) !== '(') break;
      const start = at + 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0);
      if (/['"`]/.test(text.charAt(start)))
        titles.push(text.slice(start + 1, endOfString(text, start)).replaceAll(/\\(['"`\\])/g, '$1'));
      at = closing(text, at) + 1;
      if (!/^[.(]/.test(text.slice(at))) break;
    }
  }
  return titles;
}

const titles = new Map<string, readonly string[]>();

function titlesIn(path: string): readonly string[] {
  const file = join(root, path);
  const known = titles.get(path);
  if (known !== undefined) return known;
  const isTest = /\.(test|e2e)\.tsx?$/.test(path) && existsSync(file);
  const found = isTest ? titlesOf(readFileSync(file, 'utf8')) : [];
  titles.set(path, found);
  return found;
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
    expect(specified.map((row) => row.statement)).toEqual(statementsOf(readFileSync(SPECIFICATION, 'utf8')));
  });

  it('names only tests that exist', () => {
    const wrong: string[] = [];
    for (const { statement, proof } of [...specified, ...beyond]) {
      if (proof === NOTHING) continue;
      for (const { path, title } of testsOf(proof)) {
        if (title === '' || !titlesIn(path).some((one) => one.includes(title)))
          wrong.push(`${statement}: ${path} “${title}”`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reads titles as they stand in a test file', () => {
    const file = [
      "it.each([['a)', 1]])('first %s', () => {});",
      "describe.runIf(f(')'))(`second`, () => { it('it\\'s third', () => expect(it).toBe('not one')); });",
      'test(name, () => {});',
    ];
    expect(titlesOf(file.join('\n'))).toEqual(['first %s', 'second', "it's third"]);
  });

  it('leaves out only what says nothing that could be built', () => {
    const left = [...specified, ...beyond].filter((row) => row.proof === NOTHING).map((row) => row.statement);
    for (const statement of left) expect(statement).toMatch(/not shown|not described|:$/);
  });
});
