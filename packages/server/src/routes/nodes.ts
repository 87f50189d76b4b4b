import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { z } from 'zod';
import { failed, json, plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { API_VERSION, PRODUCT_VERSION, type Services } from '../services.ts';

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(2)}G`;
const hundredths = (value: number): number => Math.round(value * 100) / 100;

export function nodeRoutes({ readings, node, startedAt }: Services): Route[] {
  const tag = 'cluster';

  async function record() {
    const stats = await readings.stats();
    const [load1 = 0, load5 = 0, load15 = 0] = loadavg().map(hundredths);
    return {
      node,
      node_status: 'running',
      role: 'core',
      version: API_VERSION,
      edition: 'Opensource',
      product: 'Sluice',
      product_version: PRODUCT_VERSION,
      uptime: Date.now() - startedAt,
      connections: stats.connections,
      live_connections: stats.connections,
      cluster_sessions: stats.sessions,
      load1,
      load5,
      load15,
      memory_total: gigabytes(totalmem()),
      memory_used: gigabytes(totalmem() - freemem()),
      process_available: cpus().length,
      process_used: 1,
      max_fds: 0,
      otp_release: `node ${process.versions.node}`,
      sys_path: '',
      log_path: 'stdout',
    };
  }

  return [
    route({
      method: 'GET',
      path: '/nodes',
      tag,
      summary: 'The nodes: here always one',
      handle: async () => json([await record()]),
    }),
    route({
      method: 'GET',
      path: '/nodes/:node',
      tag,
      summary: 'One node',
      params: z.object({ node: z.string() }),
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        if (params.node === node) return json(await record());
        return failed({ code: 'NOT_FOUND', message: `There is no node named "${params.node}".` });
      },
    }),
    route({
      method: 'GET',
      path: '/cluster',
      tag,
      summary: 'Name and nodes of the cluster',
      handle: () => json({ name: 'sluice', nodes: [node], self: node }),
    }),
    route({
      method: 'GET',
      path: '/status',
      access: 'public',
      tag,
      summary: 'Is it running? For load balancers',
      query: z.object({ format: z.string().optional() }),
      handle({ query }) {
        if (query.format === 'json') {
          return json({ rel_vsn: `v${API_VERSION}`, node_name: node, broker_status: 'started', app_status: 'running' });
        }
        return plainText(statusText(node), 'text/plain');
      },
    }),
  ];
}

/** What EMQX answers on `/status`; monitoring looks for these words. */
export function statusText(node: string): string {
  return `Node ${node} is started\nemqx is running`;
}
