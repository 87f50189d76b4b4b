import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done by the editor instead of the browser: that would keep the colours of the text which goes
 * as an inline style of the letter which comes, and the page's policy allows no inline styles.
 */
export function typedOver(): Extension {
  return EditorView.domEventHandlers({
    beforeinput: (event, view) => {
      const { state } = view;
      const { main, ranges } = state.selection;
      const text = event.data;
      if (event.inputType !== 'insertText' || text === null || event.isComposing) return false;
      if (state.readOnly || main.empty || ranges.length > 1) return false;
      const insert = () =>
        state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
      event.preventDefault();
      // Brackets and quotes go around the selection.
      const isTaken = state.facet(EditorView.inputHandler).some((take) => take(view, main.from, main.to, text, insert));
      if (!isTaken) view.dispatch(insert());
      return true;
    },
  });
}
