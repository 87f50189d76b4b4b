import { EVENT_PREFIX, SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';
import type { RuleInput } from './event-columns.ts';
import { both, type RunningRule } from './rule.ts';
import { createTopicIndex } from './topic-index.ts';

/** The rules that run, found by what they read from. */
export interface RuleSet {
  /** Replaces what was there under the same id; a message sees either the old or the new rule, never both or none. */
  put(rule: RunningRule): void;
  remove(id: string): void;
  /** Rules for a published topic. The array is shared: do not keep or change it. */
  forTopic(topic: string): readonly RunningRule[];
  /** Rules for `$events/<name>`. */
  forEvent(event: string): readonly RunningRule[];
  /** Rules for a source, `type:name`. */
  forSource(id: string): readonly RunningRule[];
  readonly size: number;
}

const NONE: readonly RunningRule[] = [];

export function createRuleSet(): RuleSet {
  const byId = new Map<string, RunningRule>();
  const topics = createTopicIndex<RunningRule>();
  const named = new Map<string, RunningRule[]>();

  function attach(rule: RunningRule): void {
    for (const from of rule.from) {
      const name = nameOf(from);
      if (name === undefined) topics.add(from, rule);
      else named.set(name, [...(named.get(name) ?? []).filter((other) => other !== rule), rule]);
    }
  }

  function detach(rule: RunningRule): void {
    for (const from of rule.from) {
      const name = nameOf(from);
      if (name === undefined) topics.remove(from, rule);
      else {
        const left = (named.get(name) ?? []).filter((other) => other !== rule);
        if (left.length === 0) named.delete(name);
        else named.set(name, left);
      }
    }
  }

  function remove(id: string): void {
    const rule = byId.get(id);
    if (rule === undefined) return;
    byId.delete(id);
    detach(rule);
  }

  return {
    put(rule) {
      remove(rule.config.id);
      byId.set(rule.config.id, rule);
      attach(rule);
    },
    remove,
    forTopic: (topic) => topics.match(topic),
    forEvent: (event) => named.get(event) ?? NONE,
    forSource(id) {
      const type = id.slice(0, id.indexOf(':'));
      const own = named.get(SOURCE_PREFIX + id);
      const all = named.get(`${SOURCE_PREFIX}${type}:*`);
      if (all === undefined) return own ?? NONE;
      return own === undefined ? all : [...new Set([...own, ...all])];
    },
    get size() {
      return byId.size;
    },
  };
}

/** The key of an event or a source in the table; `undefined` for a topic filter. `$events/message_publish` is a topic. */
function nameOf(from: string): string | undefined {
  if (from.startsWith(SOURCE_PREFIX)) return from;
  if (from.startsWith(SOURCE_PREFIX_SYNONYM)) return SOURCE_PREFIX + from.slice(SOURCE_PREFIX_SYNONYM.length);
  return from.startsWith(EVENT_PREFIX) && from !== `${EVENT_PREFIX}message_publish` ? from : undefined;
}

/** Runs all of them on one event. */
export function runRules(rules: readonly RunningRule[], input: RuleInput): void | Promise<void> {
  let pending: Promise<void> | undefined;
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    if (rule !== undefined) pending = both(pending, rule.run(input));
  }
  return pending;
}
