/**
 * A storm of clients with passwords after a restart, when no password is remembered:
 * `npx tsx bench/broker/logins.ts [--clients 1000]`. Each client is a user of its own, all come at once; meanwhile another client
 * sends itself a message every 20 ms, which shows whether the passwords hold up messages. Then all come once more, when the
 * broker remembers them, and once more with one account for all, which it does not.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hashPassword } from '@sluice/broker';
import { pause, startBroker, stop, usage } from './broker-process.ts';
import { type BenchConnection, openConnection, subscribe } from './connection.ts';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '1000' } } });
const count = Number(values.clients);
const PASSWORD = 'correct horse';

const quantile = (sorted: readonly number[], q: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN).toFixed(0);

const hash = await hashPassword(PASSWORD);
const broker = await startBroker(['--users', String(count), '--password-hash', hash]);

/** Latencies in ms of a message every 20 ms while `work` runs. */
async function beside<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly latencies: number[] }> {
  const echo = await openConnection(broker.port, { clientId: 'echo' });
  await subscribe(echo, 'echo', 0);
  const latencies: number[] = [];
  let sent = 0;
  echo.onPacket = (header) => {
    if (header >> 4 === 3) latencies.push(performance.now() - sent);
  };
  // PUBLISH at QoS 0, MQTT 5: topic, no properties, no payload.
  const packet = Buffer.concat([Buffer.of(0x30, 7, 0, 4), Buffer.from('echo'), Buffer.of(0)]);
  const timer = setInterval(() => {
    sent = performance.now();
    echo.socket.write(packet);
  }, 20);
  const result = await work();
  clearInterval(timer);
  await pause(100);
  echo.socket.removeAllListeners('close').destroy();
  return { result, latencies: latencies.sort((a, b) => a - b) };
}

async function storm(name: string, username: (i: number) => string): Promise<void> {
  const times: number[] = [];
  let refused = 0;
  const open: BenchConnection[] = [];
  const before = usage(broker.pid).cpu;
  const began = performance.now();
  const { latencies } = await beside(() =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const credentials = { username: username(i), password: PASSWORD };
        const made = await openConnection(broker.port, { clientId: `c${i}`, ...credentials }).catch(() => undefined);
        if (made === undefined) refused++;
        else {
          times.push(performance.now() - began);
          open.push(made);
        }
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  const cpu = (usage(broker.pid).cpu - before) / 1e6;
  for (const { socket } of open)
    socket
      .removeAllListeners('close')
      .on('error', () => {})
      .destroy();
  times.sort((a, b) => a - b);
  const cells = [
    name,
    String(times.length),
    String(refused),
    seconds.toFixed(1),
    cpu.toFixed(1),
    quantile(times, 0.5),
    quantile(times, 1),
    quantile(latencies, 0.5),
    quantile(latencies, 0.99),
    quantile(latencies, 1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  await pause(1000);
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(2)}\n`,
);
console.log(
  '| Logins | in | refused | s | CPU s | p50 ms | last ms | message p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|---|---|---|---|---|',
);
await storm('first, a user each', (i) => `user${i}`);
await storm('again', (i) => `user${i}`);
await storm('first, one user for all', () => 'shared');
await stop(broker.child);
process.exit(0);
