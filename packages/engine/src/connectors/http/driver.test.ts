import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { type Counterpart, describeDriver } from '../../testing/driver-kit.ts';

async function startServer(): Promise<Counterpart> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connector(port: number): ConnectorConfig {
  return {
    type: 'http',
    name: 'kit',
    enable: true,
    description: '',
    url: `http://127.0.0.1:${port}/base`,
    resource_opts: { health_check_interval: '1s' },
  };
}

function action(): ChannelConfig {
  return {
    type: 'http',
    name: 'kit',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { method: 'post', path: '/in/${key}', body: '${body}', headers: { 'content-type': 'text/plain' } },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

describeDriver({ name: 'http', start: startServer, connector, action });
