import { type Failure, fail, ok, type ResourceKind, type Result } from '@sluice/contract';
import { isMqttKind } from '../transfer/configuration.ts';
import { contentOf, type Plan, type Step, stepName } from '../transfer/plan.ts';
import type { Catalog } from './catalog.ts';
import { type Change, overlay, type View } from './view.ts';

/** The changes that a plan means, each step seeing the ones before it; the first fault says which step it belongs to. */
export function planChanges(
  { resources, rules }: Pick<Catalog, 'resources' | 'rules'>,
  view: View,
  { steps }: Plan,
): Result<readonly Change[]> {
  const changes: Change[] = [];
  const now = overlay(view);
  for (const step of steps) {
    // those are no part of the catalog
    if (isMqttKind(step.kind)) continue;
    const next = step.kind === 'rules' ? ruleChanges(step) : resourceChanges(step, kindOf(step));
    if (!next.ok) return fail(within(step, next.error));
    changes.push(...next.value);
    next.value.forEach(now.apply);
  }
  return ok(changes);

  function ruleChanges(step: Step): Result<readonly Change[]> {
    if (step.verb === 'delete') {
      const found = rules.find(now, step.id);
      return found.ok ? ok([{ op: 'remove_rule', rule: found.value }]) : found;
    }
    const content = contentOf(step);
    const rule = step.verb === 'create' ? rules.create(now, content) : rules.update(now, step.id, content);
    return rule.ok ? ok([{ op: 'put_rule', rule: rule.value }]) : rule;
  }

  function resourceChanges(step: Step, kind: ResourceKind): Result<readonly Change[]> {
    if (step.verb === 'delete') return resources.remove(now, kind, step.id, false);
    const content = contentOf(step);
    const entry =
      step.verb === 'create' ? resources.create(now, kind, content) : resources.update(now, kind, step.id, content);
    return entry.ok ? ok([{ op: 'put', entry: entry.value }]) : entry;
  }
}

function kindOf({ kind }: Step): ResourceKind {
  return kind === 'connectors' ? 'connector' : kind === 'actions' ? 'action' : 'source';
}

export function within(step: Step, failure: Failure): Failure {
  return { ...failure, message: `${stepName(step)}: ${failure.message} Nothing was changed.` };
}
