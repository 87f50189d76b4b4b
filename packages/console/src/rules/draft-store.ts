import { draftOf, type RuleDraft } from './rule-draft.ts';

/** Unsaved work, kept for the tab: a reload or an expired session does not lose it. */
const PREFIX = 'sluice.rule-draft.';

interface Kept {
  readonly rule: Parameters<typeof draftOf>[0];
  /** What the backend had when editing began: a draft on top of another state is not restored silently. */
  readonly base: string;
}

export function keepDraft(key: string, draft: RuleDraft, base: string): void {
  const { outputs, ...rest } = draft;
  const kept: Kept = { rule: { ...rest, actions: outputs.map((output) => output.raw) }, base };
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(kept));
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** The draft and whether what it was made from has changed since. */
export function keptDraft(
  key: string,
  base: string,
): { readonly draft: RuleDraft; readonly isStale: boolean } | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Kept;
    return { draft: draftOf(kept.rule), isStale: kept.base !== base };
  } catch {
    return undefined;
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept then.
  }
}
