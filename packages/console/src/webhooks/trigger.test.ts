import { RULE_EVENTS } from '@sluice/contract';
import { compile } from '@sluice/rulesql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_TRIGGER, messageEvents, otherEvents, PUBLISH, sqlOf, type Trigger, triggerOf } from './trigger.ts';

const all = RULE_EVENTS.map((event) => event.event);
const oneLine = (trigger: Trigger) => sqlOf(trigger, all).replace(/\s+/g, ' ');

describe('the statement of a webhook', () => {
  it('is all messages at first', () => {
    expect(oneLine(FIRST_TRIGGER)).toBe('SELECT * FROM "#"');
  });
  it('takes topic filters as inputs, and as conditions for the other message events', () => {
    expect(oneLine({ kind: 'messages', events: [PUBLISH], topics: ['a/#', 'b/+'] })).toBe('SELECT * FROM "a/#", "b/+"');
    expect(oneLine({ kind: 'messages', events: ['$events/message_dropped'], topics: ['it/#', 'b'] })).toBe(
      "SELECT * FROM \"$events/message_dropped\" WHERE topic =~ 'it/#' or topic =~ 'b'",
    );
  });
  it('names every other event for "all"', () => {
    expect(oneLine({ kind: 'all' })).toContain('"$events/client_connected"');
    expect(oneLine({ kind: 'all' })).not.toContain(PUBLISH);
  });
});

describe('reading a statement back', () => {
  it('knows what the form makes', () => {
    const events = (from: readonly string[]) => fc.subarray([...from], { minLength: 1 });
    const topics = fc.uniqueArray(fc.constantFrom('a/#', 'b/+/c', 'd', 'e f/+'), { maxLength: 3 });
    const trigger = fc.oneof(
      fc.record({ kind: fc.constant('messages' as const), events: events(messageEvents(all)), topics }),
      fc.record({ kind: fc.constant('events' as const), events: events(otherEvents(all)) }),
      fc.constant<Trigger>({ kind: 'all' }),
    );
    fc.assert(
      fc.property(trigger, (one) => {
        const sql = sqlOf(one, all);
        expect(compile(sql).ok).toBe(true);
        expect(triggerOf(sql, all)).toEqual(one);
      }),
      { numRuns: 200 },
    );
  });
  it.each([
    'SELECT clientid FROM "#"',
    'SELECT * FROM "#" WHERE qos = 1',
    'SELECT * FROM "$bridges/mqtt:x"',
    'SELECT * FROM "t", "$events/client_connected"',
    'SELECT nonsense FROM',
  ])('leaves a statement alone that no form makes: %s', (sql) => {
    expect(triggerOf(sql, all)).toEqual({ kind: 'sql', sql });
  });
});
