import type {
  ActionMetrics,
  ChannelConfig,
  ConnectorConfig,
  FaultCode,
  FaultData,
  Json,
  JsonObject,
  ProbeReport,
  ResourceId,
  ResourceStatus,
  Result,
  RuleConfig,
  RuleMetrics,
  TapLine,
} from '@sluice/contract';

import type {
  AnonymousPolicy,
  BrokerStats,
  MqttAccess,
  MqttClientQuery,
  MqttClientView,
  MqttListener,
  MqttListenerView,
  MqttPage,
  MqttRetainedQuery,
  MqttRetainedView,
  MqttSubscriptionQuery,
  MqttSubscriptionView,
  MqttTopicQuery,
} from './mqtt.ts';

export type { ProbeReport, ProbeStage } from '@sluice/contract';

/**
 * The one interface between the server and the engine: asynchronous, plain data only, so that the engine can run in a
 * worker thread. Configurations that arrive here have been validated and completed with defaults; secrets are plain.
 */
export interface EngineHost {
  /** Opens the MQTT listeners and starts everything configured. A taken port is a failure, not a throw. */
  start(options: EngineOptions): Promise<Result<EngineAddress>>;
  /** Applies the changes in order; a change replaces what was there under the same id. Nothing in flight is lost. */
  apply(changes: readonly EngineChange[]): Promise<void>;
  /** Tries to reconnect now. */
  reconnect(kind: 'connector' | 'action' | 'source', id: ResourceId): Promise<Result<void>>;
  probeConnector(config: ConnectorConfig): Promise<ProbeReport>;
  /** `connector` is the stored connector that the action or source names. */
  probeChannel(kind: 'action' | 'source', config: ChannelConfig, connector: ConnectorConfig): Promise<ProbeReport>;
  statuses(): Promise<EngineStatuses>;
  ruleMetrics(ids?: readonly string[]): Promise<Readonly<Record<string, RuleMetrics>>>;
  /** Metrics of the rules for which something changed since an earlier look: cheap, however many rules rest. */
  ruleActivity(cursor: number): Promise<RuleActivity>;
  channelMetrics(
    kind: 'action' | 'source',
    ids?: readonly ResourceId[],
  ): Promise<Readonly<Record<ResourceId, ActionMetrics>>>;
  resetMetrics(target: { readonly kind: 'rule' | 'action' | 'source'; readonly id: string }): Promise<void>;
  /** Runs a statement on a made-up event, without outputs. */
  testSql(sql: string, context: TestContext): Promise<RuleTestOutcome>;
  /** Runs a stored rule on a made-up event, with its outputs unless `stopAfterRender`. */
  testRule(id: string, context: TestContext, stopAfterRender: boolean): Promise<RuleTestOutcome>;
  /** What a rule, stored or not, would do with a made-up event, without any effect. */
  rehearse(rule: RehearsedRule, context: TestContext): Promise<Rehearsal>;
  /**
   * Ways on which a message could come back to this rule, or go round through this connector, action or source, stored or
   * not, as the rest is configured now.
   */
  findLoops(subject: LoopSubject): Promise<readonly RuleLoop[]>;
  /**
   * What a rule did after `cursor` (0 at first), and the cursor for the next call; waits up to `waitMs` (0) for
   * something to tell. Watching begins with the first call and ends 5 s after the last was answered.
   */
  tap(
    ruleId: string,
    cursor: number,
    waitMs?: number,
  ): Promise<{ readonly lines: readonly TapLine[]; readonly cursor: number }>;
  /** One page of those that fit, newest first, and how many fit in all. */
  deadLetters(which: DeadLetterQuery): Promise<DeadLetterPage>;
  /**
   * Back into the buffers of their actions, each as a new message: matched once more, while what became of it before stays
   * counted. One that cannot be sent again stays a letter and is named with the reason. With `waitMs` it waits at most
   * that long for what becomes of them.
   */
  resendDeadLetters(ids: readonly string[], waitMs?: number): Promise<Resent>;
  /** Gives how many there were. */
  deleteDeadLetters(ids: readonly string[]): Promise<number>;
  publish(message: PublishRequest): Promise<{ readonly id: string; readonly subscribers: number }>;
  stats(): Promise<EngineStats>;
  listeners(): Promise<readonly MqttListenerView[]>;
  /** A page of the clients with a session, connected or away. */
  clients(query: MqttClientQuery): Promise<MqttPage<MqttClientView>>;
  /** Disconnects clients and ends their sessions; gives how many there were. */
  kick(clientids: readonly string[]): Promise<number>;
  subscriptions(query: MqttSubscriptionQuery): Promise<MqttPage<MqttSubscriptionView>>;
  /** Filters that somebody has subscribed to. */
  topics(query: MqttTopicQuery): Promise<MqttPage<string>>;
  retained(query: MqttRetainedQuery): Promise<MqttPage<MqttRetainedView>>;
  /** Takes the retained messages away whose topic fits, or all; gives how many there were. */
  deleteRetained(filter?: string): Promise<number>;
  /** Counters of the broker since the start, under the names EMQX gives its metrics. */
  brokerMetrics(): Promise<Readonly<Record<string, number>>>;
  /** Replaces users, permissions and bans; clients that have lost the right to be there are disconnected. */
  setAccess(access: MqttAccess): Promise<void>;
  /** Stops within 5 s; acknowledged messages that are not delivered yet stay on disk. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  readonly node: string;
  readonly mqttHost: string;
  /** 0 = any free port. */
  readonly mqttPort: number;
  /** Listeners beside the one for plain TCP. */
  readonly listeners?: readonly MqttListener[];
  /** Default `loopback`. */
  readonly anonymous?: AnonymousPolicy;
  /** What the broker tells of itself below `$SYS`, every `interval` ms; left out or 0: nothing. */
  readonly system?: { readonly product: string; readonly version: string; readonly interval: number };
  /** Folder for buffers and sessions; made if missing. */
  readonly dataDir: string;
  readonly config: EngineConfig;
}

