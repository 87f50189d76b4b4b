import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnHelp, RULE_EVENTS } from './events.ts';
import { aggregateStatus } from './status.ts';

const recorded = new URL('../../../../shared/emqx-5.8.6/rule_events.json', import.meta.url);

describe('rule events', () => {
  it('every column and every example column has a help text in both languages', () => {
    for (const event of RULE_EVENTS) {
      for (const column of [...event.columns, ...Object.keys(event.examples)]) {
        expect(columnHelp(column)?.en, `${event.event} ${column}`).toBeTruthy();
        expect(columnHelp(column)?.zh, `${event.event} ${column}`).toBeTruthy();
      }
    }
  });

  it.skipIf(!existsSync(recorded))('have the columns and examples of EMQX 5.8.6', () => {
    type Recorded = { event: string; columns: string[]; test_columns: Record<string, unknown[] | string> };
    const facts = JSON.parse(readFileSync(recorded, 'utf8')) as Recorded[];
    expect(RULE_EVENTS.map((event) => event.event).sort()).toEqual(facts.map((fact) => fact.event).sort());
    for (const fact of facts) {
      const event = RULE_EVENTS.find((candidate) => candidate.event === fact.event);
      expect(event?.columns, fact.event).toEqual(fact.columns);
      const examples = Object.fromEntries(
        Object.entries(fact.test_columns).map(([column, value]) => [column, Array.isArray(value) ? value[0] : value]),
      );
      expect(event?.examples, fact.event).toEqual(examples);
    }
  });
});

it('a cluster has the status its nodes agree on', () => {
  expect(aggregateStatus([])).toBe('disconnected');
  expect(aggregateStatus([{ status: 'connected' }, { status: 'connected' }])).toBe('connected');
  expect(aggregateStatus([{ status: 'connected' }, { status: 'stopped' }])).toBe('inconsistent');
});
