/**
 * Rates of a counter, in events a second: over the last second, over the last 5 minutes (over the time since it counts,
 * while that is shorter), and the highest second.
 */
export interface Rate {
  /** Once a second, with the counter's value. */
  tick(count: number): void;
  current(): number;
  last5m(): number;
  max(): number;
  /** Nothing was counted in the last 5 minutes. */
  isStill(): boolean;
}

const SLOT_SECONDS = 10;
const SLOTS = 300 / SLOT_SECONDS;

/** `start` is the counter's value now. */
export function createRate(start = 0): Rate {
  return new SlotRate(start);
}

/** A class, because there may be very many of them, most of counters that stand still. */
class SlotRate implements Rate {
  #last: number;
  #current = 0;
  #max = 0;
  #ticks = 0;
  /** Counter at the start of each of the last 30 slots of 10 s; `undefined` while all of them hold what `#last` does. */
  #slots: Float64Array | undefined;

  constructor(start: number) {
    this.#last = start;
  }

  tick(count: number): void {
    const ticks = this.#ticks++;
    if (count !== this.#last) this.#slots ??= new Float64Array(SLOTS).fill(this.#last);
    const slots = this.#slots;
    if (slots !== undefined && ticks % SLOT_SECONDS === 0) {
      slots[(ticks / SLOT_SECONDS) % SLOTS] = this.#last;
      if (count === this.#last && slots.every((slot) => slot === count)) this.#slots = undefined;
    }
    this.#current = count - this.#last;
    this.#last = count;
    if (this.#current > this.#max) this.#max = this.#current;
  }

  current(): number {
    return this.#current;
  }

  last5m(): number {
    if (this.#slots === undefined) return 0;
    const slot = Math.floor((this.#ticks - 1) / SLOT_SECONDS);
    const full = slot >= SLOTS;
    const since = this.#slots[full ? (slot + 1) % SLOTS : 0] ?? 0;
    const seconds = full ? (SLOTS - 1) * SLOT_SECONDS + ((this.#ticks - 1) % SLOT_SECONDS) + 1 : this.#ticks;
    return Math.round(((this.#last - since) / seconds) * 100) / 100;
  }

  max(): number {
    return this.#max;
  }

  isStill(): boolean {
    return this.#slots === undefined;
  }
}
