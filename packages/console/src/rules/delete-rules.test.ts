import type { RuleRecord } from '@sluice/contract';
import { expect, it } from 'vitest';
import { toChannel } from '../api/channels.ts';
import { onlyUsedBy } from './only-used-by.ts';

const rule = (id: string, actions: RuleRecord['actions'], from: string[] = ['t']): RuleRecord => ({
  id,
  name: '',
  sql: '',
  enable: true,
  description: '',
  actions,
  from,
  created_at: '',
  last_modified_at: '',
});
const action = (name: string, rules: string[]) => toChannel('action', { type: 'http', name, rules });
const source = (name: string, rules: string[]) => toChannel('source', { type: 'mqtt', name, rules });

it('finds what nothing else uses', () => {
  const gone = onlyUsedBy(
    [rule('a', ['http:own', 'http:shared', { function: 'console' }], ['$bridges/mqtt:src'])],
    [action('own', ['a']), action('shared', ['a', 'b']), action('other', [])],
    [source('src', ['a']), source('free', [])],
  );
  expect(gone.map((one) => one.id)).toEqual(['http:own', 'mqtt:src']);
});

it('counts rules that go together', () => {
  const gone = onlyUsedBy([rule('a', ['http:x']), rule('b', ['http:x'])], [action('x', ['a', 'b'])], []);
  expect(gone.map((one) => one.id)).toEqual(['http:x']);
});
