// @vitest-environment jsdom
import type { Diagnostic } from '@sluice/rulesql';
import { afterEach, expect, it, vi } from 'vitest';
import { type CodeEditor, createCodeEditor } from './code-editor.ts';
import type { LanguageService } from './language-service.ts';

// jsdom lays nothing out; the editor only asks where nothing is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const wrong: Diagnostic = {
  severity: 'error',
  span: { from: 7, to: 10 },
  code: 'x',
  message: { en: 'No function `abz`.', zh: '没有函数 `abz`。' },
  expected: ['abs'],
  fix: { title: { en: 'Use abs', zh: '使用 abs' }, text: 'abs' },
};
const service: LanguageService = {
  tokens: (text) => (text.startsWith('SELECT') ? [{ from: 0, to: 6, class: 'keyword' }] : []),
  diagnostics: (text) => (text.includes('abz') ? [wrong] : []),
  complete: () => undefined,
  hover: () => undefined,
};
let editor: CodeEditor | undefined;

function open(text: string, onChange?: (text: string) => void): HTMLElement {
  const parent = document.createElement('div');
  document.body.append(parent);
  editor = createCodeEditor(parent, {
    text,
    mode: 'sql',
    label: 'SQL',
    words: { language: 'en', expected: 'Expected:', fixKey: 'Ctrl+.', leave: 'Escape, then Tab' },
    service: () => service,
    ...(onChange === undefined ? {} : { onChange }),
  });
  return parent;
}

afterEach(() => {
  editor?.destroy();
  document.body.replaceChildren();
  vi.useRealTimers();
});

it('colours by tokens and is named for assistive technology', () => {
  const parent = open('SELECT 1');
  expect(parent.querySelector('.tk-keyword')?.textContent).toBe('SELECT');
  expect(parent.querySelector('.cm-content')?.getAttribute('aria-label')).toBe('SQL');
});

it('says what is wrong under the line, in the language of the page', () => {
  const parent = open('SELECT abz(1)');
  expect(parent.querySelector('.cm-wave-error')?.textContent).toBe('abz');
  expect(parent.querySelector('.cm-note-text')?.textContent).toBe('No function abz. Expected: abs');
  editor?.setWords({ language: 'zh', expected: '此处应为：', fixKey: 'Ctrl+.', leave: 'Escape, then Tab' });
  expect(parent.querySelector('.cm-note-text')?.textContent).toContain('没有函数');
});

it('mends with one press, and the note goes when typing rests', () => {
  vi.useFakeTimers();
  const texts: string[] = [];
  const parent = open('SELECT abz(1)', (text) => texts.push(text));
  parent.querySelector<HTMLButtonElement>('.cm-note button')?.click();
  expect(texts).toEqual(['SELECT abs(1)']);
  vi.advanceTimersByTime(400);
  expect(parent.querySelector('.cm-note')).toBeNull();
});

it('does not tell the page what the page has told it', () => {
  const changes: string[] = [];
  const parent = open('SELECT 1', (text) => changes.push(text));
  editor?.setText('SELECT 1');
  editor?.setText('SELECT abz(1)');
  expect(editor?.text()).toBe('SELECT abz(1)');
  expect(changes).toEqual([]);
  vi.useFakeTimers();
  parent
    .querySelector<HTMLElement>('.cm-content')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));
  expect(editor?.text()).toBe('SELECT 1');
  expect(changes).toEqual(['SELECT 1']);
});
