import { isDeepStrictEqual } from 'node:util';
import {
  type Failure,
  fail,
  type JsonObject,
  mapSecrets,
  ok,
  type Result,
  recordFields,
  redact,
  type SystemSpec,
} from '@sluice/contract';
import type { EngineChange, EngineConfig, EngineHost } from '@sluice/engine';
import { type Actor, UNDO } from '../session/actor.ts';
import type { Store } from '../store/store.ts';
import { engineConfig, type ResourceEntry, resourceEntry } from './entry.ts';
import { createResourcePlanner, type ResourcePlanner, type ResourcePlannerOptions } from './resource-plan.ts';
import { createRulePlanner, type RulePlanner } from './rule-plan.ts';
import { type Change, createView, type View } from './view.ts';

/** Everything that is configured, in memory, in the store and in the engine at once. */
export interface Catalog {
  readonly view: View;
  readonly resources: ResourcePlanner;
  readonly rules: RulePlanner;
  /** What the engine starts with. */
  engineConfig(): EngineConfig;
  /**
   * Plans and makes one change, all or nothing: `plan` sees the newest state, nobody else changes anything before it
   * is done, and it is on the disk and in the engine when the promise resolves.
   */
  change<T>(actor: Actor, plan: (view: View) => Result<Planned<T>>): Promise<Result<T>>;
}

interface Planned<T> {
  readonly changes: readonly Change[];
  readonly value: T;
  /** What else changes in the store at the same moment, and how it is taken back. */
  readonly beside?: { write(): void; undo(): void };
}

