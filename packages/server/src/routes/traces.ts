import type { Failure } from '@sluice/contract';
import { z } from 'zod';
import { failed, json, NO_CONTENT, plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Trace } from '../monitoring/traces.ts';
import type { Services } from '../services.ts';
import { single, text } from './scalar.ts';

const nameParams = z.object({ name: z.string() });

/** RFC 3339 or Unix seconds; gives Unix ms. */
const time = z.union([z.string(), z.number()]).transform((value, context) => {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(value);
  if (Number.isFinite(ms)) return ms;
  context.addIssue({ code: 'custom', message: 'must be a time such as 2030-01-31T00:00:00Z' });
  return z.NEVER;
});

const count = (most: number, fallback: number) =>
  single
    .pipe(
      z
        .string()
        .regex(/^\d{1,12}$/, 'must be a whole number')
        .transform(Number),
    )
    .default(fallback)
    .transform((value) => Math.min(value, most));

const unknown = (name: string): Failure => ({ code: 'NOT_FOUND', message: `There is no trace named "${name}".` });

/** Watching a rule as EMQX's console does: a trace, polled piece by piece. */
export function traceRoutes({ catalog, traces, node }: Services): Route[] {
  const tag = 'traces';

  async function record(trace: Trace) {
    const size = (await traces.log(trace.name))?.bytes.length ?? 0;
    return {
      name: trace.name,
      type: 'ruleid',
      ruleid: trace.ruleId,
      status: traces.isRunning(trace) ? 'running' : 'stopped',
      start_at: new Date(trace.startAt).toISOString(),
      end_at: new Date(trace.endAt).toISOString(),
      payload_encode: 'text',
      formatter: 'json',
      log_size: { [node]: size },
    };
  }

  return [
    route({
      method: 'GET',
      path: '/trace',
      tag,
      summary: 'All traces, newest last',
      handle: async () => json(await Promise.all(traces.list().map(record))),
    }),
    route({
      method: 'POST',
      path: '/trace',
      tag,
      summary: 'Watch a rule. Traces live in memory and end after an hour at most',
      body: z.object({
        name: z
          .string()
          .regex(/^[A-Za-z][\w-]{0,254}$/, 'must begin with a letter and go on with letters, digits, "-" and "_"'),
        type: z.literal('ruleid', { error: 'must be "ruleid": this backend watches rules' }),
        ruleid: text,
        start_at: time.optional(),
        end_at: time.optional(),
        payload_encode: text.optional(),
        formatter: text.optional(),
      }),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS', 'NOT_FOUND'],
      async handle({ body }) {
        if (traces.get(body.name) !== undefined) {
          const message = `There is already a trace named "${body.name}".`;
          return { ...failed({ code: 'ALREADY_EXISTS', message }), status: 409 };
        }
        const rule = catalog.rules.find(catalog.view, body.ruleid);
        if (!rule.ok) return failed(rule.error);
        return json(await record(await traces.start(body.name, body.ruleid, body.end_at ?? Date.now() + 600_000)));
      },
    }),
    route({
      method: 'DELETE',
      path: '/trace',
      tag,
      summary: 'Delete all traces',
      handle() {
        for (const { name } of traces.list()) traces.remove(name);
        return NO_CONTENT;
      },
    }),
    route({
      method: 'DELETE',
      path: '/trace/:name',
      tag,
      summary: 'End and delete a trace',
      params: nameParams,
      errors: ['NOT_FOUND'],
      handle({ params }) {
        if (traces.get(params.name) === undefined) return failed(unknown(params.name));
        traces.remove(params.name);
        return NO_CONTENT;
      },
    }),
    route({
      method: 'PUT',
      path: '/trace/:name/stop',
      tag,
      summary: 'End a trace and keep its log',
      params: nameParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const trace = traces.get(params.name);
        if (trace === undefined) return failed(unknown(params.name));
        traces.stop(params.name);
        return json({ name: trace.name, enable: false });
      },
    }),
    route({
      method: 'GET',
      path: '/trace/:name/log_detail',
      tag,
      summary: 'Size of the log',
      params: nameParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const log = await traces.log(params.name);
        if (log === undefined) return failed(unknown(params.name));
        return json([{ node, size: log.bytes.length, mtime: Math.floor(log.changedAt / 1000) }]);
      },
    }),
    route({
      method: 'GET',
      path: '/trace/:name/log',
      tag,
      summary: 'A piece of the log: one JSON a line',
      params: nameParams,
      query: z.object({ position: count(1e12, 0), bytes: count(1024 * 1024, 1000), node: single.optional() }),
      errors: ['NOT_FOUND', 'BAD_REQUEST'],
      async handle({ params, query }) {
        const log = await traces.log(params.name);
        if (log === undefined) return failed(unknown(params.name));
        const piece = wholeLines(log.bytes.subarray(query.position, query.position + query.bytes));
        return json({
          items: piece.toString('utf8'),
          meta: { position: query.position + piece.length, bytes: query.bytes, hint: 'eof' },
        });
      },
    }),
    route({
      method: 'GET',
      path: '/trace/:name/download',
      tag,
      summary: 'The whole log',
      params: nameParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const log = await traces.log(params.name);
        return log === undefined ? failed(unknown(params.name)) : plainText(log.bytes.toString('utf8'));
      },
    }),
  ];
}

/** Up to the last line that is complete, unless there is none: then the cut is the reader's to mend. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(10);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}