export interface EngineAddress {
  readonly mqttHost: string;
  readonly mqttPort: number;
  /** In the order of the options. */
  readonly listeners: readonly Pick<MqttListener, 'type' | 'host' | 'port'>[];
}

export interface EngineConfig {
  readonly connectors: readonly ConnectorConfig[];
  readonly actions: readonly ChannelConfig[];
  readonly sources: readonly ChannelConfig[];
  readonly rules: readonly RuleConfig[];
  /** Users and permissions of MQTT; nothing but the built-in ones when left out. */
  readonly access?: MqttAccess;
}

export type EngineChange =
  | { readonly kind: 'put_connector'; readonly config: ConnectorConfig }
  | { readonly kind: 'put_action' | 'put_source'; readonly config: ChannelConfig }
  | { readonly kind: 'put_rule'; readonly config: RuleConfig }
  | { readonly kind: 'remove_connector' | 'remove_action' | 'remove_source'; readonly id: ResourceId }
  | { readonly kind: 'remove_rule'; readonly id: string };

export interface RuleActivity {
  /** For the next look. Begin with 0. */
  readonly cursor: number;
  /** All rules, changed or not: the first look, or the engine was started again since the last. */
  readonly isAll: boolean;
  readonly metrics: Readonly<Record<string, RuleMetrics>>;
}

export interface StatusReport {
  readonly status: ResourceStatus;
  /** A sentence a person can act on. */
  readonly reason?: string;
  /** The text of the underlying system, for "Details". */
  readonly raw?: string;
  /** Stable name of what is wrong, and what the sentence mentions: for translation. */
  readonly code?: FaultCode;
  readonly data?: FaultData;
  /** Unix time in ms of the last change of status. */
  readonly since: number;
}

export interface EngineStatuses {
  readonly connectors: Readonly<Record<ResourceId, StatusReport>>;
  readonly actions: Readonly<Record<ResourceId, StatusReport>>;
  readonly sources: Readonly<Record<ResourceId, StatusReport>>;
}

export interface DeadLetterQuery {
  /** Of this action, and given up for this reason; absent: any. */
  readonly action?: ResourceId | undefined;
  readonly reason?: DeadLetter['reason'] | undefined;
  /** How many to leave out, and how many to give. */
  readonly offset: number;
  readonly limit: number;
}

export interface DeadLetterPage {
  readonly letters: readonly DeadLetter[];
  readonly count: number;
}

