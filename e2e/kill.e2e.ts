import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataFolder, signIn, startProduct } from './product.ts';
import { startSink } from './sink.ts';

let data: ReturnType<typeof dataFolder>;
beforeEach(() => {
  data = dataFolder();
});
afterEach(() => data.remove());

it('what was configured and what was acknowledged survive a kill -9 while the target is down', async () => {
  const product = await startProduct(data.path);
  const api = await signIn(product);
  // A target that refuses: take a free port and give it back.
  const reserved = await startSink();
  const target = new URL(reserved.url);
  await reserved.close();

  expect((await api('POST', '/connectors', { type: 'http', name: 'sink', url: target.href })).status).toBe(201);
  const action = { type: 'http', name: 'to-sink', connector: 'sink', parameters: { path: '/in', body: '${n}' } };
  expect((await api('POST', '/actions', action)).status).toBe(201);
  const rule = { id: 'r1', sql: 'SELECT payload.n AS n FROM "t/#" WHERE payload.n > 0', actions: ['http:to-sink'] };
  expect((await api('POST', '/rules', rule)).status).toBe(201);

  const publisher = await connectAsync(`mqtt://${new URL(product.mqtt).host}`, { reconnectPeriod: 0 });
  publisher.on('error', () => {});
  const acknowledged: number[] = [];
  let killed: Promise<unknown> | undefined;
  for (let n = 1; n <= 500; n++) {
    void publisher
      .publishAsync('t/1', JSON.stringify({ n }), { qos: 1 })
      .then(() => {
        acknowledged.push(n);
        // In mid-flow: the rest is on its way or not yet sent.
        if (acknowledged.length === 250) killed = product.end('SIGKILL');
      })
      .catch(() => {});
  }
  await expect.poll(() => killed, { timeout: 20_000 }).toBeDefined();
  await killed;
  await publisher.endAsync(true);

  const sink = await startSink({ port: Number(target.port) });
  const again = await startProduct(data.path);
  try {
    const arrived = (): Set<number> => new Set(sink.received.map((request) => Number(request.body)));
    await expect
      .poll(() => acknowledged.filter((n) => !arrived().has(n)).length, { timeout: 40_000, interval: 200 })
      .toBe(0);
    const after = await signIn(again);
    expect((await after('GET', '/rules/r1')).status).toBe(200);
    expect((await after('GET', '/connectors/http:sink')).status).toBe(200);
  } finally {
    await again.end('SIGINT');
    await sink.close();
  }
});
