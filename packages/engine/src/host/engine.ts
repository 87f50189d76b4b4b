import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Broker, createBroker } from '@sluice/broker';
import {
  type ActionMetrics,
  type ChannelConfig,
  type Failure,
  fail,
  type ResourceId,
  type Result,
  resourceId,
} from '@sluice/contract';
import type { Fault } from '../connectors/driver.ts';
import { fileCheckpoints } from '../connectors/stream/checkpoints.ts';
import { createAction, type RunningAction } from '../delivery/action.ts';
import { openDeadLetterFile } from '../delivery/dead-letter-file.ts';
import { createDeadLetters, type DeadLetters } from '../delivery/dead-letters.ts';
import { openDiskStore } from '../delivery/disk-store.ts';
import type {
  EngineAddress,
  EngineChange,
  EngineHost,
  EngineOptions,
  EngineStats,
  PublishRequest,
  StatusReport,
} from '../host.ts';
import type { AnonymousPolicy, BrokerStats } from '../mqtt.ts';
import { brokerHooks } from '../runtime/hooks.ts';
import { createMessageIds } from '../runtime/message-ids.ts';
import { ownServer } from '../runtime/own-address.ts';
import { createOwnBridges } from '../runtime/own-bridges.ts';
import { createRuleSet } from '../runtime/rule-set.ts';
import { createSource, type RunningSource } from '../runtime/source.ts';
import { createTap } from '../runtime/tap.ts';
import { accessOptions } from './access.ts';
import { createConnectors } from './connectors.ts';
import { findLoops } from './find-loops.ts';
import { openListeners } from './listeners.ts';
import { mqttHost } from './mqtt-host.ts';
import { probe } from './probe.ts';
import { rehearse } from './rehearse.ts';
import { createResend } from './resend.ts';
import { createRules, type Rules } from './rules.ts';
import { testRule, testSql } from './test.ts';

/** What `createEngine` may be given instead of the process's own. */
export interface EngineEnvironment {
  /** Where console output goes. Default: standard output. */
  writeConsole?(line: string): void;
  /** Where faults of the engine itself go, a line each. Default: standard error. */
  writeError?(line: string): void;
}

/** How long a stop waits for answers that are on their way. */
const GRACE_MS = 1_000;

/** Before the start. */
const NO_STATS: BrokerStats = {
  connections: 0,
  sessions: 0,
  subscriptions: 0,
  sharedSubscriptions: 0,
  subscribers: 0,
  topics: 0,
  retained: 0,
};

