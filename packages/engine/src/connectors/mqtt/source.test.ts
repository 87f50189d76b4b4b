import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { connectAsync } from 'mqtt';
import { MOSQUITTO, startMosquitto } from '../../testing/mosquitto.ts';
import { describeSource } from '../../testing/source-kit.ts';

/** A session of its own: what is published while the connection is away is kept for it. */
function connector(port: number, more: Partial<ConnectorConfig> = {}): ConnectorConfig {
  return {
    type: 'mqtt',
    name: 'kit',
    enable: true,
    description: '',
    server: `127.0.0.1:${port}`,
    pool_size: 1,
    clean_start: false,
    resource_opts: { health_check_interval: '1s' },
    ...more,
  } as ConnectorConfig;
}

function source(topic: string): ChannelConfig {
  return {
    type: 'mqtt',
    name: 'in',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { topic, qos: 1 },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

const CASES = [
  ['v4', 'kit/#'],
  ['v5', '$share/g/kit/#'],
] as const;

for (const [version, topic] of CASES) {
  describeSource({
    name: `mqtt ${version} ${topic}, against mosquitto`,
    skip: MOSQUITTO === undefined ? 'mosquitto is not installed' : undefined,
    mostHeld: 20,
    async start() {
      const mosquitto = await startMosquitto(['allow_anonymous true', 'max_inflight_messages 20']);
      const writer = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { keepalive: 600 });
      return {
        port: mosquitto.port,
        put: async (messages) => {
          await Promise.all(messages.map(({ key, body }) => writer.publishAsync(`kit/${key}`, body, { qos: 1 })));
        },
        async stop() {
          await writer.endAsync(true);
          await mosquitto.stop();
        },
      };
    },
    connector: (port) => connector(port, { proto_ver: version }),
    source: () => source(topic),
    async refused() {
      const mosquitto = await startMosquitto(['allow_anonymous false']);
      return {
        connector: connector(mosquitto.port, { username: 'me', password: 'wrong', proto_ver: version }),
        reason: /user name|not allow/,
        stop: () => mosquitto.stop(),
      };
    },
  });
}
