// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedState } from './feed.ts';
import type { LiveLine } from './live-log.ts';
import { traceName, watchTrace } from './watch-trace.ts';

const LINE = '{"time":1,"msg":"SQL_yielded_no_result","meta":{"rule_trigger_ts":[5]}}\n';
let calls: string[];
let log: Record<string, string>;
let states: FeedState[];
let lines: LiveLine[];
let isRefused: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [calls, states, lines, isRefused] = [[], [], [], false];
  log = { n1: '', n2: '' };
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const url = new URL(address, 'http://x');
    const what = url.pathname.replace(/^.*\/trace/, '').replace(/DEBUG_RULE_\w+/, 'T');
    calls.push(`${method} ${what}`);
    if (method === 'POST' && isRefused) return new Response('{"code":"BAD_REQUEST","message":"no"}', { status: 400 });
    if (what.endsWith('/log_detail')) return Response.json([{ node: 'n1' }, { node: 'n2' }]);
    if (what.endsWith('/log')) {
      const position = Number(url.searchParams.get('position'));
      const items = (log[url.searchParams.get('node') ?? ''] ?? '').slice(position, position + 50);
      return Response.json({ items, meta: { position: position + items.length } });
    }
    return new Response(method === 'DELETE' ? null : '{}', { status: method === 'DELETE' ? 204 : 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = () => watchTrace('r', { state: (state) => states.push(state), lines: (more) => lines.push(...more) });

it('makes a trace, reads every node piece by piece, and deletes it', async () => {
  const end = watch();
  await vi.advanceTimersByTimeAsync(100);
  log.n1 = LINE;
  log.n2 = LINE + LINE.slice(0, 20);
  await vi.advanceTimersByTimeAsync(6_500);
  expect(lines).toEqual(Array(2).fill({ kind: 'result', run: '5', outcome: 'no_match' }));
  expect(states.at(-1)).toEqual({ kind: 'watching' });
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls[0]).toBe('POST ');
  expect(calls.at(-1)).toBe('DELETE /T');
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('says when there can be no trace', async () => {
  isRefused = true;
  watch();
  await vi.advanceTimersByTimeAsync(100);
  expect(states).toEqual([{ kind: 'over', reason: 'no' }]);
});

it('deletes it when the page goes away', async () => {
  watch();
  await vi.advanceTimersByTimeAsync(100);
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.at(-1)).toBe('DELETE /T');
});

it('names traces as EMQX takes them, whatever the rule is called', () => {
  const name = traceName('a rule/ü:1', new Date('2026-11-21T08:09:10.011Z'));
  expect(name).toBe('DEBUG_RULE_a_rule___1_20261121_080910011');
  expect(traceName('x'.repeat(300), new Date()).length).toBeLessThan(255);
});
