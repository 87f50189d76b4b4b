import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { explain } from './explain.ts';
import type { CompletionItem, LanguageService } from './language-service.ts';

/** Completion from the language, in its order; the panel at the side explains the chosen item. */
export function completion(complete: LanguageService['complete']): Extension {
  return autocompletion({
    override: [(context) => suggest(complete, context)],
    icons: false,
    optionClass: ({ type }) => `cm-option-${type ?? ''}`,
    maxRenderedOptions: 60,
    activateOnTypingDelay: 60,
    closeOnBlur: true,
  });
}

function suggest(complete: LanguageService['complete'], context: CompletionContext): CompletionResult | null {
  // Answers that come after the focus has gone elsewhere would open a list over something else.
  if (context.view !== undefined && !context.view.hasFocus) return null;
  const list = complete(context.state.doc.toString(), context.pos, context.explicit);
  if (list === undefined || list.items.length === 0) return null;
  return { from: list.from, options: list.items.map(option) };
}

function option(item: CompletionItem, index: number): Completion {
  const { insert, cursor, detail } = item;
  const hasInfo = item.info !== undefined || item.signature !== undefined;
  return {
    label: item.label,
    type: item.kind,
    // The language has put the likeliest first.
    boost: -Math.min(index, 99),
    ...(detail === undefined ? {} : { detail }),
    ...(hasInfo ? { info: () => explain({ signature: item.signature ?? item.label, ...item }) } : {}),
    ...(insert === undefined
      ? {}
      : {
          apply: (view: EditorView, _: Completion, from: number, to: number) =>
            view.dispatch({
              changes: { from, to, insert },
              selection: { anchor: from + (cursor ?? insert.length) },
              userEvent: 'input.complete',
            }),
        }),
  };
}
