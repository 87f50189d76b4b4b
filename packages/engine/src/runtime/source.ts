import {
  type ActionMetrics,
  type ChannelConfig,
  type ResourceId,
  type Result,
  resourceId,
  SOURCE_PREFIX,
} from '@sluice/contract';
import type { Fault, Incoming, Input } from '../connectors/driver.ts';
import { createLedger } from '../delivery/ledger.ts';
import type { ConnectorUser, RunningConnector } from '../health/connector.ts';
import { connectorConnecting, connectorDown, connectorMissing, disabled } from '../health/reasons.ts';
import { createStatus } from '../health/status.ts';
import type { StatusReport } from '../host.ts';
import { ruleInput } from './event-columns.ts';
import { EVENT_TABLES, type SourceMessage } from './events.ts';
import type { MessageIds } from './message-ids.ts';
import type { OwnBridges } from './own-bridges.ts';
import { type RuleSet, runRules } from './rule-set.ts';

/** A configured source at run time. */
export interface RunningSource {
  readonly id: ResourceId;
  config(): ChannelConfig;
  configure(config: ChannelConfig): void;
  connect(connector: RunningConnector | undefined): void;
  connector(): RunningConnector | undefined;
  status(): StatusReport;
  metrics(): ActionMetrics;
  resetMetrics(): void;
  /** Once a second. */
  tick(): void;
  /** `pause`: the engine stops. `forget`: the source is removed. */
  close(end: 'pause' | 'forget'): Promise<void>;
}

export function createSource(
  initial: ChannelConfig,
  node: string,
  rules: RuleSet,
  ids: MessageIds,
  bridges: Pick<OwnBridges, 'taken'>,
): RunningSource {
  const id = resourceId(initial.type, initial.name);
  const event = SOURCE_PREFIX + id;
  const ledger = createLedger();
  const status = createStatus(initial.enable ? 'connecting' : 'disconnected');
  let config = initial;
  let connector: RunningConnector | undefined;
  let input: Result<Input, Fault> = missing();
  let opened: Fault | 'open' | 'waiting' = 'waiting';
  const user: ConnectorUser = { up: () => void open(), down };

  function missing(): Result<Input, Fault> {
    return { ok: false, error: connectorMissing(resourceId(initial.type, config.connector)) };
  }

  function take(message: Incoming): void | Promise<void> {
    ledger.received();
    const found = rules.forSource(id);
    if (found.length === 0) return;
    const now = Date.now();
    const source: SourceMessage = { node, timestamp: now, receivedAt: now, event, id: ids.next(), message };
    const { record } = message;
    if (record === undefined) {
      const via = bridges.taken(id);
      return runRules(found, ruleInput(EVENT_TABLES.sourceMessage, source, message.topic, message.qos, 0, via));
    }
    return runRules(found, ruleInput(EVENT_TABLES.streamMessage, { ...source, record }, record.key, message.qos));
  }

  async function open(): Promise<void> {
    const current = input;
    if (!config.enable || !current.ok || connector?.isUp() !== true) return;
    const fault = await current.value.open();
    if (input === current) opened = fault ?? 'open';
  }

  function down(): void {
    opened = 'waiting';
  }

  function rebuild(end: 'pause' | 'forget'): void {
    const before = input;
    if (before.ok) void before.value.close(end);
    opened = 'waiting';
    if (connector === undefined) input = missing();
    else if (!connector.connection.ok) input = connector.connection;
    else if (connector.connection.value.input === undefined) {
      input = {
        ok: false,
        error: {
          code: 'type_without_sources',
          data: { type: config.type },
          message: `Connectors of type ${config.type} cannot be read from.`,
        },
      };
    } else input = connector.connection.value.input(config, take);
    void open();
  }

  return {
    id,
    config: () => config,
    configure(next) {
      config = next;
      rebuild('forget');
    },
    connect(next) {
      if (connector !== next) {
        connector?.detach(user);
        connector = next;
        rebuild('pause');
        next?.attach(user);
      } else rebuild('pause');
    },
    connector: () => connector,
    status() {
      if (!config.enable) return status.set('disconnected', disabled('source'));
      if (!input.ok) return status.set('disconnected', input.error);
      const below = connector?.status();
      if (connector !== undefined && below !== undefined && below.status !== 'connected') {
        return below.status === 'connecting'
          ? status.set('connecting', connectorConnecting(connector.id))
          : status.set('disconnected', connectorDown(connector.id, below));
      }
      if (opened === 'open') {
        const fault = input.value.fault?.();
        return fault === undefined ? status.set('connected') : status.set('disconnected', fault);
      }
      if (opened === 'waiting')
        return status.set('connecting', { code: 'subscribing', message: 'The subscription is under way.' });
      return status.set('disconnected', opened);
    },
    metrics: () => ledger.read(),
    resetMetrics: () => ledger.reset(),
    tick() {
      ledger.tick();
      // A subscription that was refused is tried again: permissions may have changed.
      if (typeof opened === 'object' && connector?.isUp() === true && Math.random() < 0.1) void open();
    },
    async close(end) {
      connector?.detach(user);
      if (input.ok) await input.value.close(end);
    },
  };
}
