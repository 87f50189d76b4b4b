import { RULE_EVENTS } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { complete } from './complete.ts';
import type { LanguageContext } from './context.ts';
import { availableFields } from './fields.ts';
import { format } from './format.ts';
import { fromList, replaceFrom } from './from.ts';
import { hover } from './hover.ts';

const context: LanguageContext = {
  events: RULE_EVENTS,
  sources: ['mqtt:in'],
  topics: ['t/#'],
  sample: { temp: 1, 'odd key': { deep: 2 }, pos: { x: 1 } },
};

function codes(sql: string, more: Partial<LanguageContext> = {}): string[] {
  return analyze(sql, { ...context, ...more }).map((diagnostic) => diagnostic.code);
}

/** The text that the first diagnostic marks, and what its fix would put there. */
function marked(sql: string): readonly (string | undefined)[] {
  const [first] = analyze(sql, context);
  return [first && sql.slice(first.span.from, first.span.to), first?.fix?.text];
}

describe('analyze', () => {
  it('has nothing to say of a good statement', () => {
    expect(codes(`SELECT payload.temp as t, clientid FROM "t/#" WHERE t > 1 and topic =~ 'a/+'`)).toEqual([]);
    expect(
      codes('FOREACH payload.list as e DO e.x as x, clientid INCASE e.x > 1 FROM "$events/message_acked"'),
    ).toEqual([]);
    expect(codes('SELECT *, metadata FROM "$bridges/mqtt:in" WHERE server = \'x\'')).toEqual([]);
  });

  it('sees texts in double quotes', () => {
    expect(marked('SELECT * FROM "t/#" WHERE clientid = "dev"')).toEqual(['"dev"', "'dev'"]);
  });

  it('sees columns that no event has', () => {
    expect(marked('SELECT cleintid FROM "t/#"')).toEqual(['cleintid', 'clientid']);
    expect(codes('SELECT keepalive FROM "t/#"')).toEqual(['unknown_field']);
    expect(codes('SELECT keepalive FROM "t/#", "$events/client_connected"')).toEqual([]);
    expect(codes('SELECT anything FROM "$bridges/kafka_consumer:x"', { sources: ['kafka_consumer:x'] })).toEqual([]);
    for (const type of ['pulsar_consumer', 'azure_event_hub_consumer', 'kinesis_consumer']) {
      const sources = [`${type}:x`];
      expect(codes(`SELECT key, value, partition FROM "$bridges/${type}:x"`, { sources })).toEqual([]);
      expect(codes(`SELECT clientid FROM "$sources/${type}:x"`, { sources })).toEqual(['unknown_field']);
      expect(availableFields(`SELECT * FROM "$bridges/${type}:x"`, context).map(({ name }) => name)).toContain(
        'ts_type',
      );
    }
  });

  it('sees topics without quotes, as one thing that is wrong', () => {
    for (const topic of ['t/#', '#', '+/a', 't/1', '$events/client_connected', '$bridges/mqtt:in', 'a-b/c']) {
      const sql = `SELECT a FROM ${topic} WHERE payload.b = 1`;
      expect([sql, ...codes(sql).filter((code) => code !== 'unknown_field')]).toEqual([sql, 'unquoted_topic']);
      const [first] = analyze(sql, context).filter(({ severity }) => severity === 'error');
      expect(first?.fix?.text).toBe(`"${topic}"`);
      expect(first && sql.slice(first.span.from, first.span.to)).toBe(topic);
    }
    expect(codes('SELECT qos FROM "a/b", t/+, u/# -- both\n')).toEqual(['unquoted_topic', 'unquoted_topic']);
    expect(codes('SELECT qos FROM t')).toEqual([]);
    expect(codes('SELECT qos FROM a$b')).toEqual([]);
  });

  it('tells what cannot work from what is doubtful', () => {
    const isFatal = (sql: string): boolean => analyze(sql, context).some(({ fatal }) => fatal);
    for (const sql of [
      'SELECT uper(topic) AS a FROM "t"',
      'SELECT schema_decode(\'s\', payload) AS a FROM "t"',
      'SELECT upper(topic, 1) AS a FROM "t"',
      'SELECT * FROM "t" WHERE payload.on',
      'SELECT * FROM "t" WHERE topic ~= \'t/#\'',
      'SELECT -qos FROM "t"',
      'SELECT * FROM "$events/client_conected"',
      'SELECT * FROM "t/#/a"',
    ]) {
      expect([sql, isFatal(sql)]).toEqual([sql, true]);
    }
    for (const sql of ['SELECT nope FROM "t"', 'SELECT * FROM "$bridges/mqtt:later"', 'SELECT qos FROM "t"']) {
      expect([sql, isFatal(sql)]).toEqual([sql, false]);
    }
  });

  it('sees unknown functions and wrong arguments', () => {
    expect(marked('SELECT uper(\'a\') as a FROM "t/#"')).toEqual(['uper', 'upper']);
    expect(marked('SELECT UPPER(\'a\') as a FROM "t/#"')).toEqual(['UPPER', 'upper']);
    expect(codes('SELECT upper(\'a\', 1) as a FROM "t/#"')).toEqual(['wrong_arguments']);
    expect(codes('SELECT schema_decode(1, payload) as a FROM "t/#"')).toEqual(['schema_function']);
    expect(codes('SELECT topic(1) as a FROM "t/#" WHERE topic(1) = \'t\'')).toEqual(['only_in_conditions']);
  });

  it('sees conditions that are none', () => {
    expect(marked('SELECT * FROM "t/#" WHERE payload.ok and qos = 1')).toEqual(['payload.ok', 'payload.ok = true']);
  });

  it('sees a payload that SELECT has thrown away', () => {
    expect(codes('SELECT payload.a FROM "t/#" WHERE payload.b = 1')).toEqual(['lost_payload']);
    expect(codes('SELECT payload.a as a FROM "t/#" WHERE payload.b = 1')).toEqual([]);
  });

  it('sees loops', () => {
    const loop = (topic: string, from: string): string[] =>
      codes(`SELECT clientid FROM "${from}"`, { republishTopics: [topic] });
    expect(loop('t/out', 't/#')).toEqual(['republish_loop']);
    expect(loop('t/${clientid}', 't/+')).toEqual(['republish_loop']);
    expect(loop('out/${topic}', 't/#')).toEqual([]);
    expect(loop('t/a', 't/b')).toEqual([]);
  });

  it('sees events, sources and filters that do not exist', () => {
    expect(marked('SELECT * FROM "$events/client_conected"')).toEqual([
      '"$events/client_conected"',
      '"$events/client_connected"',
    ]);
    expect(codes('SELECT * FROM "$bridges/mqtt:out"')).toEqual(['unknown_source']);
    expect(codes('SELECT * FROM "t/#/x"')).toEqual(['bad_topic_filter']);
  });
});

