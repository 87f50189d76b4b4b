import { type EditorState, type Extension, Facet, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { Diagnostic } from '@sluice/rulesql';
import type { EditorWords } from './editor-words.ts';

/**
 * What is wrong with the text, where it is: a wavy line at once, and after a pause in typing a note under the line with
 * what could stand there and a button that mends it (⌘. or Ctrl-.).
 */

/** How long typing has to rest before notes appear or change, in ms. */
const REST_MS = 350;

export const editorWords = Facet.define<EditorWords, EditorWords>({
  combine: (values) => values[0] ?? { language: 'en', expected: 'Expected', fixKey: 'Ctrl-.', leave: '' },
});

const setNotes = StateEffect.define<readonly Diagnostic[]>();

interface Notes {
  readonly list: readonly Diagnostic[];
  readonly decorations: DecorationSet;
}

class Note extends WidgetType {
  readonly diagnostic: Diagnostic;
  readonly words: EditorWords;

  constructor(diagnostic: Diagnostic, words: EditorWords) {
    super();
    this.diagnostic = diagnostic;
    this.words = words;
  }

  override eq(other: Note): boolean {
    return other.diagnostic === this.diagnostic && other.words === this.words;
  }

  override get estimatedHeight(): number {
    return 38;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { diagnostic, words } = this;
    // No margins on the outer element: the editor measures its height without them.
    const frame = document.createElement('div');
    frame.className = 'cm-note-frame';
    const note = document.createElement('div');
    note.className = `cm-note cm-note-${diagnostic.severity}`;
    frame.append(note);
    const text = document.createElement('span');
    text.className = 'cm-note-text';
    text.append(...withCode(diagnostic.message[words.language]));
    if (diagnostic.expected !== undefined && diagnostic.expected.length > 0) {
      const expected = document.createElement('span');
      expected.className = 'cm-note-expected';
      expected.append(` ${words.expected} `, ...listed(diagnostic.expected));
      text.append(expected);
    }
    note.append(text);
    const { fix } = diagnostic;
    if (fix !== undefined && !view.state.readOnly) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'btn sm';
      button.append(fix.title[words.language]);
      const key = document.createElement('span');
      key.className = 'kbd hide-s';
      key.textContent = words.fixKey;
      button.append(key);
      button.addEventListener('click', () => applyFix(view, diagnostic));
      note.append(button);
    }
    return frame;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** `code` between backticks in monospace. */
function withCode(message: string): (string | HTMLElement)[] {
  return message.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
}

function listed(items: readonly string[]): (string | HTMLElement)[] {
  return items.slice(0, 6).flatMap((item, index) => (index === 0 ? [code(item)] : [' ', code(item)]));
}

function code(text: string): HTMLElement {
  const element = document.createElement('code');
  element.textContent = text;
  return element;
}

function applyFix(view: EditorView, diagnostic: Diagnostic): void {
  if (diagnostic.fix === undefined) return;
  const { from, to } = inside(diagnostic, view.state);
  const { text } = diagnostic.fix;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.fix',
  });
  view.focus();
}

function inside(diagnostic: Diagnostic, state: EditorState): { from: number; to: number } {
  const end = state.doc.length;
  const from = Math.min(diagnostic.span.from, end);
  return { from, to: Math.min(Math.max(diagnostic.span.to, from), end) };
}

function decorate(list: readonly Diagnostic[], state: EditorState, notes: boolean): DecorationSet {
  const words = state.facet(editorWords);
  const ranges: Range<Decoration>[] = [];
  const noted = new Set<number>();
  // A line has room for one note: of what keeps the statement from running rather than of a doubt.
  const worstFirst = [...list].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  for (const diagnostic of worstFirst) {
    const { from, to } = underlined(diagnostic, state);
    if (to > from) ranges.push(Decoration.mark({ class: `cm-wave cm-wave-${diagnostic.severity}` }).range(from, to));
    const line = state.doc.lineAt(from);
    if (!notes || noted.has(line.number)) continue;
    noted.add(line.number);
    ranges.push(Decoration.widget({ widget: new Note(diagnostic, words), block: true, side: 1 }).range(line.to));
  }
  return Decoration.set(ranges, true);
}

/** An empty span marks the character before it, so that there is something to see. */
function underlined(diagnostic: Diagnostic, state: EditorState): { from: number; to: number } {
  const { from, to } = inside(diagnostic, state);
  return to > from ? { from, to } : { from: Math.max(from - 1, 0), to: from };
}

