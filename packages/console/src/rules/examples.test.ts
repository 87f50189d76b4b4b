import { columnsOf, compile, encodeJson } from '@sluice/rulesql';
import { expect, it } from 'vitest';
import { EXAMPLES } from './examples.ts';

const environment = { now: () => 0, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

it.each(EXAMPLES.map((example) => [example.id, example] as const))(
  '%s compiles and puts something out',
  (_, example) => {
    const compiled = compile(example.sql);
    expect(compiled).toMatchObject({ ok: true });
    if (!compiled.ok) return;
    const result = compiled.plan.run(columnsOf(example.input), environment);
    expect(result.kind).toBe('rows');
    if (result.kind === 'rows') expect(result.rows.map((row) => encodeJson(row)).join()).not.toContain('undefined');
  },
);
