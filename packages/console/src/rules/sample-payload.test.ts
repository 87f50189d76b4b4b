import { expect, it } from 'vitest';
import { samplePayload } from './sample-payload.ts';

const parsed = (sql: string) => JSON.parse(samplePayload(sql) ?? 'null');

it('has what the statement reads', () => {
  expect(
    parsed(`SELECT payload.temp_c AS t, payload.a.b FROM "x" WHERE payload.door = 'closed' AND payload.on = true`),
  ).toEqual({ temp_c: 1, a: { b: 1 }, door: 'closed', on: true });
});

it('is nothing for a statement that does not look inside', () => {
  expect(samplePayload('SELECT * FROM "t/#"')).toBeUndefined();
  expect(samplePayload('SELECT payload, "payload.x" FROM "t/#"')).toBeUndefined();
  expect(samplePayload('')).toBeUndefined();
});

it('does not guess what is in lists', () => {
  expect(parsed('SELECT payload.list[1].x, payload.y FROM "t"')).toEqual({ y: 1 });
});

it('keeps the value that says more, and objects over numbers', () => {
  expect(parsed(`SELECT payload.k, payload.o.p FROM "t" WHERE payload.k = 'v'`)).toEqual({ k: 'v', o: { p: 1 } });
});
