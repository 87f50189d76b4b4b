import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announcingChanges, createReadings, type Readings } from './readings.ts';

let asked: string[];
let answer: (method: string) => Promise<unknown>;
let readings: Readings;

function engine() {
  return new Proxy({} as never, {
    get:
      (_target, method: string) =>
      (...args: unknown[]) => {
        asked.push([method, ...args].join(' '));
        return answer(method);
      },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  let n = 0;
  answer = async () => ++n;
  readings = createReadings(engine(), Date.now);
});
afterEach(() => {
  readings.stop();
  vi.useRealTimers();
});

it('a thousand requests at once are one question, and each question has its own answer', async () => {
  const answers = await Promise.all(Array.from({ length: 1000 }, () => readings.statuses()));
  expect(new Set(answers)).toEqual(new Set([1]));
  await Promise.all([readings.ruleMetrics(['a']), readings.ruleMetrics(['b']), readings.ruleMetrics()]);
  expect(asked).toEqual(['statuses', 'ruleMetrics a', 'ruleMetrics b', 'ruleActivity 0']);
});

it('while somebody looks it is read again, and nobody waits', async () => {
  await readings.stats();
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(3_000);
    // the promise is there already, whatever the engine does
    answer = async () => i + 100;
    expect(Number(await readings.stats())).toBeGreaterThan(i);
  }
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length - before).toBeLessThan(30);
  const quiet = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBe(quiet);
});

it('nothing older than a second is given out', async () => {
  const start = Date.now();
  answer = async () => Date.now();
  for (let i = 0; i < 200; i++) {
    await vi.advanceTimersByTimeAsync(73);
    expect(Date.now() - Number(await readings.stats())).toBeLessThanOrEqual(1_000);
  }
  expect(asked.length).toBeLessThan((Date.now() - start) / 350);
});

it('a reading that takes long is taken less often', async () => {
  answer = () => new Promise((resolve) => setTimeout(() => resolve(1), 200));
  for (let i = 0; i < 100; i++) {
    void readings.ruleMetrics();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(asked.length).toBeLessThan(8);
});

it('after a change the engine is asked, also when a reading was on its way', async () => {
  const changed = announcingChanges(engine(), readings.forget);
  expect(await readings.stats()).toBe(1);
  let finish: (value: unknown) => void = () => {};
  answer = (method) =>
    method === 'stats'
      ? new Promise((resolve) => {
          finish = resolve;
        })
      : Promise.resolve(0);
  await vi.advanceTimersByTimeAsync(500);
  const old = finish;
  await changed.resetMetrics({ kind: 'rule', id: 'r' });
  const next = readings.stats();
  old('old');
  finish('new');
  expect(await next).toBe('new');
  expect(await readings.stats()).toBe('new');
  await changed.findLoops({} as never);
  expect(await readings.stats()).toBe('new');
});

it('a failure is told and not kept', async () => {
  answer = () => Promise.reject(new Error('gone'));
  await expect(readings.statuses()).rejects.toThrow('gone');
  answer = async () => 7;
  expect(await readings.statuses()).toBe(7);
});
