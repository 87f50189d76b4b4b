import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is late, not wrong.
    expect: { poll: { timeout: 20_000 } },
    // One browser and one product at a time: the machine is small and the flows are stories, not units.
    fileParallelism: false,
    maxWorkers: 1,
  },
});