export function createCatalog(
  store: Store,
  systems: readonly SystemSpec[],
  engine: EngineHost,
  options: ResourcePlannerOptions = {},
): Catalog {
  const view = createView();
  const resources = createResourcePlanner(systems, options);
  const rules = createRulePlanner(systems);
  const byType = new Map(systems.map((system) => [system.type, system]));

  for (const { kind, type, name, config } of store.resources.all()) {
    const system = byType.get(type);
    const fields = (system === undefined ? undefined : recordFields(system, kind, 'post')) ?? {};
    const plain = mapSecrets(fields, config, (secret) =>
      typeof secret === 'string' && store.cipher.isEncrypted(secret) ? store.cipher.decrypt(secret) : secret,
    );
    view.apply({ op: 'put', entry: resourceEntry(kind, type, name, fields, plain) });
  }
  for (const config of store.rules.all()) view.apply({ op: 'put_rule', rule: rules.load(config) });

  /** An entry of a type that this version does not know stays stored and listed, but cannot run. */
  const runs = (entry: ResourceEntry): boolean => byType.has(entry.type);

  function write(change: Change): void {
    switch (change.op) {
      case 'put': {
        const { kind, type, name, fields, config } = change.entry;
        const sealed = mapSecrets(fields, config, (secret) =>
          typeof secret === 'string' && secret !== '' ? store.cipher.encrypt(secret) : secret,
        );
        store.resources.put({ kind, type, name, config: sealed });
        return;
      }
      case 'remove':
        store.resources.remove(change.entry.kind, change.entry.type, change.entry.name);
        return;
      case 'put_rule':
        store.rules.put(change.rule.config);
        return;
      case 'remove_rule':
        store.rules.remove(change.rule.config.id);
        return;
    }
  }

  function audit(actor: Actor, change: Change, undone: Change | undefined): void {
    const masked = (of: Change | undefined): JsonObject | undefined => {
      if (of === undefined || of.op === 'remove' || of.op === 'remove_rule') return undefined;
      return of.op === 'put' ? redact(of.entry.fields, of.entry.config) : (of.rule.config as unknown as JsonObject);
    };
    const before = masked(undone);
    const after = masked(change);
    const { kind: type, id } = 'entry' in change ? change.entry : { kind: 'rule' as const, id: change.rule.config.id };
    store.audit.add({ actor, verb: verbOf(before, after), object: { type, id }, before, after });
  }

  /** What puts things back to how they are now. */
  function inverse(change: Change): Change {
    if ('entry' in change) {
      const known = view.resource(change.entry.kind, change.entry.id);
      return known === undefined ? { op: 'remove', entry: change.entry } : { op: 'put', entry: known };
    }
    const known = view.rule(change.rule.config.id);
    return known === undefined ? { op: 'remove_rule', rule: change.rule } : { op: 'put_rule', rule: known };
  }

  async function commit(
    actor: Actor,
    { changes, beside }: Pick<Planned<unknown>, 'changes' | 'beside'>,
  ): Promise<Failure | undefined> {
    const inverses = changes.map(inverse);
    store.transaction(() => {
      for (const [index, change] of changes.entries()) {
        write(change);
        audit(actor, change, inverses[index]);
      }
      beside?.write();
    });
    if (changes.length === 0) return undefined;
    try {
      await engine.apply(changes.flatMap((change) => engineChange(change, runs)));
    } catch (error) {
      const back = inverses.toReversed();
      store.transaction(() => {
        for (const [index, change] of back.entries()) {
          write(change);
          audit(UNDO, change, changes[changes.length - 1 - index]);
        }
        beside?.undo();
      });
      await engine.apply(back.flatMap((change) => engineChange(change, runs))).catch(() => undefined);
      const raw = error instanceof Error ? error.message : String(error);
      return {
        code: 'SERVICE_UNAVAILABLE',
        message: 'The engine did not take the change, so nothing was changed.',
        raw,
      };
    }
    for (const change of changes) view.apply(change);
    return undefined;
  }

  let tail: Promise<unknown> = Promise.resolve();

  return {
    view,
    resources,
    rules,
    engineConfig: () => {
      const configs = (kind: ResourceEntry['kind']) => view.resources(kind).filter(runs).map(engineConfig);
      return {
        connectors: configs('connector'),
        actions: configs('action'),
        sources: configs('source'),
        rules: view.rules().map((rule) => rule.config),
      };
    },
    change(actor, plan) {
      const next = tail.then(async () => {
        const planned = plan(view);
        if (!planned.ok) return planned;
        const failure = await commit(actor, planned.value);
        return failure === undefined ? ok(planned.value.value) : fail(failure);
      });
      tail = next.catch(() => undefined);
      return next;
    },
  };
}

/** Switching on or off and changing nothing else has names of its own. */
function verbOf(before: JsonObject | undefined, after: JsonObject | undefined) {
  if (after === undefined) return 'delete';
  if (before === undefined) return 'create';
  const { enable: was = true, last_modified_at: _earlier, ...old } = before;
  const { enable: is = true, last_modified_at: _now, ...rest } = after;
  if (was === is || !isDeepStrictEqual(old, rest)) return 'update';
  return is === false || is === 'false' ? 'disable' : 'enable';
}

function engineChange(change: Change, runs: (entry: ResourceEntry) => boolean): EngineChange[] {
  switch (change.op) {
    case 'put': {
      if (!runs(change.entry)) return [];
      const config = engineConfig(change.entry);
      switch (change.entry.kind) {
        case 'connector':
          return [{ kind: 'put_connector', config }];
        case 'action':
          return [{ kind: 'put_action', config }];
        case 'source':
          return [{ kind: 'put_source', config }];
      }
      break;
    }
    case 'remove':
      switch (change.entry.kind) {
        case 'connector':
          return [{ kind: 'remove_connector', id: change.entry.id }];
        case 'action':
          return [{ kind: 'remove_action', id: change.entry.id }];
        case 'source':
          return [{ kind: 'remove_source', id: change.entry.id }];
      }
      break;
    case 'put_rule':
      return [{ kind: 'put_rule', config: change.rule.config }];
    case 'remove_rule':
      return [{ kind: 'remove_rule', id: change.rule.config.id }];
  }
}
