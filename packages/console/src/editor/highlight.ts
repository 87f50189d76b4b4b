import { type Extension, type Range, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { HighlightToken, TokenClass } from './language-service.ts';

const marks = new Map<TokenClass, Decoration>();

function mark(kind: TokenClass): Decoration {
  const known = marks.get(kind);
  if (known !== undefined) return known;
  const made = Decoration.mark({ class: `tk-${kind}` });
  marks.set(kind, made);
  return made;
}

/** Colours a text by the tokens of its language. Statements are short: the whole text is scanned on each change. */
export function highlight(tokens: (text: string) => readonly HighlightToken[]): Extension {
  const decorate = (text: string): DecorationSet => {
    const ranges: Range<Decoration>[] = [];
    for (const token of tokens(text)) {
      if (token.to > token.from) ranges.push(mark(token.class).range(token.from, token.to));
    }
    return Decoration.set(ranges, true);
  };
  const field = StateField.define<DecorationSet>({
    create: (state) => decorate(state.doc.toString()),
    update: (value, transaction) => (transaction.docChanged ? decorate(transaction.newDoc.toString()) : value),
    provide: (self) => EditorView.decorations.from(self),
  });
  return [field, colours];
}

const colours = EditorView.theme({
  '.tk-keyword': { color: 'var(--code-keyword)' },
  '.tk-function': { color: 'var(--code-function)' },
  '.tk-string': { color: 'var(--code-string)' },
  '.tk-number': { color: 'var(--code-number)' },
  '.tk-field': { color: 'var(--code-field)' },
  '.tk-operator, .tk-punctuation': { color: 'var(--code-punct)' },
  '.tk-comment': { color: 'var(--code-comment)' },
  '.tk-invalid': { color: 'var(--danger-text)' },
});
