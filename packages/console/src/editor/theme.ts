import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the tokens of the page, so a theme change needs no work here. */
const base = EditorView.theme({
  '&': { color: 'var(--code-field)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    // Opaque, and on the part that scrolls: only then does Chromium give it a layer of its own, and a key press paints at once.
    backgroundColor: 'var(--code-bg)',
    fontFamily: 'var(--font-mono)',
    lineHeight: '22px',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': {
    backgroundColor: 'var(--code-bg)',
    color: 'var(--code-gutter)',
    border: 'none',
    fontSize: '12px',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '20px', padding: '0 6px 0 0' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--code-line)', color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'var(--code-selection)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--code-selection)',
    color: 'inherit',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-bg)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--r-lg)',
    boxShadow: 'var(--shadow-2)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
    padding: '4px',
    maxHeight: '228px',
    minWidth: '208px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '26px',
    padding: '0 8px',
    borderRadius: 'var(--r-sm)',
    lineHeight: '26px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--accent-text)' },
  '.cm-option-function .cm-completionLabel::after': { content: '"()"', color: 'var(--text-3)' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    fontFamily: 'var(--font-sans)',
    fontSize: '11px',
    color: 'var(--text-3)',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '10px 12px',
    maxWidth: '300px',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    lineHeight: '18px',
  },
  '.cm-tooltip.cm-tooltip-hover': {
    padding: '8px 12px',
    maxWidth: '420px',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    lineHeight: '18px',
  },
});

const syntax = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-keyword)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)' },
  { tag: [tags.separator, tags.bracket, tags.punctuation], color: 'var(--code-punct)' },
]);

export const theme: Extension = [base, syntaxHighlighting(syntax)];
