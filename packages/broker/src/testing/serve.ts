import { createBroker } from '../broker.ts';

/** A broker in a process of its own, to be killed: `node --import tsx serve.ts <folder> <port>`. Prints its port. */

const [folder, port] = process.argv.slice(2);
const broker = createBroker({ dataDir: folder ?? '' });
const address = await broker.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write(`${address.port}\n`);
