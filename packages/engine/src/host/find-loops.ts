import { type ResourceId, resourceId } from '@sluice/contract';
import { compile } from '@sluice/rulesql';
import type { LoopSubject, RuleLoop } from '../host.ts';
import { type FlowConfig, passage } from '../runtime/flow.ts';
import { loopsOfRule, loopsThrough } from '../runtime/loops.ts';
import type { RunningRule } from '../runtime/rule.ts';

/** What is configured now, the subject in its stored form or not at all. */
interface Surroundings extends Omit<FlowConfig, 'rules'> {
  readonly rules: readonly RunningRule[];
}

/** Loops that the subject closes, with everything else as it is. */
export function findLoops(subject: LoopSubject, { rules, ...rest }: Surroundings): readonly RuleLoop[] {
  const config: FlowConfig = {
    ...rest,
    rules: rules.map((rule) => ({ id: rule.config.id, from: rule.from, actions: rule.config.actions })),
  };
  if (subject.kind === 'rule') {
    const { id, sql, actions } = subject.config;
    const compiled = compile(sql);
    if (!compiled.ok) return [];
    const others = config.rules.filter((rule) => rule.id !== id);
    return loopsOfRule(id, { ...config, rules: [...others, { id, from: compiled.plan.from, actions }] });
  }
  const { type, name } = subject.config;
  // Nothing else brings messages back.
  if (type !== 'mqtt') return [];
  const id = resourceId(type, name);
  return loopsThrough(passage(subject.kind, id), withSubject(config, subject, id));
}

function withSubject(config: FlowConfig, subject: Exclude<LoopSubject, { kind: 'rule' }>, id: ResourceId): FlowConfig {
  const isOther = (one: { readonly type: string; readonly name: string }): boolean =>
    resourceId(one.type, one.name) !== id;
  switch (subject.kind) {
    case 'connector':
      return { ...config, connectors: [...config.connectors.filter(isOther), subject.config] };
    case 'action':
      return { ...config, actions: [...config.actions.filter(isOther), subject.config] };
    case 'source':
      return { ...config, sources: [...config.sources.filter(isOther), subject.config] };
    default:
      return subject satisfies never;
  }
}
