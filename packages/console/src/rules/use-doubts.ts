import type { Diagnostic } from '@sluice/rulesql';
import { type RefObject, useState } from 'react';
import type { RuleEditorHandle } from './RuleEditor.tsx';

/**
 * Asks before a statement is saved that has errors or likely mistakes, and only once for the same ones. It never
 * refuses: the backend has the last word.
 */
export function useDoubts(editor: RefObject<RuleEditorHandle | null>) {
  const [asked, setAsked] = useState<readonly Diagnostic[]>([]);
  const [settled, setSettled] = useState('');
  const nameOf = (list: readonly Diagnostic[]) => JSON.stringify(list.map((one) => [one.code, one.message.en]));
  return {
    asked,
    /** May it be saved as it stands? Otherwise the question is open now. */
    mayGo: (): boolean => {
      const found = editor.current?.diagnose() ?? [];
      if (found.length === 0 || nameOf(found) === settled) return true;
      setAsked(found);
      return false;
    },
    /** It is meant so. */
    settle: () => {
      setSettled(nameOf(asked));
      setAsked([]);
    },
    close: () => setAsked([]),
    reveal: (diagnostic: Diagnostic) => {
      setAsked([]);
      // Once the dialog has given the focus back.
      setTimeout(() => editor.current?.reveal(diagnostic), 0);
    },
  };
}
