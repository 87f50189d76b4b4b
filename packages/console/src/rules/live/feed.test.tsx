// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Feed, type Listener, useFeed } from './feed.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let feed: Feed;
let running: Listener[];
let visible: DocumentVisibilityState;

function Watched({ isOn }: { readonly isOn: boolean }) {
  feed = useFeed(isOn, (listener) => {
    running.push(listener);
    return () => {
      running = running.filter((one) => one !== listener);
    };
  });
  return null;
}

const show = (isOn: boolean) => act(() => root.render(<Watched isOn={isOn} />));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const turn = (to: DocumentVisibilityState) =>
  act(() => {
    visible = to;
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => {
  vi.useFakeTimers();
  running = [];
  visible = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visible });
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  expect(running).toEqual([]);
  vi.useRealTimers();
});

it('runs only while it is wanted and can be seen, and says that nobody watched in between', () => {
  show(false);
  expect(running).toHaveLength(0);
  show(true);
  expect(running).toHaveLength(1);
  turn('hidden');
  expect(running).toHaveLength(0);
  expect(feed.state.kind).toBe('away');
  turn('visible');
  expect(running).toHaveLength(1);
  pass(200);
  expect(feed.log).toMatchObject([{ kind: 'gap', lines: 0 }]);
});

it('gathers what it hears, draws it a few times a second, and forgets it when told', () => {
  show(true);
  for (let run = 0; run < 500; run++) running[0]?.lines([{ kind: 'run', run: String(run), at: run, event: '{}' }]);
  expect(feed.log).toEqual([]);
  pass(200);
  expect(feed.log).toHaveLength(200);
  const before = feed.log;
  pass(2_000);
  expect(feed.log).toBe(before);
  act(() => feed.clear());
  expect(feed.log).toEqual([]);
});
