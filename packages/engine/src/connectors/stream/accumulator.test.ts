import { describe, expect, it } from 'vitest';
import { DELIVERED, type Outcome } from '../driver.ts';
import { createAccumulator } from './accumulator.ts';
import { sendHalving } from './halving.ts';

const LIMITS = { maxItems: 3, maxBytes: 100, maxInFlight: 1 };
const RETRY: Outcome = { kind: 'retry', scope: 'target', fault: { code: 'no_answer', message: 'down' } };
const REJECTED: Outcome = { kind: 'rejected', fault: { code: 'request_refused', message: 'bad' } };

describe('accumulator', () => {
  it('makes batches within the limits, in order', async () => {
    const batches: string[][] = [];
    const accumulator = createAccumulator<string>(LIMITS, async (items) => {
      batches.push([...items]);
      return items.map(() => DELIVERED);
    });
    await Promise.all(['a', 'b', 'c', 'd'].map((item) => accumulator.add(item, 10)));
    await Promise.all([accumulator.add('e', 60), accumulator.add('f', 60), accumulator.add('g', 500)]);
    expect(batches).toEqual([['a', 'b', 'c'], ['d'], ['e'], ['f'], ['g']]);
  });

  it('sends what waits behind a failed batch back too, so that nothing overtakes it', async () => {
    const sent: string[] = [];
    const accumulator = createAccumulator<string>(LIMITS, async (items) => {
      sent.push(...items);
      return items.map(() => RETRY);
    });
    const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => accumulator.add(item, 1)));
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(outcomes).toEqual([RETRY, RETRY, RETRY, RETRY, RETRY]);
  });

  it('waits for more when told to', async () => {
    const batches: string[][] = [];
    const accumulator = createAccumulator<string>({ ...LIMITS, lingerMs: 20 }, async (items) => {
      batches.push([...items]);
      return items.map(() => DELIVERED);
    });
    const first = accumulator.add('a', 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.all([first, accumulator.add('b', 1)]);
    expect(batches).toEqual([['a', 'b']]);
  });
});

describe('halving', () => {
  it('blames only the items to blame', async () => {
    const outcomes = await sendHalving(['a', 'bad', 'b', 'c', 'bad'], async (items) =>
      items.includes('bad') ? REJECTED : DELIVERED,
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'rejected', 'delivered', 'delivered', 'rejected']);
  });

  it('does not halve what is to be tried again', async () => {
    let calls = 0;
    const outcomes = await sendHalving(['a', 'b'], async () => {
      calls++;
      return RETRY;
    });
    expect(calls).toBe(1);
    expect(outcomes).toEqual([RETRY, RETRY]);
  });
});
