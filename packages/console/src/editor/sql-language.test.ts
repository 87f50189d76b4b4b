import { RULE_EVENTS } from '@sluice/contract';
import { expect, it } from 'vitest';
import { fieldsOf, firstError, formatSql, sqlService, sqlTokens } from './sql-language.ts';

const service = sqlService({ events: RULE_EVENTS, sample: { temp: 1, door: 'open' } }, 'en');
const offered = (text: string, explicit = false) =>
  service.complete(text, text.length, explicit)?.items.map((item) => item.label);

it('offers what begins like the word', () => {
  expect(offered('SELECT clie')).toContain('clientid');
  expect(offered('SELECT * FROM "t" WHERE payload.')).toEqual(['temp', 'door']);
});

it('leaves Enter alone behind a whole operand or word', () => {
  expect(offered('SELECT * FROM "t" WHERE qos > 3')).toBeUndefined();
  expect(offered('SELECT * FROM "t" WHERE qos > 3', true)).toContain('AND');
  expect(offered('SELECT * FROM')).toBeUndefined();
});

it('tells functions from fields', () => {
  expect(sqlTokens('abs(x)').map((token) => token.class)).toEqual(['function', 'punctuation', 'field', 'punctuation']);
});

it('names the line of the first error, and lays out only what is whole', () => {
  const broken = 'SELECT *\nFROM "t"\nWHERE (';
  expect(firstError(broken, service.diagnostics(broken))?.line).toBe(3);
  expect(formatSql(broken, service.diagnostics(broken))).toBeUndefined();
  const whole = 'select * from "t"';
  expect(formatSql(whole, service.diagnostics(whole))).toContain('SELECT');
});

it('gives the fields of the result for templates', () => {
  expect(fieldsOf('SELECT clientid AS c, payload.temp AS t FROM "x"', { events: RULE_EVENTS })).toEqual(['c', 't']);
});

it('takes statements of hundreds of lines', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `  payload.field_${index} AS f${index},`);
  const long = `SELECT\n${lines.join('\n')}\n  clientid\nFROM "t/#"\nWHERE f1 > 2`;
  expect(service.diagnostics(long).filter((one) => one.severity === 'error')).toEqual([]);
  expect(service.tokens(long).length).toBeGreaterThan(1000);
});
