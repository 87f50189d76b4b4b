import { connectAsync, type MqttClient } from 'mqtt';
import type { Api } from './product.ts';
import { seed } from './seed.ts';

/** A product with something on every page: configuration, people and programs, a client, traffic that fails. */
export interface Plant {
  close(): Promise<void>;
}

const MQTT_USERS = '/authentication/password_based%3Abuilt_in_database/users';
const MQTT_RULES = '/authorization/sources/built_in_database/rules';

/**
 * Makes what no page of the console should be without. `target` answers; `refusing` answers every request with 4xx, so
 * that dead letters come; `mqtt` is the broker's address.
 */
export async function openPlant(
  api: Api,
  { target, refusing, mqtt }: { readonly target: string; readonly refusing: string; readonly mqtt: string },
): Promise<Plant> {
  await seed(api, target);
  const request = (path: string) => ({ method: 'post', path, body: '${.}', headers: {} });
  const made: readonly [string, object][] = [
    ['/connectors', { type: 'http', name: 'maintenance', url: refusing, description: 'Work orders' }],
    [
      '/actions',
      { type: 'http', name: 'work-orders', connector: 'maintenance', parameters: request('/orders/${truck}') },
    ],
    [
      '/rules',
      {
        id: 'battery_low',
        description: 'A work order for each weak battery',
        sql: 'SELECT clientid AS truck, payload.volts AS volts FROM "fleet/+/battery" WHERE volts < 11.5',
        actions: ['http:work-orders'],
      },
    ],
    [
      '/sluice/webhooks',
      {
        name: 'door_alarm',
        enable: true,
        description: 'To the gate house',
        sql: 'SELECT * FROM "fleet/+/door"',
        connector: { url: target },
        action: { parameters: request('/door') },
      },
    ],
    [
      '/users',
      { username: 'night-shift', password: 'looks-only-1', role: 'viewer', description: 'Looks, does not change' },
    ],
    ['/api_key', { name: 'deploy', desc: 'The pipeline', enable: true, expired_at: 'infinity', role: 'viewer' }],
    [MQTT_USERS, { user_id: 'gateway-7', password: 'wheels-and-doors', is_superuser: false }],
  ];
  for (const [path, body] of made) {
    const answer = await api('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const rules = [
    { permission: 'allow', action: 'publish', topic: 'fleet/${clientid}/#' },
    { permission: 'deny', action: 'all', topic: 'fleet/#' },
  ];
  const permitted = await api('POST', `${MQTT_RULES}/users`, [{ username: 'gateway-7', rules }]);
  if (permitted.status >= 300) throw new Error(`permissions: ${permitted.status} ${JSON.stringify(permitted.body)}`);
  const client: MqttClient = await connectAsync(mqtt, { clientId: 'tk-0417', protocolVersion: 5 });
  await client.subscribeAsync('fleet/tk-0417/cmd', { qos: 1 });
  for (const volts of [11.2, 11.1, 10.8])
    await client.publishAsync('fleet/tk-0417/battery', JSON.stringify({ volts }), { qos: 1 });
  for (const temp of [-12.5, -17.9])
    await client.publishAsync('fleet/tk-0417/telemetry', JSON.stringify({ temp_c: temp, set_c: -18 }), { qos: 1 });
  return { close: () => client.endAsync(true) };
}
