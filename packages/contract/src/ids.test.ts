import { describe, expect, it } from 'vitest';
import { copyName, isApiName, isConsoleName, parseResourceId, resourceId, webhookOf } from './ids.ts';

describe('resource ids', () => {
  it('split at the first colon', () => {
    expect(parseResourceId('http:a:b')).toEqual({ type: 'http', name: 'a:b' });
    expect(resourceId('mqtt', 'x')).toBe('mqtt:x');
  });
  it.each(['', 'http', ':name', 'http:'])('%j is none', (id) => expect(parseResourceId(id)).toBeUndefined());
});

describe('names', () => {
  it.each([
    ['a', true, true],
    ['1a', true, false],
    ['a-b_c', true, true],
    ['-a', false, false],
    ['_a', false, false],
    ['a b', false, false],
    ['é', false, false],
    ['名', false, false],
    ['', false, false],
    ['x'.repeat(254), true, true],
    ['x'.repeat(255), false, false],
  ])('%.12s: API %s, console %s', (name, api, console) => {
    expect(isApiName(name)).toBe(api);
    expect(isConsoleName(name)).toBe(console);
  });
});

it('a copy takes the first free name', () => {
  const taken = new Set(['a_copy', 'a_copy_2']);
  expect(copyName('b', (name) => taken.has(name))).toBe('b_copy');
  expect(copyName('a', (name) => taken.has(name))).toBe('a_copy_3');
});

describe('parts of a webhook', () => {
  it('are its HTTP connector and action, by name', () => {
    expect(webhookOf({ kind: 'connector', type: 'http', name: 'a_WH_D' })).toBe('a');
    expect(webhookOf({ kind: 'action', type: 'http', name: 'a_WH_D' })).toBe('a');
  });
  it('are never a source, another type or another name', () => {
    expect(webhookOf({ kind: 'source', type: 'http', name: 'a_WH_D' })).toBeUndefined();
    expect(webhookOf({ kind: 'action', type: 'mqtt', name: 'a_WH_D' })).toBeUndefined();
    expect(webhookOf({ kind: 'action', type: 'http', name: 'a' })).toBeUndefined();
  });
  it('are the rule that sends to that action', () => {
    expect(webhookOf({ id: 'a_WH_D', actions: ['http:a_WH_D'] })).toBe('a');
    expect(webhookOf({ id: 'a_WH_D', actions: ['http:b_WH_D'] })).toBeUndefined();
    expect(webhookOf({ id: 'a', actions: ['http:a'] })).toBeUndefined();
  });
});
