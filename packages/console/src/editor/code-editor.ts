import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import type { Diagnostic } from '@sluice/rulesql';
import { completion } from './completion.ts';
import { cspNonce } from './csp-nonce.ts';
import { diagnostics, editorWords } from './diagnostics.ts';
import type { EditorWords } from './editor-words.ts';
import { highlight } from './highlight.ts';
import { hover } from './hover.ts';
import type { LanguageService } from './language-service.ts';
import { completePlaceholder } from './placeholders.ts';
import { theme } from './theme.ts';
import { typedOver } from './typed-over.ts';

export interface CursorPlace {
  readonly line: number;
  readonly column: number;
}

export interface CodeEditorOptions {
  readonly text: string;
  readonly mode: 'sql' | 'json' | 'plain';
  /** What assistive technology calls the editor. */
  readonly label: string;
  readonly words: EditorWords;
  readonly readOnly?: boolean;
  readonly lineNumbers?: boolean;
  readonly placeholder?: string;
  /** `sql` only. */
  readonly service?: () => LanguageService;
  /** Names for `${…}` completion. */
  readonly fields?: () => readonly string[];
  /** Somebody has typed, pasted or undone. */
  readonly onChange?: (text: string) => void;
  readonly onDiagnostics?: (list: readonly Diagnostic[]) => void;
  readonly onCursor?: (place: CursorPlace) => void;
  /** ⌘↵ or Ctrl-↵. */
  readonly onRun?: () => void;
}

/** A code editor in `parent`; life ends with `destroy`. */
export interface CodeEditor {
  text(): string;
  /** Replaces the text as one step that can be undone; does nothing when it is the same. */
  setText(text: string): void;
  setReadOnly(readOnly: boolean): void;
  setWords(words: EditorWords): void;
  focus(): void;
  /** Selects a range, scrolls to it and focuses. */
  reveal(from: number, to: number): void;
  destroy(): void;
}

/** A change that the page made: it need not be told to the page. */
const fromPage = Annotation.define<boolean>();

/** Room kept around the cursor, in px: the bar at the top of the page lies over what scrolls under it. */
const AROUND_CURSOR = { x: 5, y: 56 };

export function createCodeEditor(parent: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const editable = new Compartment();
  const wording = new Compartment();
  const locked = (readOnly: boolean): Extension => [
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
  ];

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        cspNonce(),
        theme,
        wording.of(worded(options, options.words)),
        editable.of(locked(options.readOnly ?? false)),
        languageOf(options),
        !(options.lineNumbers ?? options.mode === 'sql') ? [] : [lineNumbers(), highlightActiveLineGutter()],
        highlightActiveLine(),
        history(),
        drawSelection(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        bracketMatching(),
        closeBrackets(),
        typedOver(),
        EditorView.lineWrapping,
        // Not scrollMargins: there the list of suggestions would count as out of sight, and be hidden.
        EditorView.cursorScrollMargin.of(AROUND_CURSOR),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          // What cannot be edited can be reached and copied all the same.
          tabindex: '0',
          spellcheck: 'false',
          autocorrect: 'off',
        }),
        options.placeholder === undefined ? [] : placeholder(options.placeholder),
        Prec.high(keymap.of([{ key: 'Mod-Enter', run: () => runOf(options) }])),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        // In a field of a form Tab goes on to the next one, as everywhere.
        options.mode === 'sql' ? keymap.of([indentWithTab]) : [],
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(fromPage) === true))
            options.onChange?.(update.state.doc.toString());
          if (update.docChanged || update.selectionSet) options.onCursor?.(cursorOf(update.state));
        }),
      ],
    }),
  });

  return {
    text: () => view.state.doc.toString(),
    setText: (text) => {
      if (text === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: fromPage.of(true),
      });
    },
    setReadOnly: (readOnly) => view.dispatch({ effects: editable.reconfigure(locked(readOnly)) }),
    setWords: (words) => view.dispatch({ effects: wording.reconfigure(worded(options, words)) }),
    focus: () => view.focus(),
    reveal: (from, to) => {
      const end = view.state.doc.length;
      const anchor = Math.min(from, end);
      view.dispatch({ selection: { anchor, head: Math.min(to, end) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Where Tab indents, how to get out again is said to those who cannot see it. */
function worded({ mode }: CodeEditorOptions, words: EditorWords): Extension {
  return [
    editorWords.of(words),
    mode === 'sql' ? EditorView.contentAttributes.of({ 'aria-description': words.leave }) : [],
  ];
}

function runOf(options: CodeEditorOptions): boolean {
  if (options.onRun === undefined) return false;
  options.onRun();
  return true;
}

function cursorOf(state: EditorState): CursorPlace {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1 };
}

function languageOf(options: CodeEditorOptions): Extension {
  const { service, fields } = options;
  switch (options.mode) {
    case 'sql':
      if (service === undefined) return [];
      return [
        highlight((text) => service().tokens(text)),
        completion((text, position, explicit) => service().complete(text, position, explicit)),
        hover((text, position) => service().hover(text, position)),
        diagnostics(
          (text) => service().diagnostics(text),
          (list) => options.onDiagnostics?.(list),
        ),
      ];
    case 'json':
    case 'plain':
      return [
        options.mode === 'json' ? json() : [],
        fields === undefined ? [] : completion((text, position) => completePlaceholder(text, position, fields())),
      ];
  }
}
