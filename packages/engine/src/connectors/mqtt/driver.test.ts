import { createBroker } from '@sluice/broker';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { connectAsync } from 'mqtt';
import { type Counterpart, describeDriver } from '../../testing/driver-kit.ts';
import { MOSQUITTO, startMosquitto } from '../../testing/mosquitto.ts';

function connector(port: number, more: Partial<ConnectorConfig> = {}): ConnectorConfig {
  return {
    type: 'mqtt',
    name: 'kit',
    enable: true,
    description: '',
    server: `127.0.0.1:${port}`,
    pool_size: 3,
    resource_opts: { health_check_interval: '1s' },
    ...more,
  } as ConnectorConfig;
}

function action(): ChannelConfig {
  return {
    type: 'mqtt',
    name: 'kit',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { topic: 'kit/${key}', qos: 1, retain: false, payload: '${body}' },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

/** Listens on the counterpart itself, not through the proxy. */
async function listen(
  port: number,
  stop: () => Promise<void>,
  user?: { username: string; password: string },
): Promise<Counterpart> {
  const bodies: string[] = [];
  const listener = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...user, keepalive: 600 });
  listener.on('message', (_topic, payload) => bodies.push(payload.toString()));
  await listener.subscribeAsync('kit/#', { qos: 1 });
  return {
    port,
    received: () => bodies,
    async stop() {
      await listener.endAsync(true);
      await stop();
    },
  };
}

describeDriver({
  name: 'mqtt against mosquitto',
  skip: MOSQUITTO === undefined ? 'mosquitto is not installed' : undefined,
  async start() {
    const mosquitto = await startMosquitto();
    return listen(mosquitto.port, () => mosquitto.stop());
  },
  connector,
  action,
  async refused() {
    const mosquitto = await startMosquitto(['allow_anonymous false']);
    const counterpart: Counterpart = { port: mosquitto.port, received: () => [], stop: () => mosquitto.stop() };
    const refusedConnector = connector(mosquitto.port, { username: 'me', password: 'wrong' });
    return { counterpart, connector: refusedConnector, reason: /user name|not allow/ };
  },
});

describeDriver({
  name: 'mqtt 5 against our own broker',
  async start() {
    const broker = createBroker();
    const { port } = await broker.listen({ host: '127.0.0.1', port: 0 });
    return listen(port, () => broker.close());
  },
  connector: (port) => connector(port, { proto_ver: 'v5' }),
  action,
});
