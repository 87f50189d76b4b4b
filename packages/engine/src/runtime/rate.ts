/** Rates of a counter, in events a second: over the last second, over the last 5 minutes, and the highest second. */
export interface Rate {
  /** Once a second, with the counter's value. */
  tick(count: number): void;
  current(): number;
  last5m(): number;
  max(): number;
}

const SLOT_SECONDS = 10;
const SLOTS = 300 / SLOT_SECONDS;

/** `start` is the counter's value now. */
export function createRate(start = 0): Rate {
  let last = start;
  let current = 0;
  let max = 0;
  let ticks = 0;
  /** Counter at the start of each of the last 30 slots of 10 s; made with the first event. */
  let slots: Float64Array | undefined;
  return {
    tick(count) {
      if (count === last && current === 0 && slots === undefined) return;
      slots ??= new Float64Array(SLOTS).fill(last);
      if (ticks % SLOT_SECONDS === 0) slots[(ticks / SLOT_SECONDS) % SLOTS] = last;
      ticks++;
      current = count - last;
      last = count;
      if (current > max) max = current;
    },
    current: () => current,
    last5m() {
      if (slots === undefined) return 0;
      const slot = Math.floor((ticks - 1) / SLOT_SECONDS);
      const full = slot >= SLOTS;
      const since = slots[full ? (slot + 1) % SLOTS : 0] ?? 0;
      const seconds = full ? (SLOTS - 1) * SLOT_SECONDS + ((ticks - 1) % SLOT_SECONDS) + 1 : ticks;
      return round((last - since) / Math.max(1, seconds));
    },
    max: () => max,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
