import { RULE_EVENTS } from '@sluice/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { compile } from '../compile/compile.ts';
import { analyze } from '../editor/analyze.ts';
import { complete } from '../editor/complete.ts';
import { availableFields } from '../editor/fields.ts';
import { format } from '../editor/format.ts';
import { fromList, replaceFrom } from '../editor/from.ts';
import { hover } from '../editor/hover.ts';
import type { Environment } from '../types.ts';
import { tokens } from './lexer.ts';
import { parse } from './parser.ts';
import { print } from './print.ts';
import { brokenArbitrary, statementArbitrary } from './statement-arbitrary.test-data.ts';

/** The long run is `RULESQL_RUNS=1000000 npx vitest run packages/rulesql/src/syntax`; a found seed is added to `SEEDS`. */
const RUNS = Number(process.env.RULESQL_RUNS ?? 2000);
const SEEDS = [1, 20_240_511, 77_003];

const context = { events: RULE_EVENTS, republishTopics: ['a/${b}'], sources: ['mqtt:x'] };
const environment: Environment = { now: () => 0, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

/** The tree without its places. */
function shape(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'span' || key === 'nameSpan' ? undefined : inner)),
  );
}

function hold<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void {
  for (const seed of SEEDS) fc.assert(fc.property(arbitrary, check), { seed, numRuns: Math.ceil(RUNS / SEEDS.length) });
}

describe('whole statements', () => {
  it('print to text that reads back as the same tree', { timeout: 600_000 }, () => {
    hold(statementArbitrary, (sql) => {
      const { statement, diagnostics } = parse(sql);
      expect(diagnostics).toEqual([]);
      if (!statement) throw new Error('no statement');
      const again = parse(print(statement));
      expect(again.diagnostics).toEqual([]);
      expect(shape(again.statement)).toEqual(shape(statement));
    });
  });

  it('mean the same once laid out, and laying out again changes nothing', { timeout: 600_000 }, () => {
    hold(statementArbitrary, (sql) => {
      const laidOut = format(sql);
      expect(shape(parse(laidOut).statement)).toEqual(shape(parse(sql).statement));
      expect(format(laidOut)).toBe(laidOut);
    });
  });

  it('run to a result on any payload', { timeout: 600_000 }, () => {
    const event = fc.record({ sql: statementArbitrary, payload: fc.oneof(fc.json(), fc.string()) });
    hold(event, ({ sql, payload }) => {
      const compiled = compile(sql);
      if (!compiled.ok) throw new Error(compiled.message);
      const result = compiled.plan.run(columnsOf({ payload, topic: 't/1', qos: 1, clientid: 'c' }), environment);
      expect(['rows', 'no_match', 'error']).toContain(result.kind);
    });
  });
});

describe('any text', () => {
  it('never makes the parser or the editor throw', { timeout: 3_600_000 }, () => {
    hold(brokenArbitrary, (sql) => {
      const { diagnostics } = parse(sql);
      for (const { span } of diagnostics) {
        expect(span.from).toBeLessThanOrEqual(span.to);
        expect(span.to).toBeLessThanOrEqual(sql.length);
      }
      analyze(sql, context);
      availableFields(sql, context);
      format(sql);
      compile(sql);
      const middle = Math.floor(sql.length / 2);
      complete(sql, middle, context);
      hover(sql, middle, context);
      expect(replaceFrom(sql, ['x'])).toBeTypeOf('string');
      expect(fromList(sql)).toBeInstanceOf(Array);
    });
  });

  it('is covered by tokens that do not overlap', { timeout: 600_000 }, () => {
    hold(brokenArbitrary, (sql) => {
      let at = 0;
      for (const token of tokens(sql)) {
        expect(token.from).toBeGreaterThanOrEqual(at);
        expect(token.to).toBeGreaterThan(token.from);
        expect(sql.slice(at, token.from).trim()).toBe('');
        at = token.to;
      }
      expect(sql.slice(at).trim()).toBe('');
    });
  });
});

describe('misspelt keywords', () => {
  it.each([
    ['SELECT a FORM "t/#"', 'FORM', 'FROM'],
    ['SELCT a FROM "t"', 'SELCT', 'SELECT'],
    ['SELECT a FROM "t" WEHRE b = 1', 'WEHRE', 'WHERE'],
    ['FOREACH a as b INCSE c = 1 FROM "t"', 'INCSE', 'INCASE'],
    ['SELECT a FROM "t" WHERE a = 1 adn b = 2', 'adn', 'AND'],
    ['SELECT a FORM "t", "u" WHERE a = 1 and b = 2', 'FORM', 'FROM'],
    ['SELECT * FORM "t" WHERE a = 1', 'FORM', 'FROM'],
    ['SELECT a as b FRON "t" WHERE a = 1', 'FRON', 'FROM'],
    ['FOREACH a DO b INCASE c = 1 FRMO "t" WHERE a = 1', 'FRMO', 'FROM'],
    ['FOREACH a DO b INCAS c = 1 FROM "t" WHERE a = 1', 'INCAS', 'INCASE'],
  ])('%s', (sql, word, keyword) => {
    const { diagnostics } = parse(sql);
    expect(diagnostics).toHaveLength(1);
    expect(sql.slice(diagnostics[0]?.span.from, diagnostics[0]?.span.to)).toBe(word);
    expect(diagnostics[0]?.fix?.text).toBe(keyword);
  });

  it('are read as what they were meant to be', () => {
    const { statement } = parse('SELECT a FORM "t", "u" WEHRE a = 1');
    expect(statement?.from.map((item) => item.text)).toEqual(['t', 'u']);
    expect(statement?.where?.kind).toBe('comparison');
  });

  it('are told with their place', () => {
    const result = compile('SELECT a\nFORM "t/#"');
    expect(result.ok ? '' : result.message).toBe('Line 2, column 1: "FORM" cannot stand here. Did you mean "FROM"?');
    const other = compile('SELECT a, FROM "t"');
    expect(other.ok ? '' : other.message).toBe(
      'Line 1, column 11: "FROM" cannot stand here. Expected: column, value, function, "(".',
    );
    const quoted = compile('SELECT a "b" "c" FROM "t"');
    expect(quoted.ok ? '' : quoted.message).toBe('Line 1, column 14: "c" cannot stand here. Expected: ",", FROM.');
  });
});

describe('recovery', () => {
  it('finds the error of every item', () => {
    const { statement, diagnostics } = parse('SELECT a +, b as c, f(, d FROM "t" WHERE x = = 1');
    expect(diagnostics.map((diagnostic) => diagnostic.span.from)).toEqual([10, 22, 45]);
    expect(statement?.items).toHaveLength(1);
    expect(statement?.from.map((item) => item.text)).toEqual(['t']);
  });

  it('says what could stand there', () => {
    expect(parse('SELECT a FROM').diagnostics[0]?.expected).toEqual(['topic', 'event']);
    expect(parse('SELECT a FROM "t" LIMIT 1').diagnostics[0]?.expected).toEqual([',', 'WHERE']);
    expect(parse('SELECT case when a = 1 then 2 FROM "t"').diagnostics[0]?.expected).toContain('END');
  });
});
