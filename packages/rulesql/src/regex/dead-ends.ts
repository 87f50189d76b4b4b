import type { Program } from './program.ts';

/** Most places that are noted: beyond them a search goes on without notes, as long as it may. */
const MAX_PLACES = 64_000_000;

/**
 * Where a search has been in vain: a choice of the program at a position of the text. Coming there again would end the
 * same way, so it takes no second look. That makes (a+)+$ linear in the length of the text.
 */
export class DeadEnds {
  readonly #points: Int32Array;
  readonly #base: number;
  readonly #width: number;
  readonly #seen: Uint32Array;

  private constructor(points: Int32Array, base: number, width: number, places: number) {
    this.#points = points;
    this.#base = base;
    this.#width = width;
    this.#seen = new Uint32Array(Math.ceil(places / 32));
  }

  /** Notes for a text from `base` to `length`; none where the outcome depends on more than the place. */
  static of(program: Program, base: number, length: number): DeadEnds | undefined {
    const points = program.choices;
    const width = length - base + 1;
    const places = (points?.count ?? 0) * width;
    if (!points || places > MAX_PLACES) return undefined;
    return new DeadEnds(points.numbers, base, width, places);
  }

  /** Notes that the choice at `pc` is tried at `at`; true where it has been tried before. */
  enters(pc: number, at: number): boolean {
    return this.#mark((this.#points[pc] ?? 0) * this.#width + at - this.#base);
  }

  /** The last position from `from` down to `least` where the run at `pc` has not ended yet, noted; `least - 1` if none. */
  lastFresh(pc: number, from: number, least: number): number {
    const row = ((this.#points[pc] ?? 0) + 1) * this.#width - this.#base;
    for (let at = from; at >= least; at--) {
      const place = row + at;
      // 32 positions at once where all of them have been tried.
      if ((place & 31) === 31 && this.#seen[place >>> 5] === 0xffff_ffff) at -= 31;
      else if (!this.#mark(place)) return at;
    }
    return least - 1;
  }

  #mark(place: number): boolean {
    const word = place >>> 5;
    const bit = 1 << (place & 31);
    const before = this.#seen[word] ?? 0;
    this.#seen[word] = before | bit;
    return (before & bit) !== 0;
  }
}
