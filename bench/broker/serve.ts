/**
 * A broker in a process of its own: `node --import tsx bench/broker/serve.ts [--republish] [--data folder] [--port n]
 * [--users n --password-hash h]`: users `shared` and `user0` … with one password.
 * Prints its port, and on SIGUSR2 what it holds after a garbage collection ({@link Held}, with `--expose-gc`). With `--republish` every message on `bench/in/x` goes out on `bench/out/x` too, as a rule would do it.
 */
import { parseArgs } from 'node:util';
import { type Broker, createBroker } from '@sluice/broker';
import type { Held } from './broker-process.ts';

const { values } = parseArgs({
  options: {
    republish: { type: 'boolean', default: false },
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    users: { type: 'string', default: '0' },
    'password-hash': { type: 'string', default: '' },
  },
});

const count = Number(values.users);
const names = count === 0 ? [] : ['shared', ...Array.from({ length: count }, (_, i) => `user${i}`)];

const broker: Broker = createBroker({
  access: { users: names.map((username) => ({ username, passwordHash: values['password-hash'] })) },
  ...(values.data !== undefined && { dataDir: values.data }),
  hooks: values.republish
    ? {
        publish({ topic, payload, qos, hops }) {
          if (!topic.startsWith('bench/in/')) return;
          broker.publish({ topic: `bench/out/${topic.slice(9)}`, payload, qos, retain: false, hops: hops + 1 });
        },
      }
    : {},
});
process.on('SIGUSR2', () => {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const held: Held = { heapUsed, external, sessions: broker.stats().sessions };
  console.log(JSON.stringify(held));
});
const { port } = await broker.listen({ host: '127.0.0.1', port: Number(values.port) });
console.log(port);
process.on('SIGTERM', () => broker.close().then(() => process.exit(0)));
