import { defineConfig } from 'vitest/config';

/** The cases against real systems on Java; `npm run test:systems` fetches those first. */
export default defineConfig({
  test: {
    include: ['packages/**/*.systems.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // One system at a time: each is a Java process.
    fileParallelism: false,
    maxWorkers: 1,
  },
});
