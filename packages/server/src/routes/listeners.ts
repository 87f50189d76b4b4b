import type { MqttListenerView } from '@sluice/engine';
import { z } from 'zod';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Where MQTT clients connect. Listeners are set on the command line: here they are shown, not changed. */
export function listenerRoutes({ anonymous, engine, node }: Services): Route[] {
  const tag = 'mqtt';

  function record({ type, host, port, connections }: MqttListenerView) {
    const status = { running: true, current_connections: connections, max_connections: 'infinity' };
    return {
      id: `${type}:default`,
      type,
      name: 'default',
      enable: true,
      bind: `${host.includes(':') ? `[${host}]` : host}:${port}`,
      acceptors: 1,
      number: 1,
      // ours: who comes in without a proof
      anonymous,
      status,
      node_status: [{ node, status }],
    };
  }

  async function all() {
    return (await engine.listeners()).map(record).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  return [
    route({
      method: 'GET',
      path: '/listeners',
      tag,
      summary: 'Where MQTT clients connect. Listeners are set on the command line',
      handle: async () => json(await all()),
    }),
    route({
      method: 'GET',
      path: '/listeners/:id',
      tag,
      summary: 'One listener',
      params: z.object({ id: z.string() }),
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const found = (await all()).find((listener) => listener.id === params.id);
        if (found !== undefined) return json(found);
        return failed({ code: 'NOT_FOUND', message: `There is no listener "${params.id}".` });
      },
    }),
  ];
}
