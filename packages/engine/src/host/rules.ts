import type { ResourceId, RuleConfig, RuleMetrics, RuleOutput } from '@sluice/contract';
import type { Environment, Value } from '@sluice/rulesql';
import type { RunningAction } from '../delivery/action.ts';
import type { RuleActivity } from '../host.ts';
import { consoleOutput } from '../runtime/console-output.ts';
import type { RuleTarget } from '../runtime/output.ts';
import type { OwnBridges } from '../runtime/own-bridges.ts';
import { type Republisher, republishOutput } from '../runtime/republish.ts';
import { createRule, type RuleSurroundings, type RunningRule } from '../runtime/rule.ts';
import { createRuleCounters, type RuleCounters } from '../runtime/rule-metrics.ts';
import type { RuleSet } from '../runtime/rule-set.ts';
import type { Tap } from '../runtime/tap.ts';

/** The rules of one engine, running or not. */
export interface Rules {
  put(config: RuleConfig): void;
  remove(id: string): void;
  /** A rule that is not stored; its counters belong to nobody. */
  compile(config: RuleConfig): RunningRule | { readonly error: string };
  environment(ruleId: string): Environment;
  /** All that run. */
  enabled(): readonly RunningRule[];
  get(id: string): RunningRule | { readonly error: string } | undefined;
  metrics(ids: readonly string[] | undefined): Readonly<Record<string, RuleMetrics>>;
  activity(cursor: number): RuleActivity;
  resetMetrics(id: string): void;
  /** Once a second. */
  tick(): void;
  readonly size: number;
}

export interface RulesContext {
  readonly running: RuleSet;
  readonly node: string;
  readonly republisher: Republisher;
  readonly tap: Tap;
  readonly ownBridges: OwnBridges;
  action(id: ResourceId): RunningAction | undefined;
  writeConsole(line: string): void;
}

interface Entry {
  readonly config: RuleConfig;
  readonly rule: RunningRule | { readonly error: string };
  readonly counters: RuleCounters;
}

const getenv: Environment['getenv'] = (name) => process.env[`EMQXVAR_${name}`];
const utcOffset: Environment['utcOffset'] = (at) => new Date(at).getTimezoneOffset() * -60;

export function createRules(context: RulesContext): Rules {
  const entries = new Map<string, Entry>();
  const kv = new Map<string, Value>();
  /** Looks are numbered from the time of the start, so that numbers of an earlier run are lower. */
  const firstLook = Date.now();
  let look = firstLook;

  const surroundings: RuleSurroundings = {
    tap: context.tap,
    environment: (ruleId) => ({ now: Date.now, node: context.node, ruleId, kv, getenv, utcOffset }),
    targets: (config) => config.actions.map((output) => target(config.id, output)),
  };

  function target(ruleId: string, output: RuleOutput): RuleTarget {
    if (typeof output === 'string') return actionTarget(output as ResourceId);
    switch (output.function) {
      case 'console':
        return consoleOutput(ruleId, context.writeConsole);
      case 'republish':
        return republishOutput(ruleId, output.args, context.republisher, context.ownBridges);
      default:
        return output satisfies never;
    }
  }

  /** Looks the action up each time: it may come, go and change while the rule stays. */
  function actionTarget(id: ResourceId): RuleTarget {
    return {
      name: id,
      send(row, input, counters, follow) {
        counters.action();
        const action = context.action(id);
        if (action !== undefined) {
          if (!context.ownBridges.isSecondTurn(action.config(), input.via)) {
            return action.accept(row, input, counters, follow);
          }
          counters.actionFailed();
          follow?.({
            state: 'loop',
            message: `The message came back over a bridge to this broker itself. ${id} would send it round again.`,
          });
          return;
        }
        counters.outOfService();
        follow?.({ state: 'out_of_service', message: `The action ${id} does not exist.` });
      },
      rehearse(row) {
        const action = context.action(id);
        return action === undefined ? { ok: false, message: `The action ${id} does not exist.` } : action.rehearse(row);
      },
    };
  }

  return {
    put(config) {
      const counters = entries.get(config.id)?.counters ?? createRuleCounters();
      const rule = createRule(config, surroundings, counters);
      entries.set(config.id, { config, rule, counters });
      if (config.enable && !('error' in rule)) context.running.put(rule);
      else context.running.remove(config.id);
    },
    remove(id) {
      context.running.remove(id);
      context.tap.forget(id);
      entries.delete(id);
    },
    environment: surroundings.environment,
    compile: (config) => createRule(config, surroundings, createRuleCounters()),
    enabled: () =>
      [...entries.values()].flatMap(({ config, rule }) => (config.enable && !('error' in rule) ? rule : [])),
    get: (id) => entries.get(id)?.rule,
    metrics(ids) {
      const wanted = ids === undefined ? entries.keys() : ids;
      const result: Record<string, RuleMetrics> = {};
      for (const id of wanted) {
        const entry = entries.get(id);
        if (entry !== undefined) result[id] = entry.counters.read();
      }
      return result;
    },
    activity(cursor) {
      look++;
      const isAll = cursor <= firstLook;
      const metrics: Record<string, RuleMetrics> = {};
      for (const [id, { counters }] of entries) {
        const moved = counters.readIfMoved(cursor, look);
        if (moved !== undefined) metrics[id] = moved;
        else if (isAll) metrics[id] = counters.read();
      }
      return { cursor: look, isAll, metrics };
    },
    resetMetrics: (id) => entries.get(id)?.counters.reset(),
    tick() {
      for (const { counters } of entries.values()) counters.tick();
    },
    get size() {
      return entries.size;
    },
  };
}
