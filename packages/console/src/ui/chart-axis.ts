import { formatClock } from './format.ts';

/** Steps that read well: halves of them too have at most one digit behind the point. */
const STEPS = [1, 2, 3, 4, 6, 8, 10] as const;

/** Top of an axis: a round number, at least 1 and not below the value. */
export function niceCeiling(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))));
  return (STEPS.find((step) => step * power >= value) ?? 10) * power;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TIME_STEPS = [10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200].map((seconds) => seconds * SECOND);

export interface TimeTick {
  readonly at: number;
  readonly label: string;
}

/** Round times between two others (Unix ms), at most `most` of them: `14:05`, with seconds where minutes are too far apart. */
export function timeTicks(from: number, to: number, most: number): readonly TimeTick[] {
  const step =
    TIME_STEPS.find((one) => (to - from) / one <= Math.max(1, most)) ?? Math.ceil((to - from) / MINUTE) * MINUTE;
  const ticks: TimeTick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const clock = formatClock(new Date(at));
    ticks.push({ at, label: step % MINUTE === 0 ? clock.slice(0, 5) : clock });
  }
  return ticks;
}

/** Index of the time that is closest. */
export function nearest(times: readonly number[], to: number): number {
  let best = 0;
  for (const [index, time] of times.entries())
    if (Math.abs(time - to) < Math.abs((times[best] ?? 0) - to)) best = index;
  return best;
}

/** Heights of labels, the lowest where it belongs, those above moved up where two would lie on each other. */
export function apart(heights: readonly number[], room: number): readonly number[] {
  const placed = [...heights];
  const upwards = heights.map((_, index) => index).sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0));
  let below = Number.POSITIVE_INFINITY;
  for (const index of upwards) {
    below = Math.min(heights[index] ?? 0, below - room);
    placed[index] = below;
  }
  return placed;
}

/** About how wide a text of 11 px is: Chinese characters are twice as wide as letters. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? 11.5 : 6.3;
  return width;
}
