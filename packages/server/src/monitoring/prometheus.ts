import type { ResourceId } from '@sluice/contract';
import type { EngineStats } from '@sluice/engine';
import type { Readings } from './readings.ts';

type Labels = Readonly<Record<string, string>>;

function line(name: string, value: number, labels: Labels = {}): string {
  const text = Object.entries(labels)
    .map(([key, label]) => `${key}="${label.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`)
    .join(',');
  return text === '' ? `${name} ${value}` : `${name}{${text}} ${value}`;
}

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly lines: readonly string[];
}

const RULE_COUNTERS = ['matched', 'passed', 'failed', 'actions.total', 'actions.success', 'actions.failed'] as const;
const ACTION_COUNTERS = ['matched', 'success', 'failed', 'dropped', 'retried', 'received', 'late_reply'] as const;
const ACTION_GAUGES = ['queuing', 'inflight'] as const;

/** Numbers of broker, rules, actions and connectors in the text format of Prometheus. */
export async function prometheusText(readings: Readings): Promise<string> {
  const [stats, counters, rules, actions, sources, statuses] = await Promise.all([
    readings.stats(),
    readings.brokerMetrics(),
    readings.ruleMetrics(),
    readings.channelMetrics('action'),
    readings.channelMetrics('source'),
    readings.statuses(),
  ]);
  const families: Family[] = [...brokerFamilies(stats), ...counterFamilies(counters)];
  const add = (name: string, type: Family['type'], help: string, lines: readonly string[]): void => {
    families.push({ name, type, help, lines });
  };
  for (const key of RULE_COUNTERS) {
    const name = `emqx_rule_${key.replaceAll('.', '_')}`;
    add(
      name,
      'counter',
      `${key} of rules`,
      Object.entries(rules).map(([id, one]) => line(name, one[key], { id })),
    );
  }
  for (const [kind, metrics] of [
    ['action', actions],
    ['source', sources],
  ] as const) {
    for (const key of [...ACTION_COUNTERS, ...ACTION_GAUGES]) {
      const name = `emqx_${kind}_${key}`;
      const gauge = (ACTION_GAUGES as readonly string[]).includes(key);
      const entries = Object.entries(metrics);
      add(
        name,
        gauge ? 'gauge' : 'counter',
        `${key} of ${kind}s`,
        entries.map(([id, one]) => line(name, one[key], { id })),
      );
    }
  }
  const up = 'emqx_connector_status';
  const connectors = Object.entries(statuses.connectors) as [ResourceId, { status: string }][];
  add(
    up,
    'gauge',
    '1 when the connector is connected',
    connectors.map(([id, { status }]) => line(up, status === 'connected' ? 1 : 0, { id })),
  );
  return `${families
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, type, help, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n'))
    .join('\n')}\n`;
}

function brokerFamilies(stats: EngineStats): Family[] {
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    lines: [line(name, value)],
  });
  return [
    gauge('emqx_live_connections_count', 'Connected clients', stats.connections),
    gauge('emqx_sessions_count', 'Sessions', stats.sessions),
    gauge('emqx_subscriptions_count', 'Subscriptions', stats.subscriptions),
    gauge('emqx_retained_count', 'Retained messages', stats.retained),
    gauge('emqx_rules_count', 'Rules', stats.rules),
    gauge('emqx_topics_count', 'Filters with a subscriber', stats.topics),
    gauge('emqx_subscriptions_shared_count', 'Shared subscriptions', stats.sharedSubscriptions),
  ];
}

/** EMQX calls one of them differently. */
const RENAMED: Readonly<Record<string, string>> = { 'packets.connect.received': 'packets.connect' };

function counterFamilies(counters: Readonly<Record<string, number>>): Family[] {
  return Object.entries(counters).map(([key, value]) => {
    const name = `emqx_${(RENAMED[key] ?? key).replaceAll('.', '_')}`;
    return { name, type: 'counter', help: `${key} of the broker`, lines: [line(name, value)] };
  });
}
