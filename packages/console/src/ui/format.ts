/** Numbers, rates, sizes and times as the whole console writes them. Unknown is an em dash, never 0. */

export const UNKNOWN = '—';
const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A count in full with separators: `402,118`. */
export function formatCount(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? UNKNOWN : count.format(value);
}

/** A rate a second without its unit: one digit below 100 (`4.2`), whole above (`2,140`), `0` for none. */
export function formatRate(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN;
  if (value === 0) return '0';
  if (value < 0.05) return '<0.1';
  if (value >= 99.95) return count.format(value);
  const text = value.toFixed(1);
  return text.endsWith('.0') && value >= 10 ? text.slice(0, -2) : text;
}

/** `1.9 KB`, `61.4 MB`: base 1024. */
export function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined || !Number.isFinite(bytes)) return UNKNOWN;
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? count.format(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A part of a whole with a thin space: `12 %`, two digits below 1 %. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return UNKNOWN;
  const percent = (part / whole) * 100;
  if (percent === 0) return '0\u2009%';
  return `${percent < 1 ? percent.toFixed(2) : percent < 10 ? percent.toFixed(1) : Math.round(percent)}\u2009%`;
}

/** At most two units: `1 h 16 min`, `24 min`, `3 d 4 h`, `12 s`, `38 ms`. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1000);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export function toDate(time: number | string | Date | undefined): Date | undefined {
  if (time === undefined || time === '') return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `2026-11-21 14:07:51` in the zone of the browser. */
export function formatTime(time: number | string | Date | undefined): string {
  const date = toDate(time);
  return date === undefined
    ? UNKNOWN
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${formatClock(date)}`;
}

/** `14:07:51`. */
export function formatClock(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The clock alone when it was today. */
export function formatTimeShort(time: number | string | Date | undefined, now = new Date()): string {
  const date = toDate(time);
  if (date === undefined) return UNKNOWN;
  return date.toDateString() === now.toDateString() ? formatClock(date) : formatTime(date);
}