export interface Resent {
  /** How many wait in their buffers now. */
  readonly count: number;
  readonly failed: readonly ResendFailure[];
  /** What became of those that went, if that was waited for. */
  readonly sent?: readonly ResentLetter[];
}

/**
 * `waiting`: still in the buffer, and why an attempt failed if one did. `rejected`, `dropped`: given up again, and a dead
 * letter under a new id.
 */
export interface ResentLetter {
  readonly id: string;
  readonly state: 'delivered' | 'waiting' | 'rejected' | 'dropped';
  readonly code?: FaultCode;
  readonly data?: FaultData;
  readonly message?: string;
  readonly raw?: string;
}

/** A letter that could not be sent again, and why: it is gone, its action is, or the disk of the buffer fails. */
export interface ResendFailure {
  readonly id: string;
  readonly code: FaultCode;
  readonly data?: FaultData;
  readonly message: string;
  readonly raw?: string;
}

/** A request that will not be sent. */
export interface DeadLetter {
  readonly id: string;
  readonly action: ResourceId;
  readonly reason: 'rejected' | 'expired' | 'queue_full';
  /** Unix time in ms when it was given up, and when the message came in. */
  readonly at: number;
  readonly receivedAt: number;
  readonly attempts: number;
  /** The rule it came from, and the topic of the message that it saw: '' when there was none. */
  readonly rule: string;
  readonly topic: string;
  /** The beginning of the body, on one line. */
  readonly preview: string;
  /** The request in the words of its type: `{method, url, headers, body}`, `{topic, qos, retain, payload}` … */
  readonly request: JsonObject;
  /** Why: a sentence, and the text of the target. */
  readonly message?: string;
  readonly raw?: string;
  /** Stable name of why, and what the sentence mentions: for translation. */
  readonly code?: FaultCode;
  readonly data?: FaultData;
}

/** Body of `context` in `/rule_test`: `event_type` and columns of the event. */
export type TestContext = Readonly<Record<string, unknown>>;

export type RuleTestOutcome =
  /** `json` is the result as JSON text: integers keep all their digits. */
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'no_match' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'error'; readonly message: string };

/** The parts of a rule that matter for what it does. */
export type RehearsedRule = Pick<RuleConfig, 'id' | 'sql' | 'actions'>;

/** What could close a loop. */
export type LoopSubject =
  | { readonly kind: 'rule'; readonly config: RehearsedRule }
  | { readonly kind: 'connector'; readonly config: ConnectorConfig }
  | { readonly kind: 'action' | 'source'; readonly config: ChannelConfig };

/** The rules a message passes until it is back at the first. WHERE is not looked at: a warning, no error. */
export interface RuleLoop {
  readonly rules: readonly string[];
}

export type Rehearsal =
  | { readonly kind: 'rows'; readonly rows: readonly RehearsedRow[] }
  /** `where` is empty for a statement without WHERE. */
  | { readonly kind: 'no_match'; readonly where: readonly WherePart[] }
  /** The event is none of those in FROM. */
  | { readonly kind: 'other_event'; readonly message: string }
  /** `where`: its parts, when that is where it went wrong. */
  | { readonly kind: 'error'; readonly message: string; readonly where?: readonly WherePart[] };

export interface RehearsedRow {
  /** JSON text: integers keep all their digits. */
  readonly json: string;
  readonly outputs: readonly RehearsedOutput[];
}

/** `output` is `republish`, `console` or the id of an action; `request` is in the words of its type. */
export type RehearsedOutput = { readonly output: string } & (
  | { readonly ok: true; readonly request: Json }
  | { readonly ok: false; readonly message: string }
);

/** One of the conditions that AND (or OR) joins in WHERE. */
export interface WherePart {
  readonly text: string;
  readonly outcome: 'true' | 'false' | 'error';
  readonly message?: string;
  /** What it read; `json` is JSON text, a missing value shows as "undefined". */
  readonly values: readonly { readonly path: string; readonly json: string }[];
}

export interface PublishRequest {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface EngineStats extends BrokerStats {
  readonly rules: number;
  /** Messages since start. */
  readonly received: number;
  readonly sent: number;
  /** That reached nobody. */
  readonly dropped: number;
  /** Records of buffers that could not be read since the start, by action; without those that have none. */
  readonly damaged: Readonly<Record<ResourceId, number>>;
}