class Glyph extends GutterMarker {
  readonly severity: Diagnostic['severity'];

  constructor(severity: Diagnostic['severity']) {
    super();
    this.severity = severity;
  }

  override eq(other: Glyph): boolean {
    return other.severity === this.severity;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = `cm-glyph cm-glyph-${this.severity}`;
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
}

export function diagnostics(
  diagnose: (text: string) => readonly Diagnostic[],
  onChange: (list: readonly Diagnostic[]) => void,
): Extension {
  const field = StateField.define<Notes>({
    create: (state) => {
      const list = diagnose(state.doc.toString());
      return { list, decorations: decorate(list, state, true) };
    },
    update: (value, transaction) => {
      for (const effect of transaction.effects) {
        if (effect.is(setNotes))
          return { list: effect.value, decorations: decorate(effect.value, transaction.state, true) };
      }
      if (transaction.startState.facet(editorWords) !== transaction.state.facet(editorWords)) {
        return { list: value.list, decorations: decorate(value.list, transaction.state, true) };
      }
      return transaction.docChanged
        ? { list: value.list, decorations: value.decorations.map(transaction.changes) }
        : value;
    },
    provide: (self) => EditorView.decorations.from(self, (value) => value.decorations),
  });

  const watcher = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    queueMicrotask(() => onChange(view.state.field(field).list));
    const look = () => {
      const list = diagnose(view.state.doc.toString());
      view.dispatch({ effects: setNotes.of(list) });
      onChange(list);
    };
    return {
      update: (update: ViewUpdate) => {
        if (!update.docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(look, REST_MS);
      },
      destroy: () => clearTimeout(timer),
    };
  });

  const glyphs = gutter({
    class: 'cm-glyphs',
    lineMarker: (view, block) => {
      const here = view.state
        .field(field)
        .list.filter((one) => view.state.doc.lineAt(inside(one, view.state).from).from === block.from);
      if (here.length === 0) return null;
      return new Glyph(here.some((one) => one.severity === 'error') ? 'error' : 'warning');
    },
    lineMarkerChange: (update) => update.docChanged || update.startState.field(field) !== update.state.field(field),
    initialSpacer: () => new Glyph('error'),
  });

  const mend = (view: EditorView): boolean => {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const fixable = view.state.field(field).list.filter((one) => one.fix !== undefined);
    const first =
      fixable.find((one) => view.state.doc.lineAt(inside(one, view.state).from).from === line.from) ?? fixable[0];
    if (first === undefined) return false;
    applyFix(view, first);
    return true;
  };

  return [field, watcher, glyphs, keymap.of([{ key: 'Mod-.', run: mend }]), look];
}

const wave = (colour: string) => ({
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '4px',
  textDecorationSkipInk: 'none',
});

const look = EditorView.theme({
  '.cm-wave-error': wave('var(--danger-solid)'),
  '.cm-wave-warning': wave('var(--warning-solid)'),
  // As wide as the line it belongs to, without making the text wider than the view.
  '.cm-note-frame': { width: '0', minWidth: '100%', boxSizing: 'border-box', padding: '2px 12px 4px 8px' },
  '.cm-note': {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '5px 8px 5px 10px',
    minHeight: '36px',
    borderLeft: '2px solid',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    lineHeight: '18px',
    whiteSpace: 'normal',
    color: 'var(--text)',
  },
  '.cm-note-error': { backgroundColor: 'var(--danger-bg)', borderLeftColor: 'var(--danger-solid)' },
  '.cm-note-warning': { backgroundColor: 'var(--warning-bg)', borderLeftColor: 'var(--warning-solid)' },
  '.cm-note-text': { flex: '1', minWidth: '0', overflowWrap: 'anywhere' },
  '.cm-note-expected': { color: 'var(--text-2)' },
  '.cm-glyphs': { width: '18px', paddingLeft: '6px' },
  '.cm-glyph': { display: 'inline-block', width: '9px', height: '9px' },
  '.cm-glyph-error': { backgroundColor: 'var(--danger-solid)', transform: 'rotate(45deg) scale(.78)' },
  '.cm-glyph-warning': {
    backgroundColor: 'var(--warning-solid)',
    clipPath: 'polygon(50% 8%, 100% 92%, 0 92%)',
  },
});
