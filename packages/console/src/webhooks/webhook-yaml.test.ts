import { expect, it } from 'vitest';
import { joinDocuments } from './webhook-yaml.ts';

const document = (part: string) =>
  [
    'version: 1',
    ...['connectors', 'actions', 'sources', 'rules'].map((key) =>
      key === part ? `${key}:\n  - id: ${key}\n    sql: |\n      SELECT *\n      FROM "a"` : `${key}: []`,
    ),
    '',
  ].join('\n');

it('puts the parts of a webhook into one document', () => {
  const joined = joinDocuments([
    ['connectors', document('connectors')],
    ['actions', document('actions')],
    ['rules', document('rules')],
  ]);
  expect(joined).toBe(
    [
      'version: 1',
      'connectors:\n  - id: connectors\n    sql: |\n      SELECT *\n      FROM "a"',
      'actions:\n  - id: actions\n    sql: |\n      SELECT *\n      FROM "a"',
      'sources: []',
      'rules:\n  - id: rules\n    sql: |\n      SELECT *\n      FROM "a"',
      '',
    ].join('\n'),
  );
});
