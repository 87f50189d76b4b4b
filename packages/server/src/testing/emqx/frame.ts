import { RULE_EVENTS } from '@sluice/contract';
import { give, page, type Reply, type Request, refuse } from './reply.ts';

/** First parts of the paths that are answered here. */
export const FRAME_PATHS = ['cluster', 'stats', 'metrics', 'monitor_current', 'alarms', 'clients', 'topics'].concat(
  'subscriptions',
  'license',
  'rule_engine',
  'api_key',
  'bridges',
  'rule_events',
);

const COUNTED = ['channels', 'cluster_sessions', 'connections', 'delayed', 'live_connections', 'retained', 'sessions']
  .concat('suboptions', 'subscribers', 'subscriptions', 'subscriptions.shared', 'topics')
  .flatMap((name) => [`${name}.count`, `${name}.max`]);
const METRICS = [
  'messages.received',
  'messages.sent',
  'messages.publish',
  'messages.dropped',
  'messages.delivered',
].concat('packets.received', 'packets.sent', 'bytes.received', 'bytes.sent', 'client.connected');
const RATES = [
  'dropped_msg_rate',
  'persisted_rate',
  'received_msg_rate',
  'sent_msg_rate',
  'validation_failed_rate',
].concat('connections', 'live_connections', 'subscriptions', 'topics', 'retained_msg_count', 'shared_subscriptions');

const zeroes = (names: readonly string[]): Record<string, number> => Object.fromEntries(names.map((name) => [name, 0]));

/** What a console polls around its pages: nodes, counters, alarms, events. `undefined`: no such path. */
export function frameAnswer(request: Request, nodes: readonly string[], version: string): Reply | undefined {
  const [first, second, third] = request.path;
  const node = (name: string) => ({
    node: name,
    node_status: 'running',
    role: name === nodes[0] ? 'core' : 'replicant',
    version,
    edition: 'Enterprise',
    uptime: 30_871,
    otp_release: '25.2.3/13.1.5',
    ...zeroes(['connections', 'live_connections', 'cluster_sessions', 'load1', 'load5', 'load15']),
    memory_total: '23.54G',
    memory_used: '1.22G',
    process_available: 2_097_152,
    process_used: 702,
    max_fds: 20_000,
    log_path: '/opt/emqx/log',
    sys_path: '/opt/emqx',
  });
  switch (first) {
    case 'nodes':
      if (second === undefined) return give(nodes.map(node));
      if (!nodes.includes(second)) return refuse(404, 'NOT_FOUND', `Node not found: ${second}`);
      if (third === undefined) return give(node(second));
      return third === 'stats' ? give(zeroes(COUNTED)) : third === 'metrics' ? give(zeroes(METRICS)) : undefined;
    case 'cluster':
      return give({ name: 'emqxcl', nodes, self: nodes[0] });
    case 'stats':
      return give(nodes.map((name) => ({ ...zeroes(COUNTED), node: name })));
    case 'metrics':
      return give(nodes.map((name) => ({ ...zeroes(METRICS), node: name })));
    case 'monitor_current':
      return give({ ...zeroes(RATES), license_quota: 25 });
    case 'alarms':
    case 'clients':
    case 'topics':
    case 'subscriptions':
      return second === undefined ? page([], request.query) : refuse(404, 'CLIENTID_NOT_FOUND', 'Client ID not found');
    case 'license':
      return give({ customer: 'Evaluation', customer_type: 10, type: 'trial', max_connections: 25, expiry: false });
    case 'rule_engine':
      return give({ ignore_sys_message: true, jq_function_default_timeout: 10_000 });
    case 'api_key':
    case 'bridges':
      return give([]);
    case 'rule_events':
      return give(
        RULE_EVENTS.map(({ event, title, description, columns, examples, sqlExample }) => ({
          event,
          title,
          description,
          columns,
          test_columns: Object.fromEntries(
            Object.entries(examples).map(([name, example]) => [name, [example, `the ${name}`]]),
          ),
          sql_example: sqlExample,
        })),
      );
    default:
      return undefined;
  }
}
