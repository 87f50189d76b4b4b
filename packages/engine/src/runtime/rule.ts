import type { RuleConfig } from '@sluice/contract';
import { compile, type Environment, type Plan, type RunResult } from '@sluice/rulesql';
import type { RuleInput } from './event-columns.ts';
import type { RuleTarget } from './output.ts';
import { createRuleCounters, type RuleCounters } from './rule-metrics.ts';
import type { Tap } from './tap.ts';

/** A compiled rule with its outputs. */
export interface RunningRule {
  readonly config: RuleConfig;
  readonly from: readonly string[];
  readonly kind: Plan['kind'];
  readonly counters: RuleCounters;
  readonly environment: Environment;
  readonly targets: readonly RuleTarget[];
  evaluate(input: RuleInput): RunResult;
  /** Evaluates and hands the rows to the outputs. The promise, if any, settles when all of them are safe. */
  run(input: RuleInput): void | Promise<void>;
}

export function createRule(
  config: RuleConfig,
  targets: readonly RuleTarget[],
  environment: Environment,
  tap: Tap,
  counters: RuleCounters = createRuleCounters(),
): RunningRule | { readonly error: string } {
  const compiled = compile(config.sql);
  if (!compiled.ok) return { error: compiled.message };
  const plan: Plan = compiled.plan;
  return {
    config,
    from: [...new Set(plan.from)],
    kind: plan.kind,
    counters,
    environment,
    targets,
    evaluate(input) {
      input.ruleId = config.id;
      return plan.run(input, environment);
    },
    run(input) {
      counters.matched();
      input.ruleId = config.id;
      const result = plan.run(input, environment);
      if (tap.watched) tap.saw(config.id, input, result);
      if (result.kind === 'rows') {
        counters.passed();
        let pending: Promise<void> | undefined;
        for (const row of result.rows) {
          for (const target of targets) pending = both(pending, target.send(row, input, counters));
        }
        return pending;
      }
      if (result.kind === 'no_match') counters.noResult();
      else counters.exception();
    },
  };
}

/** Waits for both; two waits for the same commit are one. */
export function both(a: Promise<void> | undefined, b: void | Promise<void>): Promise<void> | undefined {
  if (b === undefined) return a;
  if (a === undefined || a === b) return b;
  return Promise.all([a, b]).then(() => undefined);
}
