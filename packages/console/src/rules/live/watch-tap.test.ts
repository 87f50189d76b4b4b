import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedState } from './feed.ts';
import type { LiveLine } from './live-log.ts';
import { watchTap } from './watch-tap.ts';

const sse = (event: string, data: object, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const event = (cursor: number) =>
  sse('event', { kind: 'event', cursor, at: 1, event: '{}', outcome: 'no_match' }, cursor);

let answers: (() => Response)[];
let asked: string[];
let states: FeedState[];
let lines: LiveLine[];

beforeEach(() => {
  vi.useFakeTimers();
  [answers, asked, states, lines] = [[], [], [], []];
  vi.stubGlobal('fetch', async (url: string, options: { signal: AbortSignal }) => {
    asked.push(url);
    const next = answers.shift();
    if (next !== undefined) return next();
    return new Promise((_resolve, reject) => options.signal.addEventListener('abort', () => reject(new Error('end'))));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  return watchTap('a rule', { state: (state) => states.push(state), lines: (more) => lines.push(...more) });
}

const kinds = () => states.map((state) => state.kind);

it('tells what it hears, and goes on where it was after the connection broke', async () => {
  answers.push(() => new Response(sse('ready', {}) + event(7)));
  const end = watch();
  await vi.advanceTimersByTimeAsync(10);
  expect(lines.map((line) => line.kind)).toEqual(['run', 'result']);
  expect(kinds()).toEqual(['watching', 'connecting']);
  answers.push(() => new Response(sse('ready', {}) + event(9)));
  await vi.advanceTimersByTimeAsync(600);
  expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('after'))).toEqual(['0', '7']);
  expect(lines).toHaveLength(4);
  end();
});

it('waits longer each time the backend is not there, and comes back', async () => {
  answers.push(...Array.from({ length: 3 }, () => () => new Response('', { status: 502 })));
  const end = watch();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toHaveLength(4);
  expect(kinds()).toEqual(['lost', 'lost', 'lost']);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(4);
});

it('ends when the backend says so, and when the rule is not there', async () => {
  answers.push(() => new Response(sse('ready', {}) + sse('end', { reason: 'rule_deleted' })));
  watch();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states.at(-1)).toEqual({ kind: 'over', reason: 'rule_deleted' });
  answers.push(() => new Response(JSON.stringify({ code: 'NOT_FOUND', message: 'no rule' }), { status: 404 }));
  watch();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states.at(-1)).toEqual({ kind: 'over', reason: 'no rule' });
  expect(asked).toHaveLength(2);
});
