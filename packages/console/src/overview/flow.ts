import type { RuleOutput, RuleRecord } from '@sluice/contract';
import { EVENT_PREFIX, parseResourceId, SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';
import type { Channel } from '../api/channels.ts';
import type { AllMetrics } from '../api/metrics.ts';
import type { Tone } from '../ui/Glyph.tsx';
import { statusLook } from '../ui/status.ts';
import type { Rates } from './rates.ts';

/** Where events come from, the rules they pass, and where they go: the drawing of the overview. */
export interface FlowNode {
  readonly id: string;
  readonly kind: 'topic' | 'event' | 'source' | 'rule' | 'action' | 'republish' | 'console';
  readonly label: string;
  /** Type of the system behind a source or an action. */
  readonly type?: string;
  readonly tone: Tone;
  /** A second; `undefined` when nobody counts it. */
  readonly rate: number | undefined;
  /** Of how many, for a rule that lets only a part pass. */
  readonly of?: number;
  readonly waiting?: number;
}

export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  readonly rate: number | undefined;
  readonly bad: boolean;
}

export interface Flow {
  readonly inputs: readonly FlowNode[];
  readonly rules: readonly FlowNode[];
  readonly outputs: readonly FlowNode[];
  /** Inputs to rules, rules to outputs; ends are indexes into the lists. */
  readonly left: readonly FlowEdge[];
  readonly right: readonly FlowEdge[];
  /** Enabled rules that are not drawn. */
  readonly hidden: number;
}

export interface FlowSource {
  readonly rules: readonly RuleRecord[];
  readonly actions: readonly Channel[];
  readonly sources: readonly Channel[];
  readonly metrics: AllMetrics | undefined;
  readonly rates: Rates | undefined;
  /** Ids of rules whose statement failed in the last minutes. */
  readonly failing: ReadonlySet<string>;
}

function outputNode(output: RuleOutput, source: FlowSource): FlowNode {
  if (typeof output !== 'string') {
    const kind = output.function === 'console' ? 'console' : 'republish';
    return { id: kind, kind, label: '', tone: 'ok', rate: undefined };
  }
  const action = source.actions.find((one) => one.id === output);
  const name = parseResourceId(output);
  const metrics = source.metrics?.actions[output];
  return {
    id: output,
    kind: 'action',
    label: name?.name ?? output,
    type: name?.type ?? '',
    tone: action === undefined ? 'bad' : statusLook(action.status, 'action', action.enable).tone,
    rate: source.rates?.taken[output],
    ...(metrics === undefined || metrics.queuing === 0 ? {} : { waiting: metrics.queuing }),
  };
}

function inputNode(from: string, source: FlowSource): FlowNode {
  if (from.startsWith(EVENT_PREFIX))
    return { id: from, kind: 'event', label: from.slice(EVENT_PREFIX.length), tone: 'ok', rate: undefined };
  const prefix = [SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM].find((one) => from.startsWith(one));
  if (prefix === undefined) return { id: from, kind: 'topic', label: from, tone: 'ok', rate: undefined };
  const id = from.slice(prefix.length);
  const channel = source.sources.find((one) => one.id === id);
  const name = parseResourceId(id);
  return {
    id: SOURCE_PREFIX + id,
    kind: 'source',
    label: name?.name ?? id,
    type: name?.type ?? '',
    tone: channel === undefined ? 'bad' : statusLook(channel.status, 'source', channel.enable).tone,
    rate: source.metrics?.sources[id]?.rate,
  };
}

function ruleNode(rule: RuleRecord, source: FlowSource): FlowNode {
  const matched = source.rates?.matched[rule.id];
  return {
    id: rule.id,
    kind: 'rule',
    label: rule.id,
    tone: source.failing.has(rule.id) ? 'warn' : 'ok',
    rate: source.rates?.passed[rule.id],
    ...(matched === undefined ? {} : { of: matched }),
  };
}

/** Rules with trouble first, then the busiest. */
function byWeight(rules: readonly RuleRecord[], source: FlowSource): readonly RuleRecord[] {
  const bad = new Set<RuleOutput>();
  for (const output of new Set(rules.flatMap((rule) => rule.actions.filter((one) => typeof one === 'string'))))
    if (outputNode(output, source).tone === 'bad') bad.add(output);
  const weighed = rules.map((rule) => {
    const trouble = source.failing.has(rule.id) || rule.actions.some((output) => bad.has(output));
    return { rule, weight: (trouble ? 1e12 : 0) + (source.metrics?.rules[rule.id]?.['matched.rate.last5m'] ?? 0) };
  });
  return weighed.sort((a, b) => b.weight - a.weight || (a.rule.id < b.rule.id ? -1 : 1)).map(({ rule }) => rule);
}

/** The flow of at most `limit` enabled rules. */
export function flowOf(source: FlowSource, limit: number): Flow {
  const enabled = source.rules.filter((rule) => rule.enable);
  const chosen = byWeight(enabled, source).slice(0, limit);
  const inputs: FlowNode[] = [];
  const outputs: FlowNode[] = [];
  const left: FlowEdge[] = [];
  const right: FlowEdge[] = [];
  const place = (list: FlowNode[], node: FlowNode): number => {
    const known = list.findIndex((one) => one.id === node.id);
    return known === -1 ? list.push(node) - 1 : known;
  };
  const rules = chosen.map((rule) => ruleNode(rule, source));
  for (const [index, rule] of chosen.entries()) {
    const matched = source.rates?.matched[rule.id];
    const passed = source.rates?.passed[rule.id];
    for (const from of rule.from) {
      const node = inputNode(from, source);
      // With several inputs nobody counts what came from which.
      left.push({
        from: place(inputs, node),
        to: index,
        rate: rule.from.length === 1 ? matched : undefined,
        bad: node.tone === 'bad',
      });
    }
    for (const output of rule.actions) {
      const node = outputNode(output, source);
      right.push({ from: index, to: place(outputs, node), rate: passed, bad: node.tone === 'bad' });
    }
  }
  return {
    inputs: inputs.map((node, index) => ({
      ...node,
      rate: node.rate ?? largest(left.filter((edge) => edge.from === index)),
    })),
    rules,
    outputs: outputs.map((node, index) => ({
      ...node,
      rate: node.rate ?? total(right.filter((edge) => edge.to === index)),
    })),
    left,
    right,
    hidden: enabled.length - chosen.length,
  };
}

/** Every rule sees the whole stream of its input. */
function largest(edges: readonly FlowEdge[]): number | undefined {
  const rates = edges.map((edge) => edge.rate).filter((rate) => rate !== undefined);
  return rates.length === 0 ? undefined : Math.max(...rates);
}

function total(edges: readonly FlowEdge[]): number | undefined {
  const rates = edges.map((edge) => edge.rate).filter((rate) => rate !== undefined);
  return rates.length === 0 ? undefined : rates.reduce((sum, rate) => sum + rate, 0);
}
