import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const all = async () => (await server.call('GET', '/sluice/rules_metrics')).body;
const matched = async () =>
  Object.fromEntries(Object.entries<{ matched: number }>(await all()).map(([id, { matched: count }]) => [id, count]));
const publish = (topic: string) => server.call('POST', '/publish', { body: { topic, payload: 'x' } });
const create = (id: string) => server.call('POST', '/rules', { body: { id, sql: `SELECT * FROM "${id}"` } });

it('the metrics of all rules are those of each, while messages flow and rules come, go and begin anew', async () => {
  expect(await matched()).toEqual({});
  await create('a');
  await create('b');
  expect(await matched()).toEqual({ a: 0, b: 0 });
  await publish('a');
  await expect.poll(matched, { timeout: 5000 }).toEqual({ a: 1, b: 0 });
  await create('c');
  await publish('a');
  await publish('c');
  await expect.poll(matched, { timeout: 5000 }).toEqual({ a: 2, b: 0, c: 1 });
  await server.call('PUT', '/rules/a/metrics/reset');
  await server.call('DELETE', '/rules/b');
  expect(await matched()).toEqual({ a: 0, c: 1 });
  await publish('a');
  await expect.poll(matched, { timeout: 5000 }).toEqual({ a: 1, c: 1 });
  for (const id of ['a', 'c']) {
    const one = (await server.call('GET', `/rules/${id}/metrics`)).body.metrics;
    const { counting_since, ...counters } = (await all())[id];
    expect(counting_since).toBe(one.counting_since);
    expect(Object.keys(counters).sort()).toEqual(
      Object.keys(one)
        .filter((key) => key !== 'counting_since')
        .sort(),
    );
    expect(counters.matched).toBe(one.matched);
  }
});
