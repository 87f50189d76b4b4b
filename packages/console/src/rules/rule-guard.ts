import { useTranslation } from 'react-i18next';
import { readRule, type StoredRule } from '../api/rules.ts';
import type { ConflictLine } from '../ui/ConflictDialog.tsx';
import { UNKNOWN } from '../ui/format.ts';
import { toastDone } from '../ui/toast-store.ts';
import { type SaveGuard, useSaveGuard } from '../ui/use-save-guard.tsx';
import { changedParts, type DraftPart, draftOf, type RuleDraft } from './rule-draft.ts';
import type { DraftState } from './rule-draft-state.ts';
import { outputName } from './rule-output.ts';

function textOf(draft: RuleDraft, part: DraftPart): string {
  const text = part === 'outputs' ? draft.outputs.map(outputName).join('\n') : draft[part].trim();
  return text === '' ? UNKNOWN : text;
}

/** Keeps the draft of a rule from overwriting what somebody else has saved meanwhile. */
export function useRuleGuard(
  rule: StoredRule,
  { origin, draft, isDirty, rebase }: DraftState,
  save: (over: { readonly etag?: string | undefined }) => void,
  busy: boolean,
): SaveGuard<StoredRule> {
  const { t } = useTranslation(['rules', 'ui']);
  const labels: Readonly<Record<DraftPart, string>> = {
    sql: t('sql.title'),
    description: t('note'),
    outputs: t('column.outputs'),
  };
  const guard = useSaveGuard<StoredRule>({
    name: rule.id,
    etag: rule.etag,
    read: () => readRule(rule.id),
    save,
    busy,
    linesOf: (stored) => {
      const theirs = draftOf(stored);
      const own = changedParts(origin, draft);
      return changedParts(origin, theirs).map(
        (part): ConflictLine => ({
          id: part,
          label: labels[part],
          before: textOf(origin, part),
          theirs: textOf(theirs, part),
          ...(own.includes(part) ? { mine: textOf(draft, part) } : {}),
        }),
      );
    },
    // Only its switch.
    isAside: () => true,
    take: (stored) => {
      rebase(draftOf(stored));
      toastDone(t('ui:conflict.taken'));
    },
  });
  if (!isDirty && guard.etag !== rule.etag) guard.adopt(rule.etag);
  return guard;
}
