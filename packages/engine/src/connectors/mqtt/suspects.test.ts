import { expect, it } from 'vitest';
import type { Fault, Outcome, Request } from '../driver.ts';
import { createSuspects, type Suspects } from './suspects.ts';

const FAULT: Fault = { code: 'connection_broken', message: 'gone', raw: 'ECONNRESET' };
const message = (): Request => ({ meta: '1-t', body: 'x' });

/** Breaks connections upon it until it is no more sent; gives the outcomes of those it was alone on. */
function breakUpon(suspects: Suspects, request: Request, between: () => void): Outcome[] {
  const alone: Outcome[] = [];
  for (let n = 0; n < 50; n++) {
    const isAlone = suspects.goesAlone(request);
    const outcome = suspects.broken(request, isAlone, FAULT, 'h:1');
    if (isAlone) alone.push(outcome);
    if (outcome.kind === 'rejected') return alone;
    between();
  }
  throw new Error('it goes on for ever');
}

it('sends alone what was under way at three losses, and refuses what brings the connection down then', () => {
  const suspects = createSuspects();
  const poison = message();
  const outcomes = breakUpon(suspects, poison, suspects.took);
  expect(outcomes).toEqual([
    { kind: 'retry', scope: 'request', fault: FAULT, afterMs: 1000 },
    { kind: 'retry', scope: 'request', fault: FAULT, afterMs: 2000 },
    {
      kind: 'rejected',
      fault: expect.objectContaining({
        code: 'breaks_connection',
        data: { target: 'h:1', times: 6 },
        raw: 'ECONNRESET',
      }),
    },
  ]);
});

it('blames the broker longer when nothing else gets through', () => {
  const suspects = createSuspects();
  const outcomes = breakUpon(suspects, message(), () => {});
  expect(outcomes).toHaveLength(10);
  const pauses = outcomes.map((one) => (one.kind === 'retry' ? (one.afterMs ?? 0) : 0));
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 0].map((seconds) => seconds * 1000));
});

it('never refuses what was not alone', () => {
  const suspects = createSuspects();
  const neighbour = message();
  for (let n = 0; n < 100; n++) {
    suspects.took();
    expect(suspects.broken(neighbour, false, FAULT, 'h:1')).toEqual({ kind: 'retry', scope: 'target', fault: FAULT });
  }
  expect(suspects.goesAlone(neighbour)).toBe(true);
  expect(suspects.goesAlone(message())).toBe(false);
});
