import { fail, type JsonObject, REDACTED, type Result } from '@sluice/contract';
import { type Configuration, idOf, isMqttKind, resolveSecrets } from './configuration.ts';
import { contentOf, type Step, stepName } from './plan.ts';

/** A server that takes one object after the other: EMQX, or anything that speaks its API. */
export interface ApiWriter {
  /** Gives the parsed answer, or a sentence that says what went wrong. */
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Result<T, string>>;
}

/** What became of a plan. Without `failed` all steps were done. */
export interface Outcome {
  readonly done: readonly Step[];
  readonly failed?: { readonly step: Step; readonly message: string };
  /** Steps that were taken back after a failure, and those that could not be, each with why. */
  readonly undone: readonly Step[];
  readonly stuck: readonly { readonly step: Step; readonly message: string }[];
}

/**
 * Does the steps in order. At the first that fails, those before it are taken back, last first: the server knows no
 * transactions, so this is the nearest to all or nothing, and what could not be taken back is named.
 */
export async function performPlan(api: ApiWriter, steps: readonly Step[], before: Configuration): Promise<Outcome> {
  const done: Step[] = [];
  for (const step of steps) {
    const stuck: { step: Step; message: string }[] = [];
    const result = await perform(api, step).catch((error: unknown) => {
      stuck.push({ step, message: 'There was no answer: it may have been done.' });
      return noAnswer(error);
    });
    if (result.ok) {
      done.push(step);
      continue;
    }
    const undone: Step[] = [];
    /** Set when nobody answers any more: then there is no use in asking for the rest. */
    let gone: Result<never, string> | undefined;
    for (const last of done.toReversed()) {
      const back =
        gone ??
        (await takeBack(api, last, before).catch((error: unknown) => {
          gone = noAnswer(error);
          return gone;
        }));
      if (back.ok) undone.push(last);
      else stuck.push({ step: last, message: back.error });
    }
    return { done, failed: { step, message: result.error }, undone, stuck };
  }
  return { done, undone: [], stuck: [] };
}

/** What went wrong, and how things stand now. */
export function failureText({ done, stuck }: Outcome, { step, message }: NonNullable<Outcome['failed']>): string {
  const sentence = `${stepName(step)}: ${message.replace(/\.?$/, '.')}`;
  if (stuck.length === 0) {
    return `${sentence} ${done.length === 0 ? 'Nothing was changed.' : 'What was done before has been taken back.'}`;
  }
  const left = stuck.map((one) => `${stepName(one.step)} (${one.message})`).join(', ');
  return `${sentence} What was done before has been taken back but for: ${left}`;
}

function noAnswer(error: unknown): Result<never, string> {
  return fail(error instanceof Error ? error.message : String(error));
}

function perform(api: ApiWriter, step: Step): Promise<Result<unknown, string>> {
  const path = `/${step.kind}/${encodeURIComponent(step.id)}`;
  switch (step.verb) {
    case 'create':
      return api.call('POST', `/${step.kind}`, contentOf(step));
    case 'update':
      return api.call('PUT', path, contentOf(step));
    case 'delete':
      return api.call('DELETE', path);
  }
}

async function takeBack(api: ApiWriter, step: Step, before: Configuration): Promise<Result<unknown, string>> {
  const { kind, id } = step;
  if (step.verb === 'create') return perform(api, { verb: 'delete', kind, id, fields: [] });
  const known = isMqttKind(kind) ? undefined : before[kind].find((object) => idOf(kind, object) === id);
  if (known === undefined) return fail('It is not known how it was.');
  // secrets are hidden: of an object that is there the server keeps those it has
  const { object, missing } = resolveSecrets(known, {});
  if (step.verb === 'delete') {
    if (missing.length > 0) return fail('It has secrets that only the server knew.');
    return perform(api, { verb: 'create', kind, id, fields: [], object });
  }
  const back = await perform(api, { verb: 'update', kind, id, fields: [], object });
  if (!back.ok || !changesSecrets(step, known)) return back;
  return fail('Everything is as it was but its secrets, which only the server knew.');
}

/** Did an update bring a secret where the server had another? */
function changesSecrets({ object = {} }: Step, known: JsonObject): boolean {
  const hidden = resolveSecrets(known, {}).missing.length;
  const kept = JSON.stringify(object).split(JSON.stringify(REDACTED)).length - 1;
  return kept < hidden;
}
