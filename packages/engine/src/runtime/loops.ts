import {
  type ChannelConfig,
  type ConnectorConfig,
  EVENT_PREFIX,
  type RuleOutput,
  SOURCE_PREFIX,
  SOURCE_PREFIX_SYNONYM,
} from '@sluice/contract';
import { compile } from '@sluice/rulesql';
import type { RuleLoop } from '../host.ts';
import { splitServer } from './own-address.ts';

/** What the check looks at. */
export interface LoopConfig {
  readonly rules: readonly { readonly id: string; readonly sql: string; readonly actions: readonly RuleOutput[] }[];
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
interface Flow {
  readonly place: string;
  readonly levels: readonly string[];
}

const RULES = 'rules';
const SUBSCRIBERS = 'subscribers';
const ANY = ['**'];
/** Events of messages that have gone to the subscribers. */
const MESSAGE_EVENTS = ['message_delivered', 'message_acked', 'message_dropped', 'delivery_dropped'];

interface Node {
  readonly id: string;
  readonly reads: readonly Flow[];
  readonly writes: readonly Flow[];
}

/**
 * Ways on which a message could come back to the rule `id`, through republishing and MQTT bridges. WHERE is not looked
 * at: it may well break the circle, so this is a warning.
 */
export function findLoops(id: string, config: LoopConfig): readonly RuleLoop[] {
  const nodes = config.rules.map((rule) => nodeOf(rule, config));
  const start = nodes.find((node) => node.id === id);
  if (start === undefined) return [];
  const loops: RuleLoop[] = [];
  const seen = new Set<Node>();
  const walk = (node: Node, path: readonly string[]): void => {
    for (const next of nodes) {
      if (!node.writes.some((flow) => next.reads.some((read) => meet(flow, read)))) continue;
      if (next === start) loops.push({ rules: path });
      else if (!seen.has(next)) {
        seen.add(next);
        walk(next, [...path, next.id]);
      }
    }
  };
  walk(start, [id]);
  return loops;
}

function nodeOf(rule: LoopConfig['rules'][number], config: LoopConfig): Node {
  const compiled = compile(rule.sql);
  const from = compiled.ok ? compiled.plan.from : [];
  return {
    id: rule.id,
    reads: from.flatMap((one) => readOf(one, config)),
    writes: rule.actions.flatMap((output) => writeOf(output, config)),
  };
}

function readOf(from: string, config: LoopConfig): Flow[] {
  const prefix = [SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM].find((one) => from.startsWith(one));
  if (prefix === undefined) {
    if (MESSAGE_EVENTS.some((event) => from === EVENT_PREFIX + event)) return [{ place: SUBSCRIBERS, levels: ANY }];
    return from.startsWith(EVENT_PREFIX) ? [] : [{ place: RULES, levels: filterLevels(from) }];
  }
  const id = from.slice(prefix.length);
  return config.sources
    .filter((source) => source.type === 'mqtt' && source.enable && (id === `mqtt:${source.name}` || id === 'mqtt:*'))
    .flatMap((source) => {
      const levels = filterLevels(String(source.parameters.topic).replace(/^\$share\/[^/]+\//, ''));
      const place = placeOf(source, config);
      return place === undefined ? [] : [{ place: place === RULES ? SUBSCRIBERS : place, levels }];
    });
}

function writeOf(output: RuleOutput, config: LoopConfig): Flow[] {
  if (typeof output === 'string') {
    const action = config.actions.find((one) => output === `mqtt:${one.name}` && one.type === 'mqtt' && one.enable);
    const place = action === undefined ? undefined : placeOf(action, config);
    if (action === undefined || place === undefined) return [];
    return arriving(place, templateLevels(String(action.parameters.topic)));
  }
  if (output.function !== 'republish') return [];
  const isDirect = String(output.args.direct_dispatch) === 'true';
  return arriving(isDirect ? SUBSCRIBERS : RULES, templateLevels(String(output.args.topic)));
}

/** What the rules of the own broker get, its subscribers get too. */
function arriving(place: string, levels: readonly string[]): Flow[] {
  return place === RULES ? [RULES, SUBSCRIBERS].map((one) => ({ place: one, levels })) : [{ place, levels }];
}

/** `undefined` when nothing can go over its connector. */
function placeOf(channel: ChannelConfig, config: LoopConfig): string | undefined {
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

function meet(a: Flow, b: Flow): boolean {
  return a.place === b.place && overlap(a.levels, b.levels);
}

/** Can one topic fit both? */
function overlap(a: readonly string[], b: readonly string[]): boolean {
  const [x, ...restA] = a;
  const [y, ...restB] = b;
  if (x === undefined && y === undefined) return true;
  if (x === '**') return overlap(restA, b) || (y !== undefined && overlap(a, restB));
  if (y === '**') return overlap(a, restB) || (x !== undefined && overlap(restA, b));
  if (x === undefined || y === undefined) return false;
  return (x === y || x === '+' || y === '+') && overlap(restA, restB);
}
