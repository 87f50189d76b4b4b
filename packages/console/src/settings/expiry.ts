/** When a key stops working: never, after some days, or at the end of a chosen day. */
export const EXPIRY_CHOICES = ['never', 'month', 'quarter', 'year', 'day'] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

const DAY_MS = 86_400_000;
const DAYS = { month: 30, quarter: 90, year: 365 } as const;

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
  if (choice !== 'day') return wholeSeconds(new Date(now.getTime() + DAYS[choice] * DAY_MS));
  // The last second of that day, in the zone of the browser.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) || end <= now ? null : wholeSeconds(end);
}

function wholeSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
