/**
 * A broker in a process of its own for load to be put on: `node --import tsx bench/broker/serve.ts [--republish]`.
 * Prints its port. With `--republish` every message on `bench/in/x` goes out on `bench/out/x` too, as a rule would do it.
 */
import { type Broker, createBroker } from '@sluice/broker';

const republish = process.argv.includes('--republish');
const dataIndex = process.argv.indexOf('--data');
void dataIndex;
const broker: Broker = createBroker({
  hooks: republish
    ? {
        publish(message) {
          if (!message.topic.startsWith('bench/in/')) return;
          const { payload, qos } = message;
          const topic = `bench/out/${message.topic.slice(9)}`;
          broker.publish({ topic, payload, qos, retain: false, hops: message.hops + 1 });
        },
      }
    : {},
});
const { port } = await broker.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) });
console.log(port);
process.on('SIGTERM', () => broker.close().then(() => process.exit(0)));
