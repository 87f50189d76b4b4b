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

/** What the check looks at. */
export interface LoopConfig {
  readonly rules: readonly { readonly id: string; readonly sql: string; readonly actions: readonly RuleOutput[] }[];
  readonly actions: readonly ChannelConfig[];
  readonly sources: readonly ChannelConfig[];
  readonly connectors: readonly ConnectorConfig[];
  /** `host:port` under which the own broker can be reached. */
  readonly ownAddresses: readonly string[];
}

/** Topics at a place: the own broker (`''`) or the address of another one. `**` stands for any levels. */
interface Flow {
  readonly place: string;
  readonly levels: readonly string[];
}

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
  if (prefix === undefined) return from.startsWith(EVENT_PREFIX) ? [] : [{ place: '', levels: filterLevels(from) }];
  const id = from.slice(prefix.length);
  return config.sources
    .filter((source) => source.type === 'mqtt' && source.enable && (id === `mqtt:${source.name}` || id === 'mqtt:*'))
    .map((source) => ({
      place: placeOf(source, config),
      levels: filterLevels(String(source.parameters.topic).replace(/^\$share\/[^/]+\//, '')),
    }));
}

function writeOf(output: RuleOutput, config: LoopConfig): Flow[] {
  if (typeof output === 'string') {
    const action = config.actions.find((one) => output === `mqtt:${one.name}` && one.type === 'mqtt' && one.enable);
    return action === undefined
      ? []
      : [{ place: placeOf(action, config), levels: templateLevels(String(action.parameters.topic)) }];
  }
  if (output.function !== 'republish' || output.args.direct_dispatch === true) return [];
  return [{ place: '', levels: templateLevels(String(output.args.topic)) }];
}

function placeOf(channel: ChannelConfig, config: LoopConfig): string {
  const connector = config.connectors.find((one) => one.type === 'mqtt' && one.name === channel.connector);
  const server = String(connector?.server ?? '?').replace(/^\w+:\/\//, '');
  const address = /:\d+$/.test(server) ? server : `${server}:1883`;
  return config.ownAddresses.includes(address) ? '' : address;
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