describe('availableFields', () => {
  const names = (sql: string): string[] => availableFields(sql, context).map((field) => field.name);

  it('takes aliases, and columns for a star', () => {
    expect(names('SELECT payload.t as temp, clientid, upper(topic), a.b as x.y FROM "t/#"')).toEqual([
      'temp',
      'clientid',
      'x.y',
    ]);
    expect(names('SELECT *, 1 as one FROM "$events/sys/alarm_activated"')).toEqual([
      'event',
      'name',
      'details',
      'message',
      'activated_at',
      'metadata',
      'one',
    ]);
  });

  it('knows what FOREACH leaves', () => {
    expect(names('FOREACH payload.l as e DO e.x as x, clientid FROM "t/#"')).toEqual(['x', 'clientid']);
    expect(names('FOREACH payload.l as e FROM "$events/sys/alarm_activated"').slice(0, 3)).toEqual([
      'e',
      'event',
      'name',
    ]);
  });
});

describe('complete', () => {
  const at = (marked: string): string[] => {
    const cursor = marked.indexOf('|');
    return (complete(marked.replace('|', ''), cursor, context)?.items ?? []).map((item) => item.label);
  };

  it('offers columns before FROM is written, and nothing for a new name', () => {
    expect(at('SELECT |').slice(0, 3)).toEqual(['event', 'id', 'clientid']);
    expect(at('SELECT keep|')).toContain('keepalive');
    expect(at('SELECT clientid as c| FROM "t/#"')).toEqual([]);
  });

  it('offers what fits the place', () => {
    expect(at('|')).toEqual(['SELECT', 'FOREACH']);
    expect(at('SELECT cli| FROM "t/#"').slice(0, 3)).toEqual(['clientid', 'client_attrs', 'clientid']);
    expect(at('SELECT clientid | FROM "t/#"')).toEqual(['AS', 'FROM']);
    expect(at('SELECT * FROM |')).toContain('"$events/client_connected"');
    expect(at('SELECT * FROM "$b|')).toEqual(['"$bridges/mqtt:in"']);
    expect(at('SELECT qos as q FROM "t/#" WHERE q|').slice(0, 2)).toEqual(['q', 'qos']);
    expect(at('SELECT payload.| FROM "t/#"')).toEqual(['temp', 'odd key', 'pos']);
    expect(at('SELECT payload.pos.| FROM "t/#"')).toEqual(['x']);
  });

  it('is silent in texts and comments', () => {
    expect(at("SELECT 'a| FROM")).toEqual([]);
    expect(at('SELECT a -- b|\nFROM "t"')).toEqual([]);
  });
});

describe('hover', () => {
  it('explains functions, columns, events and keywords', () => {
    const sql = 'SELECT upper(clientid) as c FROM "$events/client_connected" WHERE c = 1';
    expect(hover(sql, sql.indexOf('upper') + 1, context)?.signature).toBe('upper(text)');
    expect(hover(sql, sql.indexOf('clientid'), context)?.info?.en).toBe('Client id');
    expect(hover(sql, sql.indexOf('$events'), context)?.info?.en).toContain('Client connected');
    expect(hover(sql, sql.indexOf('WHERE'), context)?.info?.en).toContain('Lets through');
    expect(hover(sql, 6, context)).toBeUndefined();
  });
});

describe('format', () => {
  it('puts clauses and items on lines and keeps comments', () => {
    expect(format('select a,b as  c -- the c\n,-1 from "t/#" -- end\n where a=1 and(b in(1,2))')).toBe(
      'SELECT\n  a,\n  b AS c, -- the c\n  -1\nFROM\n  "t/#" -- end\nWHERE\n  a = 1 AND (b IN (1, 2))',
    );
  });

  it('leaves a broken statement alone', () => {
    expect(format('select a, from')).toBe('select a, from');
  });
});

describe('FROM', () => {
  it('is read and replaced without touching the rest', () => {
    const sql = 'SELECT a -- FROM "x"\nFROM "t/#", \'b\' WHERE c = 1';
    expect(fromList(sql)).toEqual(['t/#', 'b']);
    expect(replaceFrom(sql, ['n', 'a"b'])).toBe('SELECT a -- FROM "x"\nFROM "n", \'a"b\' WHERE c = 1');
    expect(replaceFrom('SELECT a', ['n'])).toBe('SELECT a\nFROM "n"');
    expect(replaceFrom('SELECT a FROM', ['n'])).toBe('SELECT a FROM "n"');
    expect(fromList('SELECT a +, FROM "t"')).toEqual(['t']);
  });
});
