import type { Api } from './product.ts';

/** A small plant's configuration: something on every list, in several states. `target` answers, port 1 never does. */
export async function seed(api: Api, target: string): Promise<void> {
  const made: [string, object][] = [
    ['/connectors', { type: 'http', name: 'dispatch-api', url: target, description: 'Alerts to the dispatch desk' }],
    ['/connectors', { type: 'http', name: 'siem', url: 'http://127.0.0.1:1', enable: false }],
    ['/connectors', { type: 'mqtt', name: 'hq-broker', server: '127.0.0.1:1' }],
    ['/actions', action('http', 'dispatch-alerts', 'dispatch-api', { path: '/alerts/${truck}', body: '${.}' })],
    ['/actions', action('mqtt', 'hq-mirror', 'hq-broker', { topic: 'mirror/${topic}', payload: '${payload}' })],
    ['/sources', { type: 'mqtt', name: 'hq-commands', connector: 'hq-broker', parameters: { topic: 'cmd/#', qos: 1 } }],
    [
      '/rules',
      {
        id: 'cold_chain_breach',
        description: 'Trucks that get warm',
        sql: 'SELECT\n  clientid AS truck,\n  payload.temp_c AS temp,\n  payload.set_c AS setpoint\nFROM\n  "fleet/+/telemetry"\nWHERE\n  payload.temp_c > payload.set_c + 3',
        actions: [
          'http:dispatch-alerts',
          { function: 'republish', args: { topic: 'alerts/${truck}', payload: '${.}', qos: 1 } },
        ],
      },
    ],
    [
      '/rules',
      {
        id: 'hq_commands_fanout',
        sql: 'SELECT * FROM "$bridges/mqtt:hq-commands"',
        actions: [{ function: 'republish', args: { topic: 'fleet/${payload.truck}/cmd', payload: '${payload}' } }],
      },
    ],
    [
      '/rules',
      {
        id: 'client_presence',
        sql: 'SELECT * FROM "$events/client_connected", "$events/client_disconnected"',
        actions: ['mqtt:hq-mirror'],
      },
    ],
    [
      '/rules',
      { id: 'meter_hourly', sql: 'SELECT * FROM "meters/#"', actions: [{ function: 'console' }], enable: false },
    ],
  ];
  for (const [path, body] of made) {
    const answer = await api('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

function action(type: string, name: string, connector: string, parameters: object): object {
  return { type, name, connector, parameters };
}
