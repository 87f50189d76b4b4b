import { readFileSync } from 'node:fs';

const own = `/proc/${process.pid}/task/${process.pid}/schedstat`;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** CPU time of the main thread in ns, as Linux counts it; `undefined` elsewhere. */
function threadTime(): number | undefined {
  // The count is brought up to date when the thread leaves the CPU.
  Atomics.wait(pause, 0, 0, 0.05);
  try {
    return Number(readFileSync(own, 'utf8').split(' ')[0]);
  } catch {
    return undefined;
  }
}

/**
 * How long `work` blocks the thread, in ms: its own CPU time, garbage collection on the thread included, so that neither
 * other programs nor the compiler, which works beside it, count; by the clock where that is not known.
 */
export function blockedFor(work: () => void): number {
  const before = threadTime();
  const start = process.hrtime.bigint();
  work();
  const clock = Number(process.hrtime.bigint() - start) / 1e6;
  const after = threadTime();
  return before === undefined || after === undefined ? clock : Math.min(clock, (after - before) / 1e6);
}
