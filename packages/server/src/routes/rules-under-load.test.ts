import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTarget, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let target: Awaited<ReturnType<typeof startTarget>>;
let publisher: MqttClient;
let subscriber: MqttClient;
/** What came out on `out/…`. */
let republished: string[] = [];

beforeAll(async () => {
  target = await startTarget();
  server = await startTestServer();
  await server.call('POST', '/connectors', { body: { type: 'http', name: 'c', url: target.url } });
  const parameters = { path: '/', method: 'post', body: '${n}' };
  await server.call('POST', '/actions', { body: { type: 'http', name: 'a', connector: 'c', parameters } });
  publisher = await connectAsync(server.mqtt, { protocolVersion: 5 });
  subscriber = await connectAsync(server.mqtt, { protocolVersion: 5 });
  subscriber.on('message', (_topic, payload) => republished.push(payload.toString()));
  await subscriber.subscribeAsync('out', { qos: 1 });
});
afterAll(async () => {
  await publisher.endAsync(true);
  await subscriber.endAsync(true);
  await server.stop();
  target.server.close();
});

const outputs = (version: number) => [
  'http:a',
  { function: 'republish', args: { topic: 'out', payload: `${version}:\${n}`, qos: 1 } },
];

/** Publishes numbers at about 2,000 a second until told to stop; gives how many, when all are acknowledged. */
function flood(qos: 0 | 1): { stop(): Promise<number>; sent(): number } {
  let sent = 0;
  const acks: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    for (let i = 0; i < 20; i++) acks.push(publisher.publishAsync('in/x', `{"n":${sent++}}`, { qos }));
  }, 10);
  return {
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(acks);
      return sent;
    },
  };
}

async function until(done: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await done()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(what());
}

const metrics = async () => (await server.call('GET', '/rules/r/metrics')).body.metrics;
const numbers = (texts: readonly string[]) =>
  texts.map((text) => Number(/(\d+)$/.exec(text)?.[1])).sort((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

it.each([0, 1] as const)(
  'an edited rule sees every message exactly once, at QoS %i',
  async (qos) => {
    republished = [];
    target.requests.length = 0;
    const body = { id: 'r', sql: 'SELECT payload.n AS n FROM "in/#"', actions: outputs(0) };
    expect((await server.call('POST', '/rules', { body })).status).toBe(201);
    const load = flood(qos);
    for (let version = 1; version <= 200; version++) {
      // Found over other ways, with other outputs, under the same name.
      const from = ['"in/#"', '"in/x"', '"in/+"', '"in/#", "in/x"'][version % 4];
      const sql = `SELECT payload.n AS n, ${version} AS version FROM ${from}`;
      const answer = await server.call('PUT', '/rules/r', { body: { sql, actions: outputs(version) } });
      expect(answer.status).toBe(200);
    }
    const sent = await load.stop();
    await until(
      () => republished.length >= sent && target.requests.length >= sent,
      () => `${sent} sent, ${republished.length} republished, ${target.requests.length} delivered`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(numbers(republished)).toEqual(upTo(sent));
    expect(numbers(target.requests)).toEqual(upTo(sent));
    expect(new Set(republished.map((text) => text.split(':')[0])).size).toBeGreaterThan(10);
    expect(await metrics()).toMatchObject({
      matched: sent,
      passed: sent,
      failed: 0,
      'actions.total': 2 * sent,
      'actions.success': 2 * sent,
    });
    expect((await server.call('GET', '/actions/http:a/metrics')).body.metrics).toMatchObject({
      queuing: 0,
      inflight: 0,
    });
    await server.call('DELETE', '/rules/r');
  },
  90_000,
);

it('a rule switched off and on misses only what came while it was off, and doubles nothing', async () => {
  republished = [];
  const body = { id: 'r', sql: 'SELECT payload.n AS n FROM "in/#"', actions: outputs(0).slice(1) };
  expect((await server.call('POST', '/rules', { body })).status).toBe(201);
  const load = flood(1);
  /** Numbers that were sent surely while it was on: between two answers, and acknowledged before the second request. */
  const certain: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const n = 1_000_000 + turn;
    await publisher.publishAsync('in/x', `{"n":${n}}`, { qos: 1 });
    certain.push(n);
    expect((await server.call('PUT', '/rules/r', { body: { enable: false } })).status).toBe(200);
    await publisher.publishAsync('in/x', `{"n":${2_000_000 + turn}}`, { qos: 1 });
    expect((await server.call('PUT', '/rules/r', { body: { enable: true } })).status).toBe(200);
  }
  const sent = await load.stop();
  // The last one that goes through it: what came before it has come out by then.
  await publisher.publishAsync('in/x', '{"n":3000000}', { qos: 1 });
  await until(
    () => republished.includes('0:3000000'),
    () => `${republished.length} republished`,
  );
  const seen = numbers(republished);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((n) => n < 1_000_000).length).toBeLessThan(sent);
  expect(seen.filter((n) => n >= 1_000_000)).toEqual([...certain, 3_000_000]);
  await server.call('DELETE', '/rules/r');
}, 90_000);
