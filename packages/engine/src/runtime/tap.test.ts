import type { RunResult } from '@sluice/rulesql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuleInput } from './event-columns.ts';
import { createTap, type Tap } from './tap.ts';

const input = (columns: Readonly<Record<string, unknown>> = { topic: 't' }): RuleInput => ({
  get: (name) => columns[name] as never,
  names: () => Object.keys(columns),
  decoded: undefined,
  key: '',
  qos: 0,
  hops: 0,
  via: [],
  ruleId: 'r',
});
const nothing: RunResult = { kind: 'no_match' };
const rows = (count: number): RunResult => ({ kind: 'rows', rows: Array.from({ length: count }, (_, n) => ({ n })) });

let tap: Tap;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  tap = createTap();
});
afterEach(() => {
  vi.useRealTimers();
});

it('costs one look at a flag while nobody watches, and again 5 s after the last who did', async () => {
  expect(tap.watched).toBe(false);
  expect(tap.saw('r', input(), nothing)).toBeUndefined();
  await tap.read('r', 0, 0);
  expect(tap.watched).toBe(true);
  expect(tap.saw('other', input(), nothing)).toBeUndefined();
  vi.advanceTimersByTime(4_000);
  await tap.read('r', 0, 0);
  vi.advanceTimersByTime(4_999);
  expect(tap.watched).toBe(true);
  vi.advanceTimersByTime(1);
  expect(tap.watched).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not end while somebody waits, and wakes him with the first line and its steps', async () => {
  const { cursor } = await tap.read('r', 0, 0);
  const waiting = tap.read('r', cursor, 20_000);
  await vi.advanceTimersByTimeAsync(12_000);
  const run = tap.saw('r', input(), rows(1));
  run?.follow(0, 0, 'console')?.({ state: 'delivered' });
  await vi.advanceTimersByTimeAsync(0);
  const { lines } = await waiting;
  expect(lines).toMatchObject([
    { kind: 'event', outcome: 'rows', rows: ['{"n":0}'], row_count: 1 },
    { kind: 'output', state: 'delivered', row: 0, output: 0, name: 'console', run: lines[0]?.cursor },
  ]);
});

it('answers with nothing when nothing happens in time', async () => {
  const { cursor } = await tap.read('r', 0, 0);
  const waiting = tap.read('r', cursor, 1_000);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await waiting).toEqual({ lines: [], cursor });
});

it('shows 500 runs a second, says how many it left out, and keeps the last lines only', async () => {
  const { cursor } = await tap.read('r', 0, 0);
  for (let n = 0; n < 3_000; n++) {
    tap.saw('r', input(), nothing);
    if (n % 100 === 99) vi.advanceTimersByTime(100);
  }
  tap.saw('r', input(), nothing);
  const page = await tap.read('r', cursor, 0);
  expect(page.lines.length).toBeLessThanOrEqual(1_001);
  const [gap] = page.lines;
  expect(gap?.kind).toBe('skipped');
  const events = page.lines.filter((line) => line.kind === 'event').length;
  const skipped = page.lines.reduce((sum, line) => sum + (line.kind === 'skipped' ? line.lines : 0), 0);
  // The gap counts the lines before it, of which some told of others that were left out.
  expect(events + skipped).toBeGreaterThan(2_000);
  expect((await tap.read('r', page.cursor, 0)).lines).toEqual([]);
});

it('bounds texts, rows, requests and memory', async () => {
  await tap.read('r', 0, 0);
  const huge = 'x'.repeat(1_000_000);
  for (let n = 0; n < 1_000; n++) {
    const run = tap.saw('r', input({ payload: huge }), rows(50));
    run?.follow(0, 0, 'http:a')?.({ state: 'pending', request: { body: huge, headers: { a: huge } } });
    expect(run?.follow(20, 0, 'http:a')).toBeUndefined();
    vi.advanceTimersByTime(3);
  }
  const { lines } = await tap.read('r', 0, 0);
  expect(JSON.stringify(lines).length).toBeLessThan(3_000_000);
  const event = lines.find((line) => line.kind === 'event');
  expect(event).toMatchObject({ row_count: 50, event: expect.stringMatching(/…$/) });
  expect(event?.kind === 'event' && event.rows?.length).toBe(20);
});

it('forgets a rule that is gone, and tells no steps of it any more', async () => {
  await tap.read('r', 0, 0);
  const follow = tap.saw('r', input(), rows(1))?.follow(0, 0, 'http:a');
  const waiting = tap.read('r', Number.MAX_SAFE_INTEGER, 60_000);
  tap.forget('r');
  await vi.advanceTimersByTimeAsync(0);
  await waiting;
  expect(tap.watched).toBe(false);
  const { lines } = await tap.read('r', 0, 0);
  follow?.({ state: 'delivered' });
  expect(lines).toEqual([]);
  expect((await tap.read('r', 0, 0)).lines).toEqual([]);
});

it('goes on from a cursor over a pause and over a restart', async () => {
  await tap.read('r', 0, 0);
  tap.saw('r', input({ n: 1 }), nothing);
  const { cursor } = await tap.read('r', 0, 0);
  vi.advanceTimersByTime(60_000);
  for (const next of [tap, createTap()]) {
    await next.read('r', cursor, 0);
    next.saw('r', input({ n: 2 }), nothing);
    expect((await next.read('r', cursor, 0)).lines).toMatchObject([{ event: '{"n":2}' }]);
  }
});
