/** Counters of an action or a source (reference facts §7.2). Rates are messages a second. */
export interface ActionMetrics {
  matched: number;
  success: number;
  failed: number;
  /** Waiting in the buffer. */
  queuing: number;
  queuing_bytes: number;
  /** Sent to the target, not yet answered. */
  inflight: number;
  retried: number;
  /** Answered after the request was given up: counted here instead of in `success` or `failed`. */
  late_reply: number;
  /** Messages that a source took in. */
  received: number;
  dropped: number;
  'dropped.expired': number;
  'dropped.other': number;
  'dropped.queue_full': number;
  'dropped.resource_not_found': number;
  'dropped.resource_stopped': number;
  rate: number;
  rate_last5m: number;
  rate_max: number;
  /** Unix time in ms since when the counters count: the start of the engine or the last reset. EMQX does not say. */
  counting_since?: number;
}

/** What can be counted, drawn and compared. */
export type ActionCounter = Exclude<keyof ActionMetrics, 'counting_since'>;

/** Counters of a rule (reference facts §7.3). Rates are matches a second. */
export interface RuleMetrics {
  matched: number;
  passed: number;
  /** `failed.exception` + `failed.no_result`. */
  failed: number;
  'failed.exception': number;
  'failed.no_result': number;
  'actions.total': number;
  'actions.success': number;
  'actions.failed': number;
  'actions.failed.out_of_service': number;
  'actions.failed.unknown': number;
  'actions.discarded': number;
  'matched.rate': number;
  'matched.rate.max': number;
  'matched.rate.last5m': number;
  /** As in `ActionMetrics`. */
  counting_since?: number;
  /** The newest of `failed.exception`; absent when there is none. EMQX does not say. */
  last_failure?: RuleFailure;
}

/** An event for which the statement of a rule could not be computed. */
export interface RuleFailure {
  /** Unix time in ms. */
  readonly at: number;
  /** Where the statement failed. */
  readonly clause: 'select' | 'where' | 'foreach' | 'do' | 'incase';
  /** Why, for a person. */
  readonly message: string;
  /** Kind of the event (`message.publish`), and what it was about where it has such columns. Long texts are cut. */
  readonly event: string;
  readonly topic?: string;
  readonly clientid?: string;
}

export function zeroActionMetrics(): ActionMetrics {
  return {
    matched: 0,
    success: 0,
    failed: 0,
    queuing: 0,
    queuing_bytes: 0,
    inflight: 0,
    retried: 0,
    late_reply: 0,
    received: 0,
    dropped: 0,
    'dropped.expired': 0,
    'dropped.other': 0,
    'dropped.queue_full': 0,
    'dropped.resource_not_found': 0,
    'dropped.resource_stopped': 0,
    rate: 0,
    rate_last5m: 0,
    rate_max: 0,
  };
}

export function zeroRuleMetrics(): RuleMetrics {
  return {
    matched: 0,
    passed: 0,
    failed: 0,
    'failed.exception': 0,
    'failed.no_result': 0,
    'actions.total': 0,
    'actions.success': 0,
    'actions.failed': 0,
    'actions.failed.out_of_service': 0,
    'actions.failed.unknown': 0,
    'actions.discarded': 0,
    'matched.rate': 0,
    'matched.rate.max': 0,
    'matched.rate.last5m': 0,
  };
}
