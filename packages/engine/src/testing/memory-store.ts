import type { Store } from '../delivery/store.ts';

/** A store for tests that keeps nothing. */
export const MEMORY_ONLY: Store = {
  nextSeq: 0,
  count: 0,
  bytes: 0,
  damaged: () => 0,
  append: () => ({ safe: Promise.resolve(), resident: true }),
  remove() {},
  refill() {},
  tidy() {},
  close: () => Promise.resolve(),
  destroy() {},
};
