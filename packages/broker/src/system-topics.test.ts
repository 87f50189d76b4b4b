import { afterEach, describe, expect, it } from 'vitest';
import { mosquitto, pause, rawConnect, startBroker, subscribe, type TestBroker, until } from './testing/harness.ts';

let test: TestBroker;
afterEach(() => test.close());

const system = { product: 'Test', version: '1.2.3' };
const own = '$SYS/brokers/sluice@127.0.0.1';

async function listen(filter: string): Promise<Map<string, string>> {
  const heard = new Map<string, string>();
  const client = await test.client();
  client.on('message', (topic, payload) => heard.set(topic, payload.toString()));
  await client.subscribeAsync(filter);
  return heard;
}

describe('$SYS', () => {
  it('tells of the broker under the names of EMQX as soon as somebody subscribes', async () => {
    test = await startBroker({ system: { ...system, interval: 60_000 } });
    const heard = await listen('$SYS/#');
    await until(() => heard.has(`${own}/metrics/messages/received`));
    expect(heard.get('$SYS/brokers')).toBe('sluice@127.0.0.1');
    expect(heard.get(`${own}/version`)).toBe('1.2.3');
    expect(heard.get(`${own}/sysdescr`)).toBe('Test');
    expect(Number(heard.get(`${own}/uptime`))).toBeGreaterThanOrEqual(0);
    expect(Date.parse(heard.get(`${own}/datetime`) ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(heard.get(`${own}/stats/connections/count`)).toBe('1');
    expect(heard.get(`${own}/stats/subscriptions/shared/count`)).toBe('0');
    expect(heard.get(`${own}/metrics/client/connected`)).toBe('1');
    expect(Number(heard.get(`${own}/metrics/bytes/received`))).toBeGreaterThan(0);
  });

  it('tells again after the interval, and the owner sees none of it', async () => {
    test = await startBroker({ system: { ...system, interval: 300 } });
    const heard = await listen(`${own}/uptime`);
    await until(() => heard.size === 1);
    const first = Number(heard.get(`${own}/uptime`));
    await until(() => Number(heard.get(`${own}/uptime`)) > first);
    expect(test.named('publish')).toEqual([]);
    expect(test.named('dropped')).toEqual([]);
    expect(test.broker.counters()['messages.dropped']).toBe(0);
    expect(test.broker.stats().retained).toBe(0);
  });

  it('is not reached by # and +, nor from other machines, and is silent unless asked for', async () => {
    test = await startBroker({ system: { ...system, interval: 250 } });
    const all = await listen('#');
    const levels = await listen('+/brokers');
    await listen('$SYS/brokers');
    await pause(600);
    expect([all.size, levels.size]).toEqual([0, 0]);
    await test.close();

    test = await startBroker({ system: { ...system, interval: 0 } });
    const nothing = await listen('$SYS/#');
    await pause(400);
    expect(nothing.size).toBe(0);
    // `permissions … by default` in access/permissions.test.ts shows who may subscribe.
    test.broker.setAccess({ permissions: [{ permission: 'deny', action: 'subscribe', topics: ['$SYS/#'] }] });
    expect(await subscribe(await rawConnect(test.port), '$SYS/brokers/+/version')).toBe(135);
  });

  it('answers mosquitto_sub', async () => {
    test = await startBroker({ system: { ...system, interval: 60_000 } });
    const args = ['-t', '$SYS/brokers/+/version', '-C', '1', '-W', '5'];
    const { code, output } = await mosquitto('mosquitto_sub', test.port, args);
    expect([code, output.trim()]).toEqual([0, '1.2.3']);
  });
});
