import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { explain } from './explain.ts';
import type { LanguageService } from './language-service.ts';

/** What the word under the pointer is. */
export function hover(ask: LanguageService['hover']): Extension {
  return hoverTooltip(
    (view, position) => {
      const about = ask(view.state.doc.toString(), position);
      if (about === undefined) return null;
      return { pos: about.from, end: about.to, above: true, create: () => ({ dom: explain(about) }) };
    },
    { hoverTime: 350 },
  );
}