/** The engine in this thread. */
export function createEngine(environment: EngineEnvironment = {}): EngineHost {
  const writeConsole = environment.writeConsole ?? ((line) => void process.stdout.write(line));
  const writeError = environment.writeError ?? ((line) => void process.stderr.write(line));
  let node = '';
  let anonymous: AnonymousPolicy = 'loopback';
  const ruleSet = createRuleSet();
  const ids = createMessageIds();
  const tap = createTap();
  const ownBridges = createOwnBridges();
  let deadLetters: DeadLetters | undefined;
  let resend: ReturnType<typeof createResend> | undefined;
  let dataDir = '';
  let mqttAddress: EngineAddress = { mqttHost: '', mqttPort: 0, listeners: [] };
  const actions = new Map<ResourceId, RunningAction>();
  const sources = new Map<ResourceId, RunningSource>();
  let connectors = createConnectors(node);
  let rules: Rules | undefined;
  let broker: Broker | undefined;
  let ticker: NodeJS.Timeout | undefined;
  const counts = { received: 0, sent: 0 };

  function makeRules(): Rules {
    return createRules({
      running: ruleSet,
      node,
      tap,
      action: (id) => actions.get(id),
      writeConsole,
      ownBridges,
      republisher: { publish: (message) => broker?.publish(message).settled },
    });
  }

  function isOwn(): (server: string) => boolean {
    return ownServer([{ host: mqttAddress.mqttHost, port: mqttAddress.mqttPort }, ...mqttAddress.listeners]);
  }

  function lookAtBridges(): void {
    ownBridges.update({
      connectors: [...connectors.all()].map((connector) => connector.config),
      sources: [...sources.values()].map((source) => source.config()),
      isOwn: isOwn(),
    });
  }

  /** Actions and sources that name the connector. */
  function dependants(id: ResourceId): (RunningAction | RunningSource)[] {
    return [...actions.values(), ...sources.values()].filter((one) => connectorOf(one.config()) === id);
  }

  function putAction(config: ChannelConfig, letters: DeadLetters): void {
    const id = resourceId(config.type, config.name);
    let action = actions.get(id);
    if (action === undefined) {
      const folder = join(dataDir, 'buffers', `${config.type}~${config.name}`);
      action = createAction(config, (hooks) => openDiskStore(folder, hooks), letters);
      actions.set(id, action);
    } else action.configure(config);
    action.connect(connectors.get(connectorOf(config)));
  }

  function putSource(config: ChannelConfig): void {
    const id = resourceId(config.type, config.name);
    let source = sources.get(id);
    if (source === undefined) {
      source = createSource(config, node, ruleSet, ids, ownBridges);
      sources.set(id, source);
    } else source.configure(config);
    source.connect(connectors.get(connectorOf(config)));
  }

  async function applyOne(change: EngineChange): Promise<void> {
    switch (change.kind) {
      case 'put_connector': {
        const id = resourceId(change.config.type, change.config.name);
        const { started } = await connectors.put(change.config, dependants(id));
        lookAtBridges();
        await started;
        return;
      }
      case 'put_action':
        if (deadLetters !== undefined) putAction(change.config, deadLetters);
        return;
      case 'put_source':
        putSource(change.config);
        lookAtBridges();
        return;
      case 'put_rule':
        rules?.put(change.config);
        return;
      case 'remove_connector':
        await connectors.remove(change.id, dependants(change.id));
        lookAtBridges();
        return;
      case 'remove_action': {
        const action = actions.get(change.id);
        actions.delete(change.id);
        await action?.discard();
        deadLetters?.forget(change.id);
        return;
      }
      case 'remove_source': {
        const source = sources.get(change.id);
        sources.delete(change.id);
        await source?.close('forget');
        lookAtBridges();
        return;
      }
      case 'remove_rule':
        rules?.remove(change.id);
        return;
      default:
        change satisfies never;
    }
  }

  function tick(): void {
    rules?.tick();
    for (const connector of connectors.all()) connector.tick();
    for (const action of actions.values()) action.tick();
    for (const source of sources.values()) source.tick();
  }

  /** Changes are applied one after the other, whoever asks. */
  let queue: Promise<void> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => {});
    return done;
  }

  let stopped: Promise<void> | undefined;
  /** Once, however often it is asked for: a start that failed has already shut down when its caller stops. */
  function shutDown(): Promise<void> {
    stopped ??= closeAll();
    return stopped;
  }

  async function closeAll(): Promise<void> {
    clearInterval(ticker);
    await broker?.close();
    await queue;
    const closing = [
      ...[...actions.values()].map((one) => one.close()),
      ...[...sources.values()].map((one) => one.close('pause')),
    ];
    // Nothing new is sent from here on; what is under way gets a moment to be answered.
    await Promise.race([Promise.all(closing), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    await Promise.all([...[...connectors.all()].map((connector) => connector.close()), ...closing]);
    await deadLetters?.close();
  }

  return {
    ...mqttHost(
      () => broker,
      () => anonymous,
    ),
    async start(options: EngineOptions) {
      node = options.node;
      anonymous = options.anonymous ?? 'loopback';
      dataDir = options.dataDir;
      mkdirSync(dataDir, { recursive: true });
      const letters = createDeadLetters(openDeadLetterFile(join(dataDir, 'dead-letters.jsonl')));
      deadLetters = letters;
      resend = createResend(letters, actions);
      connectors = createConnectors(node, fileCheckpoints(join(dataDir, 'checkpoints')));
      rules = makeRules();
      const hooks = brokerHooks(ruleSet, node, counts, ownBridges);
      const made = createBroker({
        node,
        hooks,
        dataDir: join(dataDir, 'broker'),
        access: accessOptions(anonymous, options.config.access),
        ...(options.system !== undefined && { system: options.system }),
        onError: (error) =>
          writeError(`engine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      });
      broker = made;
      const { config } = options;
      // Actions first: what lies in their buffers waits for nobody's connector.
      for (const action of config.actions) putAction(action, letters);
      for (const source of config.sources) putSource(source);
      // Connectors are there before the first message, so that it finds where to wait; they connect meanwhile.
      for (const connector of config.connectors) {
        await connectors.put(connector, dependants(resourceId(connector.type, connector.name)));
      }
      for (const rule of config.rules) rules.put(rule);
      const address = await openListeners(made, options);
      if (!address.ok) {
        await shutDown();
        return address;
      }
      ticker = setInterval(tick, 1000);
      mqttAddress = address.value;
      lookAtBridges();
      return address;
    },
    apply: (changes) =>
      inTurn(async () => {
        for (const change of changes) await applyOne(change);
      }),
    async reconnect(kind, id) {
      const user = kind === 'action' ? actions.get(id) : sources.get(id);
      const connector = kind === 'connector' ? connectors.get(id) : user?.connector();
      if (connector === undefined) return fail({ code: 'NOT_FOUND', message: `There is no ${kind} ${id}.` });
      if (user?.config().enable === false) {
        return fail({ code: 'BAD_REQUEST', message: `${id} is disabled. Enable it first.` });
      }
      return asResult(await connector.reconnect());
    },
    probeConnector: (config) => probe(config),
    probeChannel: (kind, config, connector) => probe(connector, { kind, config }),
    async statuses() {
      const report = <T extends { id: ResourceId; status(): StatusReport }>(all: Iterable<T>) =>
        Object.fromEntries([...all].map((one) => [one.id, one.status()] as const));
      return {
        connectors: report(connectors.all()),
        actions: report(actions.values()),
        sources: report(sources.values()),
      };
    },
    async deadLetters(which) {
      return deadLetters?.list(which) ?? { letters: [], count: 0 };
    },
    async resendDeadLetters(ids, waitMs) {
      return resend?.(ids, waitMs) ?? { count: 0, failed: [] };
    },
    async deleteDeadLetters(ids) {
      return deadLetters?.remove(ids) ?? 0;
    },
    findLoops: async (subject) =>
      findLoops(subject, {
        rules: rules?.enabled() ?? [],
        actions: [...actions.values()].map((action) => action.config()),
        sources: [...sources.values()].map((source) => source.config()),
        connectors: [...connectors.all()].map((connector) => connector.config),
        isOwn: isOwn(),
      }),
    tap: (ruleId, cursor, waitMs = 0) => tap.read(ruleId, cursor, waitMs),
    async ruleMetrics(wanted) {
      return rules?.metrics(wanted) ?? {};
    },
    async ruleActivity(cursor) {
      return rules?.activity(cursor) ?? { cursor: 0, isAll: true, metrics: {} };
    },
    async channelMetrics(kind, wanted) {
      const all: ReadonlyMap<ResourceId, RunningAction | RunningSource> = kind === 'action' ? actions : sources;
      const result: Record<ResourceId, ActionMetrics> = {};
      for (const id of wanted ?? all.keys()) {
        const one = all.get(id);
        if (one !== undefined) result[id] = one.metrics();
      }
      return result;
    },
    async resetMetrics({ kind, id }) {
      if (kind === 'rule') rules?.resetMetrics(id);
      else if (kind === 'action') actions.get(id as ResourceId)?.ledger.reset();
      else sources.get(id as ResourceId)?.resetMetrics();
    },
    async testSql(sql, context) {
      return rules === undefined
        ? { kind: 'not_found' }
        : testSql(sql, context, rules.environment(`sql_tester:${ids.next().slice(-16).toLowerCase()}`));
    },
    async testRule(id, context, stopAfterRender) {
      const rule = rules?.get(id);
      if (rule === undefined) return { kind: 'not_found' };
      if ('error' in rule) return { kind: 'error', message: rule.error };
      return testRule(rule, context, stopAfterRender);
    },
    async rehearse({ id, sql, actions: outputs }, context) {
      if (rules === undefined) return { kind: 'error', message: 'The engine has not started.' };
      const texts = { name: '', description: '', created_at: '', last_modified_at: '' };
      const rule = rules.compile({ id, sql, actions: outputs, enable: true, ...texts });
      return 'error' in rule ? { kind: 'error', message: rule.error } : rehearse(rule, context);
    },
    async publish(message: PublishRequest) {
      if (broker === undefined) return { id: '', subscribers: 0 };
      const { id, subscribers, settled } = broker.publish(message);
      await settled;
      return { id, subscribers };
    },
    async stats(): Promise<EngineStats> {
      const numbers = broker?.stats() ?? NO_STATS;
      const damaged = Object.fromEntries(
        [...actions.values()].filter((one) => one.damaged() > 0).map((one) => [one.id, one.damaged()] as const),
      );
      const dropped = broker?.counters()['messages.dropped'] ?? 0;
      return { ...numbers, rules: rules?.size ?? 0, ...counts, dropped, damaged };
    },
    stop: shutDown,
  };
}

function connectorOf(config: ChannelConfig): ResourceId {
  return resourceId(config.type, config.connector);
}

function asResult(result: Result<void, Fault>): Result<void> {
  if (result.ok) return result;
  const { message, raw } = result.error;
  const failure: Failure = { code: 'BAD_REQUEST', message, ...(raw === undefined ? {} : { raw }) };
  return fail(failure);
}
