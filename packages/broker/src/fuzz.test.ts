import { describe, expect, it } from 'vitest';
import { closeConnection } from './connection/close.ts';
import { fuzz } from './testing/fuzz.ts';

/** `FUZZ_PACKETS=1000000 FUZZ_SEED=7 npx vitest run packages/broker/src/fuzz.test.ts` for the long run. */
const packets = Number(process.env.FUZZ_PACKETS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_240_601);

describe('damaged packets', () => {
  it(
    `do no harm (${packets} packets, seed ${seed})`,
    async () => {
      const { errors, unreadable, core, accepted } = await fuzz(seed, packets);
      expect(errors).toEqual([]);
      // Enough gets past the first checks to reach what lies behind them.
      expect(accepted).toBeGreaterThan(packets / 100);
      expect(unreadable).toEqual([]);
      // Nothing is left behind once everybody is gone and every session has ended.
      for (const connection of [...core.connections]) closeConnection(core, connection, 'test');
      for (const session of core.sessions.values())
        for (const subscription of session.subscriptions.values()) core.subscriptions.remove(subscription);
      expect(core.connections.size).toBe(0);
      expect(core.subscriptions.size).toBe(0);
      expect(core.subscriptions.match('a/b').targets).toEqual([]);
      expect(core.retained.size).toBeLessThanOrEqual(50);
      expect(core.sessions.size).toBeLessThanOrEqual(packets);
    },
    packets / 5 + 20_000,
  );
});
