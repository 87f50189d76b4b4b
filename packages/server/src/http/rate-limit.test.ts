import { describe, expect, it } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { clientOf, createRateLimit } from './rate-limit.ts';

describe('the limit', () => {
  it('takes ten seconds at once, then as much as fills up', () => {
    let time = 0;
    const limit = createRateLimit(10, () => time);
    const burst = Array.from({ length: 150 }, () => limit.take('a'));
    expect(burst.filter((wait) => wait === 0)).toHaveLength(100);
    expect(limit.take('b')).toBe(0);
    let taken = 0;
    for (let i = 0; i < 1000; i++) {
      time += 10;
      if (limit.take('a') === 0) taken++;
    }
    expect(taken).toBeGreaterThanOrEqual(98);
    expect(taken).toBeLessThanOrEqual(102);
  });

  it('never meets a console, nor ten behind one address', () => {
    let time = 0;
    const limit = createRateLimit(100, () => time);
    for (let second = 0; second < 3600; second++) {
      time += 1000;
      for (let i = 0; i < 50; i++) expect(limit.take('office')).toBe(0);
    }
  });

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (ip, client) => {
    expect(clientOf(ip)).toBe(client);
  });
});

describe('on the wire', () => {
  it('each address behind a trusted proxy has its own limit; this machine has none', async () => {
    const server = await startTestServer({ rateLimit: 2, trustProxy: '127.0.0.1' });
    const from = async (address: string) => {
      const { status, body, headers } = await server.call('GET', '/rules', { headers: { 'x-forwarded-for': address } });
      return { status, code: body.code, wait: Number(headers.get('retry-after')) };
    };
    const flood = [];
    for (let i = 0; i < 40; i++) flood.push(await from('203.0.113.9'));
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', wait: 1 });
    expect((await from('203.0.113.10')).status).toBe(200);
    for (let i = 0; i < 100; i++) expect((await server.call('GET', '/status')).status).toBe(200);
    await server.stop();
  });

  it('nobody names an address for himself: without a trusted proxy the header means nothing', async () => {
    const server = await startTestServer({ rateLimit: 1 });
    const attempt = (n: number) =>
      server.call('POST', '/login', {
        auth: false,
        body: { username: 'admin', password: 'wrong' },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      });
    const statuses = (await Promise.all(Array.from({ length: 12 }, (_, n) => attempt(n)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await server.stop();
  });
});
