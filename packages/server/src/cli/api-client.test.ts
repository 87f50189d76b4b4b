import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { connectApi } from './api-client.ts';

async function answering(...answers: readonly [number, Record<string, string>, string][]) {
  let n = 0;
  const server = createServer((_request, response) => {
    const [status, headers, body] = answers[Math.min(n++, answers.length - 1)] ?? [500, {}, ''];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = await connectApi({ url, apiKey: 'k', apiSecret: 's', username: '' });
  if (!api.ok) throw new Error(api.error);
  const result = await api.value.call('POST', '/rules', {});
  server.closeAllConnections();
  server.close();
  return { result, n };
}

it('goes on when the server says that it was too fast', async () => {
  const slow: [number, Record<string, string>, string] = [429, { 'retry-after': '1' }, '{"code":"RATE_LIMITED"}'];
  expect(await answering(slow, [200, {}, '{"id":"r"}'])).toEqual({ result: { ok: true, value: { id: 'r' } }, n: 2 });
});

it('says so when it would have to wait long', async () => {
  const { result, n } = await answering([429, { 'retry-after': '60' }, '{"message":"Try again in 60 seconds."}']);
  expect(n).toBe(1);
  expect(result).toMatchObject({ ok: false, error: 'Try again in 60 seconds.' });
});
