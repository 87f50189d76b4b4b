import type { RuleConfig } from '@sluice/contract';
import { compile, type Environment, type Plan, type RunResult } from '@sluice/rulesql';
import type { RuleInput } from './event-columns.ts';
import type { RuleTarget } from './output.ts';
import { ruleFailure } from './rule-failure.ts';
import type { RuleCounters } from './rule-metrics.ts';
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

/** What rules of one engine share. */
export interface RuleSurroundings {
  readonly tap: Tap;
  environment(ruleId: string): Environment;
  targets(config: RuleConfig): readonly RuleTarget[];
}

/** What only a rule needs that has something to do. */
interface Machinery {
  readonly plan: Plan;
  readonly environment: Environment;
  readonly targets: readonly RuleTarget[];
}

export function createRule(
  config: RuleConfig,
  surroundings: RuleSurroundings,
  counters: RuleCounters,
): RunningRule | { readonly error: string } {
  const compiled = compile(config.sql);
  if (!compiled.ok) return { error: compiled.message };
  const { kind, from } = compiled.plan;
  return new Rule(config, kind, [...new Set(from)], surroundings, counters);
}

/**
 * A rule that nothing ever happens to keeps no plan and no templates: they are made again for its first event. A class,
 * because there may be very many of them.
 */
class Rule implements RunningRule {
  readonly config: RuleConfig;
  readonly kind: Plan['kind'];
  readonly from: readonly string[];
  readonly counters: RuleCounters;
  readonly #surroundings: RuleSurroundings;
  #made: Machinery | undefined;

  constructor(
    config: RuleConfig,
    kind: Plan['kind'],
    from: readonly string[],
    surroundings: RuleSurroundings,
    counters: RuleCounters,
  ) {
    this.config = config;
    this.kind = kind;
    this.from = from;
    this.counters = counters;
    this.#surroundings = surroundings;
  }

  get environment(): Environment {
    return this.#machinery().environment;
  }

  get targets(): readonly RuleTarget[] {
    return this.#machinery().targets;
  }

  evaluate(input: RuleInput): RunResult {
    input.ruleId = this.config.id;
    const { plan, environment } = this.#machinery();
    return plan.run(input, environment);
  }

  watch(input: RuleInput, result: RunResult): ReturnType<Tap['saw']> {
    const { tap } = this.#surroundings;
    return tap.watched ? tap.saw(this.config.id, input, result) : undefined;
  }

  run(input: RuleInput): void | Promise<void> {
    const { counters } = this;
    counters.matched();
    const result = this.evaluate(input);
    const watched = this.watch(input, result);
    if (result.kind === 'rows') {
      counters.passed();
      let pending: Promise<void> | undefined;
      let r = 0;
      for (const row of result.rows) {
        let t = 0;
        for (const target of this.targets) {
          pending = both(pending, target.send(row, input, counters, watched?.follow(r, t, target.name)));
          t++;
        }
        r++;
      }
      return pending;
    }
    if (result.kind === 'no_match') counters.noResult();
    else counters.exception(ruleFailure(input, result));
  }

  #machinery(): Machinery {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): Machinery {
    const compiled = compile(this.config.sql);
    // It compiled before, when the rule was made.
    if (!compiled.ok) throw new Error(compiled.message);
    const { environment, targets } = this.#surroundings;
    return { plan: compiled.plan, environment: environment(this.config.id), targets: targets(this.config) };
  }
}

/** Waits for both; two waits for the same commit are one. */
export function both(a: Promise<void> | undefined, b: void | Promise<void>): Promise<void> | undefined {
  if (b === undefined) return a;
  if (a === undefined || a === b) return b;
  return Promise.all([a, b]).then(() => undefined);
}
