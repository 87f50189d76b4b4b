import {
  type ChannelConfig,
  type ConnectorConfig,
  EVENT_PREFIX,
  type ResourceId,
  type RuleOutput,
  resourceId,
  SOURCE_PREFIX,
  SOURCE_PREFIX_SYNONYM,
} from '@sluice/contract';
import { splitServer } from './own-address.ts';

/** What is configured, as far as messages pass through it. */
export interface FlowConfig {
  readonly rules: readonly {
    readonly id: string;
    readonly from: readonly string[];
    readonly actions: readonly RuleOutput[];
  }[];
  readonly actions: readonly ChannelConfig[];
  readonly sources: readonly ChannelConfig[];
  readonly connectors: readonly ConnectorConfig[];
  /** Is the server of an MQTT connector the own broker? */
  isOwn(server: string): boolean;
}

/**
 * Topics at a place: what the rules or the subscribers of the own broker get, or another broker, named by its address.
 * `**` stands for any levels.
 */
export interface Flow {
  readonly place: string;
  readonly levels: readonly string[];
  /** The action, source and connector it passes, as `kind type:name`. */
  readonly through: readonly string[];
}

/** A rule: where its messages come from, and where they go. */
export interface FlowNode {
  readonly id: string;
  readonly reads: readonly Flow[];
  readonly writes: readonly Flow[];
}

const RULES = 'rules';
const SUBSCRIBERS = 'subscribers';
const ANY = ['**'];
/** Events of messages that have gone to the subscribers. */
const MESSAGE_EVENTS = ['message_delivered', 'message_acked', 'message_dropped', 'delivery_dropped'];

/** All rules of a configuration. */
export function flowNodes(config: FlowConfig): FlowNode[] {
  const actions = new Map<string, ChannelConfig>();
  for (const action of config.actions) if (isBridge(action)) actions.set(resourceId(action.type, action.name), action);
  const sources = config.sources.filter(isBridge);

  function readOf(from: string): Flow[] {
    const prefix = [SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM].find((one) => from.startsWith(one));
    if (prefix === undefined) {
      if (MESSAGE_EVENTS.some((event) => from === EVENT_PREFIX + event))
        return [{ place: SUBSCRIBERS, levels: ANY, through: [] }];
      return from.startsWith(EVENT_PREFIX) ? [] : [{ place: RULES, levels: filterLevels(from), through: [] }];
    }
    const id = from.slice(prefix.length);
    return sources
      .filter((source) => id === `mqtt:${source.name}` || id === 'mqtt:*')
      .flatMap((source) => {
        const levels = filterLevels(String(source.parameters.topic).replace(/^\$share\/[^/]+\//, ''));
        const place = placeOf(source, config);
        if (place === undefined) return [];
        return [{ place: place === RULES ? SUBSCRIBERS : place, levels, through: passes('source', source) }];
      });
  }

  function writeOf(output: RuleOutput): Flow[] {
    if (typeof output === 'string') {
      const action = actions.get(output);
      const place = action === undefined ? undefined : placeOf(action, config);
      if (action === undefined || place === undefined) return [];
      return arriving(place, templateLevels(String(action.parameters.topic)), passes('action', action));
    }
    if (output.function !== 'republish') return [];
    const isDirect = String(output.args.direct_dispatch) === 'true';
    return arriving(isDirect ? SUBSCRIBERS : RULES, templateLevels(String(output.args.topic)), []);
  }

  return config.rules.map((rule) => ({
    id: rule.id,
    reads: rule.from.flatMap(readOf),
    writes: rule.actions.flatMap(writeOf),
  }));
}

/** Can what goes out on the first come in on the second? */
export function meet(write: Flow, read: Flow): boolean {
  return write.place === read.place && overlap(write.levels, read.levels);
}

/** How a flow names what it passes. */
export function passage(kind: 'connector' | 'action' | 'source', id: ResourceId): string {
  return `${kind} ${id}`;
}

function passes(kind: 'action' | 'source', { type, name, connector }: ChannelConfig): string[] {
  return [passage(kind, resourceId(type, name)), passage('connector', resourceId(type, connector))];
}

function isBridge({ type, enable }: ChannelConfig): boolean {
  return type === 'mqtt' && enable;
}

/** What the rules of the own broker get, its subscribers get too. */
function arriving(place: string, levels: readonly string[], through: readonly string[]): Flow[] {
  return (place === RULES ? [RULES, SUBSCRIBERS] : [place]).map((one) => ({ place: one, levels, through }));
}

/** `undefined` when nothing can go over its connector. */
function placeOf(channel: ChannelConfig, config: FlowConfig): string | undefined {
  const connector = config.connectors.find((one) => one.type === 'mqtt' && one.name === channel.connector);
  if (connector === undefined || !connector.enable) return undefined;
  const server = String(connector.server);
  if (config.isOwn(server)) return RULES;
  const { host, port } = splitServer(server);
  return `${host}:${port}`;
}

function filterLevels(filter: string): string[] {
  return filter.split('/').map((level) => (level === '#' ? '**' : level));
}

/** What a placeholder becomes is not known: it may hold slashes too. */
function templateLevels(topic: string): string[] {
  return topic.split('/').map((level) => (level.includes('${') ? '**' : level));
}

/** Pairs of levels that are worked out; beyond it two patterns are taken to fit. */
const MAX_PAIRS = 1_000_000;

/** Can one topic fit both? */
function overlap(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  for (; ; start++) {
    const x = a[start];
    const y = b[start];
    if (x === '**' || y === '**') break;
    if (x === undefined || y === undefined) return x === y;
    if (x !== y && x !== '+' && y !== '+') return false;
  }
  if (a.length * b.length > MAX_PAIRS) return true;
  // From the end: does what is left of `a` fit what is left of `b`? One row for each level of `a`.
  let below: boolean[] = [];
  for (let i = a.length; i >= start; i--) {
    const row: boolean[] = [];
    for (let j = b.length; j >= start; j--) {
      const x = a[i];
      const y = b[j];
      const skipsA = below[j] === true;
      const skipsB = row[j + 1] === true;
      if (x === undefined && y === undefined) row[j] = true;
      else if (x === '**') row[j] = skipsA || (y !== undefined && skipsB);
      else if (y === '**') row[j] = skipsB || (x !== undefined && skipsA);
      else row[j] = x !== undefined && y !== undefined && (x === y || x === '+' || y === '+') && below[j + 1] === true;
    }
    below = row;
  }
  return below[start] === true;
}
