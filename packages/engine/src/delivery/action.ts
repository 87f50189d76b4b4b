import { type ActionMetrics, type ChannelConfig, type ResourceId, type Result, resourceId } from '@sluice/contract';
import type { Value } from '@sluice/rulesql';
import type { Fault, Output } from '../connectors/driver.ts';
import type { ConnectorUser, RunningConnector } from '../health/connector.ts';
import { createEvidence } from '../health/evidence.ts';
import { connectorConnecting, connectorDown, connectorMissing, disabled, storageFault } from '../health/reasons.ts';
import { createStatus } from '../health/status.ts';
import type { StatusReport } from '../host.ts';
import type { RuleInput } from '../runtime/event-columns.ts';
import type { Follow, Rehearsed } from '../runtime/output.ts';
import type { RuleCounters } from '../runtime/rule-metrics.ts';
import type { BuriedRequest, DeadLetters } from './dead-letters.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { deliveryOptions } from './options.ts';
import type { Store, StoreHooks } from './store.ts';

/** A configured action at run time. It outlives changes of its configuration and of its connector. */
export interface RunningAction {
  readonly id: ResourceId;
  readonly ledger: Ledger;
  /** Records of its buffer that could not be read any more since the start. */
  damaged(): number;
  config(): ChannelConfig;
  /** Takes one row of a rule. The promise, if any, settles when it is safe on disk. */
  accept(row: Value, input: RuleInput, counters: RuleCounters, follow?: Follow): void | Promise<void>;
  rehearse(row: Value): Rehearsed;
  configure(config: ChannelConfig): void;
  /** The connector it names, or `undefined` while there is none. */
  connect(connector: RunningConnector | undefined): void;
  connector(): RunningConnector | undefined;
  status(): StatusReport;
  metrics(): ActionMetrics;
  /**
   * Takes a request once more that lay among the dead letters, as a new message: it is matched again, and what became of
   * it before stays counted. The rule it came from counts it no more.
   */
  resend(letter: BuriedRequest, follow?: Follow): void | Promise<void>;
  /** Once a second. */
  tick(): void;
  /** Settles when nothing is under way any more; what is on disk stays there. */
  close(): Promise<void>;
  /** Stops at once and deletes its buffer. */
  discard(): Promise<void>;
}

/** How long what is under way on an output that was replaced may take. */
const RETIRE_MS = 1_000;

export function createAction(
  initial: ChannelConfig,
  openStore: (hooks: StoreHooks) => Store,
  deadLetters: DeadLetters,
): RunningAction {
  const id = resourceId(initial.type, initial.name);
  const ledger = createLedger();
  const evidence = createEvidence();
  const status = createStatus(initial.enable ? 'connecting' : 'disconnected');
  let config = initial;
  let connector: RunningConnector | undefined;
  let diskFault: Fault | undefined;
  let output: Result<Output, Fault> = missing();
  const delivery: Delivery = createDelivery(deliveryOptions(initial), ledger, openStore, {
    answered(fault, scope) {
      evidence.answered(fault);
      if (scope !== 'object') connector?.evidence.answered(fault);
    },
    rejected(fault) {
      evidence.answered(fault);
    },
    bury(item, reason, fault) {
      const view = output.ok ? output.value.describe(item.request) : {};
      return deadLetters.add(id, { item, reason, fault, view });
    },
    disk(error) {
      diskFault = error === undefined ? undefined : storageFault(error);
    },
  });
  const user: ConnectorUser = {
    up() {
      evidence.clear();
      steer();
    },
    down: steer,
    idle: (limitMs) => delivery.idle(limitMs),
  };

  function missing(): Result<Output, Fault> {
    return { ok: false, error: connectorMissing(resourceId(initial.type, config.connector)) };
  }

  /** Sends or waits, as configuration and connection say. */
  function steer(): void {
    delivery.connect(config.enable && output.ok && connector?.isUp() === true ? output.value : undefined);
  }

  function rebuild(): void {
    const before = output;
    if (connector === undefined) output = missing();
    else output = connector.connection.ok ? connector.connection.value.output(config) : connector.connection;
    evidence.clear();
    steer();
    retire(before);
  }

  /** What is under way on it gets a moment to be answered. */
  function retire(before: Result<Output, Fault>): void {
    if (!before.ok || before.value.close === undefined) return;
    const { close } = before.value;
    void delivery.idle(RETIRE_MS).then(close);
  }

  return {
    id,
    ledger,
    damaged: delivery.damaged,
    config: () => config,
    accept(row, input, counters, follow) {
      if (!config.enable) {
        ledger.refused('resource_stopped');
        counters.outOfService();
        follow?.({ state: 'out_of_service', ...disabled('action') });
        return;
      }
      if (!output.ok) {
        ledger.refused('resource_not_found');
        counters.outOfService();
        follow?.({ state: 'out_of_service', ...output.error });
        return;
      }
      const request = output.value.render(row);
      if (!request.ok) {
        ledger.unrenderable();
        counters.actionFailed();
        follow?.({ state: 'rejected', ...request.error });
        return;
      }
      follow?.({ state: 'pending', request: output.value.describe(request.value) });
      const topic = input.get('topic');
      const origin = { rule: input.ruleId, topic: typeof topic === 'string' ? topic : '' };
      return delivery.accept(request.value, input.key, input.qos, counters, follow, origin);
    },
    rehearse(row) {
      if (!output.ok) return { ok: false, message: output.error.message };
      const request = output.value.render(row);
      return request.ok
        ? { ok: true, request: output.value.describe(request.value) }
        : { ok: false, message: request.error.message };
    },
    configure(next) {
      config = next;
      delivery.configure(deliveryOptions(next));
      rebuild();
    },
    connect(next) {
      if (connector !== next) {
        connector?.detach(user);
        connector = next;
        next?.attach(user);
      }
      rebuild();
    },
    connector: () => connector,
    status() {
      if (!config.enable) return status.set('disconnected', disabled('action'));
      if (!output.ok) return status.set('disconnected', output.error);
      if (connector === undefined) return status.read();
      const own = diskFault ?? evidence.verdict();
      const below = connector.status();
      switch (below.status) {
        case 'connected':
          return own === undefined ? status.set('connected') : status.set('disconnected', own);
        case 'connecting':
          return status.set('connecting', connectorConnecting(connector.id));
        default:
          return status.set('disconnected', connectorDown(connector.id, below));
      }
    },
    metrics: () => ledger.read(),
    resend: ({ request, key, origin }, follow) => delivery.accept(request, key, 1, undefined, follow, origin),
    tick() {
      ledger.tick();
      delivery.tidy();
      const age = delivery.oldestInFlight();
      evidence.silentFor(age);
      connector?.evidence.silentFor(age);
    },
    async close() {
      connector?.detach(user);
      await delivery.close();
      if (output.ok) output.value.close?.();
    },
    async discard() {
      connector?.detach(user);
      await delivery.discard();
      if (output.ok) output.value.close?.();
    },
  };
}
