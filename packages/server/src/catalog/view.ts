import type { ResourceId, ResourceKind } from '@sluice/contract';
import { SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';
import { connectorIdOf, type ResourceEntry, type RuleEntry } from './entry.ts';

/** What is configured at this moment. */
export interface View {
  resource(kind: ResourceKind, id: string): ResourceEntry | undefined;
  resources(kind: ResourceKind): readonly ResourceEntry[];
  rule(id: string): RuleEntry | undefined;
  /** In the order of their ids. */
  rules(): readonly RuleEntry[];
  /** Actions or sources that go through a connector. */
  channelsOf(kind: 'action' | 'source', connector: ResourceId): readonly ResourceEntry[];
  /** Ids of the rules that write to an action or read from a source, sorted. */
  rulesUsing(kind: 'action' | 'source', id: ResourceId): readonly string[];
}

export type Change =
  | { readonly op: 'put'; readonly entry: ResourceEntry }
  | { readonly op: 'remove'; readonly entry: ResourceEntry }
  | { readonly op: 'put_rule'; readonly rule: RuleEntry }
  | { readonly op: 'remove_rule'; readonly rule: RuleEntry };

/** The view the server works on; `apply` keeps the indexes up to date. */
export interface LiveView extends View {
  apply(change: Change): void;
}

/** Ids of the actions a rule writes to. */
export function ruleActions(rule: RuleEntry): readonly string[] {
  return rule.config.actions.filter((output) => typeof output === 'string');
}

/** Ids of the sources a rule reads from. */
export function ruleSources(rule: RuleEntry): readonly string[] {
  return rule.from.flatMap((from) => {
    for (const prefix of [SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM]) {
      if (from.startsWith(prefix)) return [from.slice(prefix.length)];
    }
    return [];
  });
}

/** A set of ids by key that forgets empty keys. */
function createIndex(): {
  add(key: string, id: string): void;
  remove(key: string, id: string): void;
  of(key: string): string[];
} {
  const index = new Map<string, Set<string>>();
  return {
    add(key, id) {
      const ids = index.get(key);
      if (ids === undefined) index.set(key, new Set([id]));
      else ids.add(id);
    },
    remove(key, id) {
      const ids = index.get(key);
      if (ids?.delete(id) === true && ids.size === 0) index.delete(key);
    },
    of: (key) => [...(index.get(key) ?? [])].sort(),
  };
}

function byId(a: RuleEntry, b: RuleEntry): number {
  return a.config.id < b.config.id ? -1 : 1;
}

export function createView(): LiveView {
  const resources = {
    connector: new Map<string, ResourceEntry>(),
    action: new Map<string, ResourceEntry>(),
    source: new Map<string, ResourceEntry>(),
  };
  const rules = new Map<string, RuleEntry>();
  let sorted: readonly RuleEntry[] | undefined;
  const byConnector = { action: createIndex(), source: createIndex() };
  const byChannel = { action: createIndex(), source: createIndex() };

  function forget(entry: ResourceEntry): void {
    const known = resources[entry.kind].get(entry.id);
    if (known === undefined) return;
    if (known.kind !== 'connector') byConnector[known.kind].remove(connectorIdOf(known), known.id);
  }

  function forgetRule(id: string): void {
    const known = rules.get(id);
    if (known === undefined) return;
    for (const action of ruleActions(known)) byChannel.action.remove(action, id);
    for (const source of ruleSources(known)) byChannel.source.remove(source, id);
  }

  return {
    resource: (kind, id) => resources[kind].get(id),
    resources: (kind) => [...resources[kind].values()],
    rule: (id) => rules.get(id),
    rules: () => {
      sorted ??= [...rules.values()].sort(byId);
      return sorted;
    },
    channelsOf: (kind, connector) => byConnector[kind].of(connector).flatMap((id) => resources[kind].get(id) ?? []),
    rulesUsing: (kind, id) => byChannel[kind].of(id),
    apply(change) {
      switch (change.op) {
        case 'put': {
          const { entry } = change;
          forget(entry);
          resources[entry.kind].set(entry.id, entry);
          if (entry.kind !== 'connector') byConnector[entry.kind].add(connectorIdOf(entry), entry.id);
          return;
        }
        case 'remove':
          forget(change.entry);
          resources[change.entry.kind].delete(change.entry.id);
          return;
        case 'put_rule': {
          const { id } = change.rule.config;
          sorted = undefined;
          forgetRule(id);
          rules.set(id, change.rule);
          for (const action of ruleActions(change.rule)) byChannel.action.add(action, id);
          for (const source of ruleSources(change.rule)) byChannel.source.add(source, id);
          return;
        }
        case 'remove_rule':
          sorted = undefined;
          forgetRule(change.rule.config.id);
          rules.delete(change.rule.config.id);
          return;
      }
    },
  };
}

/** The view as it would be after `changes`, for plans of several steps. Reads go through to `base`. */
export function overlay(base: View, changes: readonly Change[] = []): LiveView {
  const puts = new Map<string, ResourceEntry | undefined>();
  const rulePuts = new Map<string, RuleEntry | undefined>();
  const apply = (change: Change): void => {
    if (change.op === 'put') puts.set(`${change.entry.kind} ${change.entry.id}`, change.entry);
    else if (change.op === 'remove') puts.set(`${change.entry.kind} ${change.entry.id}`, undefined);
    else rulePuts.set(change.rule.config.id, change.op === 'put_rule' ? change.rule : undefined);
  };
  changes.forEach(apply);
  const resource: View['resource'] = (kind, id) => {
    const key = `${kind} ${id}`;
    return puts.has(key) ? puts.get(key) : base.resource(kind, id);
  };
  const rule: View['rule'] = (id) => (rulePuts.has(id) ? rulePuts.get(id) : base.rule(id));
  return {
    apply,
    resource,
    resources: (kind) => [
      ...base.resources(kind).filter((entry) => !puts.has(`${kind} ${entry.id}`)),
      ...[...puts.values()].filter((entry) => entry?.kind === kind).flatMap((entry) => entry ?? []),
    ],
    rule,
    rules: () =>
      [
        ...base.rules().filter((entry) => !rulePuts.has(entry.config.id)),
        ...[...rulePuts.values()].flatMap((entry) => entry ?? []),
      ].sort(byId),
    channelsOf: (kind, connector) => [
      ...base.channelsOf(kind, connector).filter((entry) => !puts.has(`${kind} ${entry.id}`)),
      ...[...puts.values()].flatMap((entry) =>
        entry?.kind === kind && connectorIdOf(entry) === connector ? entry : [],
      ),
    ],
    rulesUsing: (kind, id) =>
      [
        ...base.rulesUsing(kind, id).filter((ruleId) => !rulePuts.has(ruleId)),
        ...[...rulePuts.values()].flatMap((entry) => {
          if (entry === undefined) return [];
          const uses = kind === 'action' ? ruleActions(entry) : ruleSources(entry);
          return uses.includes(id) ? entry.config.id : [];
        }),
      ].sort(),
  };
}
