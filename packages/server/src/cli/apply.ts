import { fail, ok, type Result } from '@sluice/contract';
import { ALL_KINDS, type Configuration, resolveSecrets, withoutMqtt } from '../transfer/configuration.ts';
import { readDocument } from '../transfer/document.ts';
import { failureText, performPlan } from '../transfer/perform.ts';
import { describeStep, makePlan, type Step } from '../transfer/plan.ts';
import { readConfiguration } from '../transfer/read-configuration.ts';
import type { ApiClient } from './api-client.ts';

export interface ApplyOptions {
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

interface Applied {
  readonly steps: readonly Step[];
  readonly missing: readonly string[];
  /** Parts of the document that the other side keeps itself. */
  readonly skipped?: readonly string[];
}

/**
 * Makes a server look like a document: shows the plan, then does it. Sluice and its gateway do that themselves, all or
 * nothing where that is possible; with EMQX it is done from here, step by step, and taken back when one fails.
 */
export async function applyDocument(
  api: ApiClient,
  text: string,
  options: ApplyOptions,
): Promise<Result<void, string>> {
  const wanted = readDocument(text);
  if (!wanted.ok) return wanted;
  const known = await api.call<{ features?: readonly string[] }>('GET', '/sluice/capabilities');
  const isOffered = known.ok && known.value?.features?.includes('apply') === true;
  return isOffered ? applyThere(api, text, wanted.value, options) : applyFromHere(api, wanted.value, options);
}

async function applyThere(
  api: ApiClient,
  document: string,
  wanted: Configuration,
  { dryRun, prune, env, print }: ApplyOptions,
): Promise<Result<void, string>> {
  // no variable leaves this machine that the document does not name
  const objects = ALL_KINDS.flatMap((kind) => wanted[kind] ?? []);
  const names = objects.flatMap((object) => resolveSecrets(object, env).used);
  const secrets = Object.fromEntries(names.map((name) => [name, env[name]]));
  const body = { document, secrets, prune };
  const planned = await api.call<Applied>('POST', '/sluice/apply?dry_run=true', body);
  if (!planned.ok) return planned;
  if (!show(planned.value, dryRun, print)) return refusal(planned.value);
  if (dryRun || planned.value.steps.length === 0) return ok(undefined);
  const done = await api.call<Applied>('POST', '/sluice/apply', body);
  if (!done.ok) return done;
  print(doneText(done.value.steps));
  return ok(undefined);
}

async function applyFromHere(
  api: ApiClient,
  document: Configuration,
  { dryRun, prune, env, print }: ApplyOptions,
): Promise<Result<void, string>> {
  const current = await readConfiguration(api);
  if (!current.ok) return current;
  const { own, skipped } = withoutMqtt(document);
  const plan = { ...makePlan(current.value, own, env, prune), skipped };
  if (!show(plan, dryRun, print)) return refusal(plan);
  if (dryRun || plan.steps.length === 0) return ok(undefined);
  const outcome = await performPlan(api, plan.steps, current.value);
  if (outcome.failed !== undefined) return fail(failureText(outcome, outcome.failed));
  print(doneText(plan.steps));
  return ok(undefined);
}

/** Prints the plan; says whether it can be done. */
function show({ steps, missing, skipped = [] }: Applied, dryRun: boolean, print: (line: string) => void): boolean {
  if (skipped.length > 0) print(`left out, because EMQX keeps them itself: ${skipped.join(', ')}`);
  if (steps.length === 0) print('Nothing to do: everything is as described.');
  for (const step of steps) print(describeStep(step));
  if (dryRun && missing.length > 0) print(`These secrets will be needed: ${missing.join(', ')}.`);
  return dryRun || missing.length === 0;
}

function refusal({ missing }: Applied): Result<void, string> {
  return fail(`These secrets are needed and not set: ${missing.join(', ')}. Nothing was changed.`);
}

function doneText(steps: readonly Step[]): string {
  return `Done: ${steps.length} ${steps.length === 1 ? 'change' : 'changes'}.`;
}
