import type {
  ChannelConfig,
  ConnectorConfig,
  FaultCode,
  FaultData,
  JsonObject,
  Result,
  SystemSpec,
} from '@sluice/contract';
import type { Value } from '@sluice/rulesql';
import type { ProbeStage } from '../host.ts';
import type { Checkpoints } from './stream/checkpoints.ts';

/**
 * What went wrong on the way to a target. `message` is a sentence that says what to do, `raw` the text of the system.
 */
export interface Fault {
  readonly message: string;
  /** Stable name of the kind of fault, and what its sentence mentions: for translation. */
  readonly code: FaultCode;
  readonly data?: FaultData;
  readonly raw?: string;
}

export type RetryScope = 'target' | 'object' | 'request';

/** What became of one request, named by what the caller does next. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /**
   * Try again. `scope` says what is to blame: the `target` (everything waits), the `object` there that this action
   * writes to (the action waits, the connector is well), or this one `request` (its lane waits).
   * `afterMs` is the target's own wish.
   */
  | { readonly kind: 'retry'; readonly scope: RetryScope; readonly fault: Fault; readonly afterMs?: number }
  /** The target will never take it: to the dead letters. */
  | { readonly kind: 'rejected'; readonly fault: Fault };

/** Faults of a topic or stream, which say nothing of the system it is in. */
const OF_THE_OBJECT: ReadonlySet<FaultCode> = new Set([
  ...(['object_missing', 'object_name_invalid', 'permission_missing', 'over_limit', 'quota_used_up'] as const),
  ...(['compression_refused', 'schema_wanted', 'topic_terminated', 'encryption_key_unusable'] as const),
]);

/** Try again, blaming the topic or stream where the fault is one of it. */
export function retryOf(fault: Fault): Outcome {
  return { kind: 'retry', scope: OF_THE_OBJECT.has(fault.code) ? 'object' : 'target', fault };
}

export const DELIVERED: Outcome = { kind: 'delivered' };

/**
 * What an action sends, with all templates filled in: the same shape for every type, so that buffers and dead letters
 * need to know no driver. `meta` is the driver's own compact text for everything beside the body.
 */
export interface Request {
  readonly meta: string;
  readonly body: string | Uint8Array;
}

/** How a request looks to a person: `{method, url, headers, body}`, `{topic, qos, retain, payload}` … */
export type RequestView = JsonObject;

/** One action on a connection. */
export interface Output {
  /**
   * Requests of one key may be under way together, because order survives a failure: when one of them is to be tried
   * again, those of its lane behind it were not taken either. Without it a key has one request under way at a time.
   */
  readonly pipelined?: true;
  /** Fills the templates. Called on the hot path: no promise, no throw. */
  render(row: Value): Result<Request, Fault>;
  /**
   * Sends requests of one lane; answers with one outcome each, in order, and never rejects. Requests of one lane that
   * are under way together arrive in order while nothing fails.
   */
  send(batch: readonly Request[], lane: number): Promise<readonly Outcome[]>;
  describe(request: Request): RequestView;
  /** Lets go of what it holds at the target. Nothing is sent after that; what is still under way may come back with `retry`. */
  close?(): void;
}

/** What a message of a streaming system (Kafka, Pulsar, Kinesis) carries beside topic and payload. */
export interface StreamRecord {
  /** Text of the key; messages with one key keep their order through the rules' actions. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Position in the partition: numbers grow beyond 2^53, so it is text. */
  readonly offset: string;
  readonly partition: string | number;
  /** Unix time in ms. */
  readonly ts: number;
  readonly tsType: 'create' | 'append';
}

/** A message that a source took in. */
export interface Incoming {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly dup: boolean;
  /** MQTT 5 properties under their names in `mqtt-packet`. */
  readonly properties: Readonly<Record<string, unknown>> | undefined;
  readonly server: string;
  /** Present for sources of streaming systems. */
  readonly record?: StreamRecord;
}

/** Hands a message to the rules; the promise settles when it is safe to acknowledge it. */
export type Take = (message: Incoming) => void | Promise<void>;

/** One source on a connection. */
export interface Input {
  /** Subscribes; the fault says why it could not. Called again after every reconnect that lost the subscription. */
  open(): Promise<Fault | undefined>;
  /** What is wrong at the moment with an input that is open; it mends itself. */
  fault?(): Fault | undefined;
  /**
   * Ends reading within 3 s, also while the rules hold messages: what they have not taken over comes again. `pause`: the
   * engine or the connector stops, and what the other side keeps for us waits. `forget`: nobody wants it any more.
   */
  close(end: 'pause' | 'forget'): Promise<void>;
}

/** What a connection tells its owner when nobody asked. */
interface ConnectionEvents {
  /** The connection is gone (`fault`), or back (`undefined`). */
  changed(fault: Fault | undefined): void;
}

/** One connector at run time. All methods settle; none throws or rejects. */
export interface Connection {
  /** Connects anew. `undefined` when usable. */
  connect(signal: AbortSignal): Promise<Fault | undefined>;
  /** Is it still usable? Must settle soon after `signal` aborts. */
  check(signal: AbortSignal): Promise<Fault | undefined>;
  output(config: ChannelConfig): Result<Output, Fault>;
  input?(config: ChannelConfig, take: Take): Result<Input, Fault>;
  /** Closes every socket and timer. What is under way answers with `retry`. */
  close(): Promise<void>;
}

export interface DriverContext {
  readonly node: string;
  readonly events: ConnectionEvents;
  readonly checkpoints: Checkpoints;
}

export interface Driver {
  readonly spec: SystemSpec;
  connection(config: ConnectorConfig, context: DriverContext): Result<Connection, Fault>;
  /**
   * Tries a configuration stage by stage (resolve, connect, tls, authenticate, permission, request) and leaves nothing
   * behind. `report` is called after each stage; the first failed one is the last.
   */
  probe(
    config: ConnectorConfig,
    channel: { readonly kind: 'action' | 'source'; readonly config: ChannelConfig } | undefined,
    signal: AbortSignal,
    report: (stage: ProbeStage) => void,
  ): Promise<void>;
}
