import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDeadLetterFile } from './dead-letter-file.ts';
import { createDeadLetters, type DeadLetters } from './dead-letters.ts';
import { makeItem } from './item.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-letters-'));
  path = join(folder, 'letters.jsonl');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (): DeadLetters => createDeadLetters(openDeadLetterFile(path));

function bury(letters: DeadLetters, n: number, body: string | Uint8Array = `${n}`): Promise<void> {
  const item = makeItem({
    request: { meta: 'm', body },
    key: 'k',
    origin: { rule: 'r', topic: 't/1' },
    at: 1,
    seq: n,
    durable: false,
    tally: undefined,
    follow: undefined,
  });
  const reason = n % 3 === 0 ? 'expired' : 'rejected';
  return letters.add(n % 2 === 0 ? 'http:even' : 'http:odd', {
    item,
    reason,
    fault: undefined,
    view: { body: `${n}` },
  });
}

const bodies = (page: ReturnType<DeadLetters['list']>): unknown[] => page.letters.map((one) => one.request.body);

it('lists page by page, newest first, by action and reason', async () => {
  const letters = open();
  for (let n = 0; n < 30; n++) void bury(letters, n);
  const first = letters.list({ offset: 0, limit: 4 });
  expect(bodies(first)).toEqual(['29', '28', '27', '26']);
  expect(first.count).toBe(30);
  expect(bodies(letters.list({ offset: 28, limit: 4 }))).toEqual(['1', '0']);
  const some = letters.list({ action: 'http:even', reason: 'expired', offset: 1, limit: 2 });
  expect(bodies(some)).toEqual(['18', '12']);
  expect(some.count).toBe(5);
  await letters.close();
});

it('keeps letters over a restart, the bytes of their requests too', async () => {
  const first = open();
  await bury(first, 1, Uint8Array.of(0, 255, 128));
  await bury(first, 2, 'Zoë 日本');
  first.remove([first.list({ offset: 0, limit: 1 }).letters[0]!.id]);
  await first.close();
  const second = open();
  const [letter] = second.list({ offset: 0, limit: 10 }).letters;
  expect(second.count()).toBe(1);
  expect([...(second.requests([letter!.id])[0]!.request.body as Uint8Array)]).toEqual([0, 255, 128]);
  await second.close();
});

it('never gives an id twice, however long the numbers grow', async () => {
  const first = open();
  await bury(first, 1);
  await first.close();
  const line = readFileSync(path, 'utf8').replace('"id":"1"', '"id":"90071992547409931"');
  appendFileSync(path, line);
  const second = open();
  await bury(second, 2);
  await bury(second, 3);
  const ids = second.list({ offset: 0, limit: 10 }).letters.map((one) => one.id);
  expect(ids).toEqual(['90071992547409933', '90071992547409932', '90071992547409931', '1']);
  expect(second.remove(['90071992547409932'])).toBe(1);
  expect(second.count()).toBe(3);
  await second.close();
});

it('is bounded: the oldest go', async () => {
  const letters = open();
  let last: Promise<void> | undefined;
  for (let n = 0; n < 10_050; n++) last = bury(letters, n);
  await last;
  expect(letters.count()).toBe(10_000);
  expect(bodies(letters.list({ offset: 9_999, limit: 10 }))).toEqual(['50']);
  for (let n = 0; n < 40; n++) void bury(letters, n, 'x'.repeat(1024 ** 2));
  expect(letters.count()).toBeLessThan(40);
  await letters.close();
});

it('passes over a line that a crash cut', async () => {
  const first = open();
  await bury(first, 1);
  await first.close();
  appendFileSync(path, '{"add":{"act');
  const second = open();
  expect(second.count()).toBe(1);
  await second.close();
});
