import type { RuleMetrics } from '@sluice/contract';
import type { EngineHost } from '@sluice/engine';

/** The metrics of all rules, of which the engine tells only what has changed since it was asked before. */
export interface RuleMirror {
  /** The same object each time, brought up to date. */
  read(): Promise<Readonly<Record<string, RuleMetrics>>>;
  /** Rules have come or gone, or nobody looks any more. */
  forget(): void;
}

export function createRuleMirror(engine: Pick<EngineHost, 'ruleActivity'>): RuleMirror {
  let cursor = 0;
  let known: Record<string, RuleMetrics> = {};
  /** Goes up with every `forget`: an answer to a question from before says nothing about what is there now. */
  let epoch = 0;
  return {
    async read() {
      const asked = epoch;
      const activity = await engine.ruleActivity(cursor);
      if (asked !== epoch) return (await engine.ruleActivity(0)).metrics;
      cursor = activity.cursor;
      if (activity.isAll) known = { ...activity.metrics };
      else Object.assign(known, activity.metrics);
      return known;
    },
    forget() {
      epoch++;
      cursor = 0;
      known = {};
    },
  };
}

const texts = new WeakMap<RuleMetrics, string>();

/** All of them as JSON; those that have not changed keep the text they had. */
export function ruleMetricsText(all: Readonly<Record<string, RuleMetrics>>): string {
  const parts = Object.entries(all).map(([id, metrics]) => {
    const text = texts.get(metrics) ?? JSON.stringify(metrics);
    texts.set(metrics, text);
    return `${JSON.stringify(id)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}
