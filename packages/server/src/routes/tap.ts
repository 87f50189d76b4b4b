import { z } from 'zod';
import { failed } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { tapStream } from '../monitoring/tap-stream.ts';
import type { Services } from '../services.ts';
import { single } from './scalar.ts';

const cursor = single
  .pipe(
    z
      .string()
      .regex(/^\d{1,16}$/, 'must be the id of an earlier event')
      .transform(Number),
  )
  .default(0);

/** Streams at the same time, over all users: each costs the engine a question a second. */
const MOST_STREAMS = 50;

/** What a rule does right now. */
export function tapRoutes({ catalog, engine, tokens }: Services): Route[] {
  const tag = 'sluice';
  let open = 0;

  /** A stream outlives the check at its beginning. */
  function whyOver(ruleId: string, token: string | undefined): string | undefined {
    if (!catalog.rules.find(catalog.view, ruleId).ok) return 'rule_deleted';
    return token !== undefined && tokens.check(token).kind !== 'user' ? 'signed_out' : undefined;
  }

  async function* counted(stream: AsyncIterable<string>): AsyncGenerator<string> {
    open++;
    try {
      yield* stream;
    } finally {
      open--;
    }
  }

  return [
    route({
      method: 'GET',
      path: '/sluice/tap',
      tag,
      summary:
        'What a rule sees and what becomes of it, live: server-sent events `event`, `output` and `skipped` with a cursor as id, `end` when it is over',
      query: z.object({ rule: single, after: cursor }),
      errors: ['NOT_FOUND', 'BAD_REQUEST', 'RATE_LIMITED'],
      async handle({ query: { rule, after }, caller }) {
        const found = catalog.rules.find(catalog.view, rule);
        if (!found.ok) return failed(found.error);
        if (open >= MOST_STREAMS) {
          const message = `${MOST_STREAMS} live tests run already. End one of them first.`;
          return failed({ code: 'RATE_LIMITED', message }, { 'retry-after': '5' });
        }
        // Watching has begun when the answer does.
        const first = await engine.tap(rule, after);
        const ended = () => whyOver(rule, caller?.token);
        return {
          status: 200,
          type: 'text/event-stream',
          // A proxy in between must not collect the events.
          headers: { 'x-accel-buffering': 'no' },
          stream: counted(tapStream(engine, { ruleId: rule, first, ended })),
        };
      },
    }),
  ];
}
