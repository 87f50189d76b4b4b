import type { Tally } from '../runtime/rule-metrics.ts';

/** Gives each tally a number, so that a record on disk can name it. The numbers hold for one run of the process. */
export interface Tallies {
  readonly run: number;
  /** 0: nobody counts. */
  numberOf(tally: Tally | undefined): number;
  find(run: number, number: number): Tally | undefined;
}

export function createTallies(): Tallies {
  const run = Math.floor(Math.random() * 0xffffffff);
  const all: Tally[] = [];
  const numbers = new Map<Tally, number>();
  return {
    run,
    numberOf(tally) {
      if (tally === undefined) return 0;
      const known = numbers.get(tally);
      if (known !== undefined) return known;
      const next = all.push(tally);
      numbers.set(tally, next);
      return next;
    },
    find: (ofRun, number) => (ofRun === run ? all[number - 1] : undefined),
  };
}
