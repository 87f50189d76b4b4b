import { defineConfig } from 'vitest/config';

/** The cases against real systems on Java; `npm run test:systems` fetches those first. */
export default defineConfig({
  test: {
    include: ['packages/**/*.systems.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    // Two at a time: each is a Java process, and the cases wait more than they work.
    maxWorkers: 2,
  },
});
