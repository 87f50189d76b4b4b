import { fail, ok, type Result } from '@sluice/contract';
import { readDocument } from '../transfer/document.ts';
import { contentOf, describeStep, makePlan, type Step } from '../transfer/plan.ts';
import { readConfiguration } from '../transfer/read-configuration.ts';
import type { ApiClient } from './api-client.ts';

export interface ApplyOptions {
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

/** Makes a server look like a document: shows the plan, then does it step by step and stops at the first failure. */
export async function applyDocument(
  api: ApiClient,
  text: string,
  options: ApplyOptions,
): Promise<Result<void, string>> {
  const wanted = readDocument(text);
  if (!wanted.ok) return wanted;
  const current = await readConfiguration(api);
  if (!current.ok) return current;
  const { steps, missing } = makePlan(current.value, wanted.value, options.env, options.prune);
  if (steps.length === 0) options.print('Nothing to do: everything is as described.');
  for (const step of steps) options.print(describeStep(step));
  if (missing.length > 0)
    return fail(`These secrets are needed and not set: ${missing.join(', ')}. Nothing was changed.`);
  if (options.dryRun || steps.length === 0) return ok(undefined);
  for (const [index, step] of steps.entries()) {
    const done = await perform(api, step);
    if (!done.ok) return fail(`${describeStep(step)} failed after ${index} of ${steps.length} steps. ${done.error}`);
  }
  options.print(`Done: ${steps.length} ${steps.length === 1 ? 'change' : 'changes'}.`);
  return ok(undefined);
}

function perform(api: ApiClient, step: Step): Promise<Result<unknown, string>> {
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
