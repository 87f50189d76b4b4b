import { expect, it } from 'vitest';
import { fileName } from './export-yaml.ts';

it('names files that any system can keep', () => {
  expect(fileName('rule', 'cold_chain-1')).toBe('rule-cold_chain-1.yaml');
  expect(fileName('action', 'http:a/b:ü')).toBe('action-http-a-b-.yaml');
  expect(fileName('source', undefined)).toBe('sources.yaml');
});
