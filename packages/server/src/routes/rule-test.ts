import type { Json } from '@sluice/contract';
import type { Rehearsal, RuleTestOutcome } from '@sluice/engine';
import { compile } from '@sluice/rulesql';
import { z } from 'zod';
import { sqlFailure } from '../catalog/sql-failure.ts';
import { type Answer, failed, json, jsonText } from '../http/answer.ts';
import { maskedHeaders } from '../http/masked-headers.ts';
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

/** A rehearsal without the secrets that rendered requests may hold. */
function masked(rehearsal: Rehearsal): Rehearsal {
  if (rehearsal.kind !== 'rows') return rehearsal;
  const rows = rehearsal.rows.map((row) => ({
    ...row,
    outputs: row.outputs.map((one) => (one.ok ? { ...one, request: maskedHeaders<Json>(one.request) } : one)),
  }));
  return { ...rehearsal, rows };
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
        if (!compiled.ok) return failed(sqlFailure(compiled.message, compiled.diagnostics));
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
    route({
      method: 'POST',
      path: '/sluice/rehearse',
      tag: 'sluice',
      summary:
        'What a rule, saved or not, would do with a made-up event: rows, rendered requests, why not, loops. No effect',
      body: z.strictObject({
        rule: z.strictObject({ id: text.optional(), sql: text, actions: z.unknown().optional() }),
        context,
      }),
      errors: ['BAD_REQUEST'],
      async handle({ body }) {
        const { id, ...rest } = body.rule;
        const planned = catalog.rules.create(catalog.view, rest);
        if (!planned.ok) return failed(planned.error);
        // Under its own id, so that a rule that feeds itself is seen as such.
        const rule = { ...planned.value.config, ...(id !== undefined && { id }) };
        const rehearsal = await engine.rehearse(rule, body.context);
        return json({ ...masked(rehearsal), loops: await engine.findLoops({ kind: 'rule', config: rule }) });
      },
    }),
  ];
}
