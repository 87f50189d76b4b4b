/** When something ends: never, after some time, or at the end of a chosen day. */
const HOUR_MS = 3_600_000;
const AFTER = { hour: 1, oneDay: 24, week: 7 * 24, month: 30 * 24, quarter: 90 * 24, year: 365 * 24 } as const;

export type ExpiryChoice = keyof typeof AFTER | 'never' | 'day';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `2026-11-21` in the zone of the browser, as a date input holds it. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** RFC 3339 of the end; `undefined` for never, `null` while no day, or one in the past, is chosen. */
export function expiryOf(choice: ExpiryChoice, day: string, now = new Date()): string | undefined | null {
  if (choice === 'never') return undefined;
  if (choice !== 'day') return wholeSeconds(new Date(now.getTime() + AFTER[choice] * HOUR_MS));
  // The last second of that day, in the zone of the browser.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) || end <= now ? null : wholeSeconds(end);
}

function wholeSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
