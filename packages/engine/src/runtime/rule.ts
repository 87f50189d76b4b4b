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
  /** For those who watch; `undefined` while nobody does. */
  watch(input: RuleInput, result: RunResult): ReturnType<Tap['saw']>;
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
  const watch: RunningRule['watch'] = (input, result) => (tap.watched ? tap.saw(config.id, input, result) : undefined);
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
    watch,
    run(input) {
      counters.matched();
      input.ruleId = config.id;
      const result = plan.run(input, environment);
      const watched = watch(input, result);
      if (result.kind === 'rows') {
        counters.passed();
        let pending: Promise<void> | undefined;
        for (const [r, row] of result.rows.entries()) {
          for (const [t, target] of targets.entries()) {
            pending = both(pending, target.send(row, input, counters, watched?.follow(r, t, target.name)));
          }
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
