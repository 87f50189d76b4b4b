import type { RuleTestOutcome } from '@sluice/engine';
import { compile } from '@sluice/rulesql';
import { z } from 'zod';
import { sqlFailure } from '../catalog/sql-failure.ts';
import { type Answer, failed, jsonText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { flag, idParams, text } from './scalar.ts';

const context = z.record(z.string(), z.unknown()).default({});

function answer(outcome: RuleTestOutcome): Answer {
  switch (outcome.kind) {
    case 'result':
      return jsonText(outcome.json);
    case 'no_match':
      return failed({
        code: 'NOT_MATCH',
        message: 'The event does not fit: FROM names other topics or events, or WHERE is not true.',
      });
    case 'not_found':
      return failed({ code: 'RULE_NOT_FOUND', message: 'There is no such rule.' });
    case 'error':
      return failed({ code: 'BAD_REQUEST', message: outcome.message });
  }
}

export function ruleTestRoutes({ catalog, engine }: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/rule_test',
      tag: 'rules',
      summary: 'Run a statement on a made-up event. The answer is the output, with every digit of its numbers',
      body: z.strictObject({ sql: text, context }),
      errors: ['BAD_REQUEST', 'NOT_MATCH'],
      exactContentType: true,
      async handle({ body }) {
        const compiled = compile(body.sql);
        if (!compiled.ok) return failed(sqlFailure(body.sql, compiled.message, compiled.diagnostics));
        return answer(await engine.testSql(body.sql, body.context));
      },
    }),
    route({
      method: 'POST',
      path: '/rules/:id/test',
      tag: 'rules',
      summary: 'Run a stored rule on a made-up event, with its actions unless they stop after rendering',
      params: idParams,
      body: z.strictObject({ context, stop_action_after_template_rendering: flag.default(true) }),
      errors: ['BAD_REQUEST', 'NOT_MATCH', 'RULE_NOT_FOUND'],
      exactContentType: true,
      async handle({ params, body }) {
        if (catalog.view.rule(params.id) === undefined) return answer({ kind: 'not_found' });
        return answer(await engine.testRule(params.id, body.context, body.stop_action_after_template_rendering));
      },
    }),
  ];
}
