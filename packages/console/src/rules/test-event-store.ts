import type { TestField } from './test-event.ts';

/** The made-up event of a rule as far as it was typed: which kind, and the fields of each kind that was touched. */
export interface TypedEvent {
  readonly chosen?: string;
  readonly edited: Readonly<Record<string, readonly TestField[]>>;
}

const PREFIX = 'sluice.rule-draft-test.';
const NOTHING: TypedEvent = { edited: {} };

/** Keeps it for the tab: a reload or an expired session does not lose what was typed. Nothing typed, nothing kept. */
export function keepTest(key: string, typed: TypedEvent): void {
  const isEmpty = typed.chosen === undefined && Object.keys(typed.edited).length === 0;
  try {
    if (isEmpty) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(typed));
  } catch {
    // Without storage, or without room in it, it lives as long as the page.
  }
}

export function keptTest(key: string): TypedEvent {
  try {
    return (JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as TypedEvent | null) ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

export function forgetTest(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept then.
  }
}

/** A new rule has got its name: its test goes with it. */
export function moveTest(from: string, to: string): void {
  keepTest(to, keptTest(from));
  forgetTest(from);
}
