/** A failure this young is news, in ms: a page that answers "is anything wrong?" has to name it. */
export const RECENT_MS = 5 * 60_000;

/** `at`: Unix ms; `undefined` for never. */
export function isRecent(at: number | undefined, now = Date.now()): boolean {
  return at !== undefined && now - at < RECENT_MS;
}
