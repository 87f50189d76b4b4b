import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { forgetDraft, keepDraft, keptDraft } from './draft-store.ts';
import { isSame, mergeDrafts, type RuleDraft } from './rule-draft.ts';

export interface DraftState {
  readonly draft: RuleDraft;
  readonly change: (part: Partial<RuleDraft>) => void;
  readonly isDirty: boolean;
  /** A draft of an earlier visit stands here; `stale`: the rule has changed on the backend since. */
  readonly restored: 'no' | 'fresh' | 'stale';
  /** The rule was changed on the backend while it is being edited here. */
  readonly isOutdated: boolean;
  /** What editing began with. */
  readonly origin: RuleDraft;
  /** Goes on from what somebody else has saved; what was changed here stays. */
  readonly rebase: (theirs: RuleDraft) => void;
  readonly discard: () => void;
  /** After saving: what is here is what the backend has. */
  readonly saved: (draft: RuleDraft) => void;
  /** Set while a navigation waits for an answer. */
  readonly leaving: { readonly proceed: () => void; readonly stay: () => void } | undefined;
}

/**
 * The draft of a rule: kept for the tab while it differs from `base`, guarded against leaving. Changes that the backend
 * reports meanwhile replace `base` only while there is nothing to lose.
 */
export function useRuleDraft(key: string, base: RuleDraft): DraftState {
  const baseKey = useMemo(() => JSON.stringify(base), [base]);
  const [start] = useState(() => keptDraft(key, baseKey));
  const [origin, setOrigin] = useState(base);
  const [draft, setDraft] = useState(start?.draft ?? base);
  const [restored, setRestored] = useState<DraftState['restored']>(
    start === undefined ? 'no' : start.isStale ? 'stale' : 'fresh',
  );
  const isDirty = !isSame(draft, origin);

  if (JSON.stringify(origin) !== baseKey && !isDirty) {
    setOrigin(base);
    setDraft(base);
  }

  useEffect(() => {
    if (isDirty) keepDraft(key, draft, JSON.stringify(origin));
    else forgetDraft(key);
  }, [key, draft, origin, isDirty]);

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    // A reload keeps the draft, so the browser need not ask.
    enableBeforeUnload: false,
    withResolver: true,
  });

  return {
    draft,
    change: (part) => setDraft((now) => ({ ...now, ...part })),
    isDirty,
    restored: isDirty ? restored : 'no',
    isOutdated: isDirty && !isSame(origin, base),
    origin,
    rebase: (theirs) => {
      setOrigin(theirs);
      setDraft(mergeDrafts(origin, draft, theirs));
    },
    discard: () => {
      setOrigin(base);
      setDraft(base);
      setRestored('no');
    },
    saved: (next) => {
      setOrigin(next);
      setDraft(next);
      setRestored('no');
      forgetDraft(key);
    },
    leaving:
      blocker.status === 'blocked'
        ? {
            proceed: () => {
              forgetDraft(key);
              blocker.proceed();
            },
            stay: blocker.reset,
          }
        : undefined,
  };
}
