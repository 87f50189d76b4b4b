import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type Product, signIn, startProduct } from '../../e2e/product.ts';
import { type BenchConnection, openConnection } from '../broker/connection.ts';

/** The collector gives memory back when a process has had nothing to do for a while. */
const REST_MS = 15_000;

const kib = (bytes: number, count: number): string => (bytes / count / 1024).toFixed(1);

async function resident({ pid }: Product): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
}

/** A statement and outputs as people write them; each rule reads from a topic of its own. */
async function createRules(api: Api, count: number): Promise<void> {
  const args = { topic: 'bench/out/${clientid}', payload: '{"seq":${seq},"ts":${ts}}', qos: '${qos}' };
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = next++; i < count; i = next++) {
        const sql = `SELECT payload.temp AS temp, clientid, topic FROM "idle/${i}/+/x" WHERE payload.temp > 20`;
        const answer = await api('POST', '/rules', { id: `idle${i}`, sql, actions: [{ function: 'republish', args }] });
        if (answer.status !== 201) throw new Error(`POST /rules: ${answer.status}`);
      }
    }),
  );
}

/** Prints what an idle rule and an idle connection cost, from the resident memory of the whole process. */
export async function measureMemory(rules: number, connections: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  let product = await startProduct(data);
  try {
    const empty = await resident(product);
    const port = Number(new URL(product.mqtt).port);
    const clients: BenchConnection[] = [];
    const open = async (count: number): Promise<number> => {
      while (clients.length < count) clients.push(await openConnection(port, { clientId: `idle${clients.length}` }));
      return resident(product);
    };
    // The first ones warm the code up.
    const few = await open(connections / 10);
    const connected = await open(connections + connections / 10);
    for (const { socket } of clients) {
      socket.removeAllListeners('close').on('error', () => undefined);
      socket.destroy();
    }
    await product.end('SIGTERM');

    product = await startProduct(data);
    const before = await resident(product);
    await createRules(await signIn(product), rules);
    const created = await resident(product);
    await product.end('SIGTERM');
    product = await startProduct(data);
    const restarted = await resident(product);
    console.log(`
| memory of | |
|---|---|
| the idle product | ${(empty / 1e6).toFixed(0)} MB |
| an idle connection (${connections} of them) | ${kib(connected - few, connections)} KiB |
| an idle rule, after ${rules} were created | ${kib(created - before, rules)} KiB |
| an idle rule, after a restart with ${rules} | ${kib(restarted - before, rules)} KiB |`);
  } finally {
    await product.end('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  }
}
