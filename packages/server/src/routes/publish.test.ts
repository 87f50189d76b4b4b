import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const publish = (body: object, path = '/publish') => server.call('POST', path, { body });

describe('publishing', () => {
  it('says when nobody is subscribed', async () => {
    expect(await publish({ topic: 'a', payload: 'x' })).toMatchObject({
      status: 202,
      body: { reason_code: 16, message: 'no_matching_subscribers' },
    });
  });

  it('carries payloads and properties as they are, to rules too', async () => {
    const sql = 'SELECT payload, qos, pub_props FROM "p/#"';
    await server.call('POST', '/rules', { body: { id: 'p', sql, actions: [{ function: 'console' }] } });
    await publish({
      topic: 'p/1',
      payload: Buffer.from('bytes').toString('base64'),
      payload_encoding: 'base64',
      qos: 1,
      properties: { content_type: 'text/x', message_expiry_interval: 60, user_properties: { a: 'b' } },
    });
    const line = server.lines.find((one) => one.startsWith('[rule p] ')) ?? '';
    expect(JSON.parse(line.slice('[rule p] '.length))).toMatchObject({
      payload: 'bytes',
      qos: 1,
      pub_props: { 'Content-Type': 'text/x', 'Message-Expiry-Interval': 60, 'User-Property': { a: 'b' } },
    });
  });

  it.each([
    [{ topic: 'a/#', payload: 'x' }],
    [{ topic: '', payload: 'x' }],
    [{ topic: 'a\u0000', payload: 'x' }],
    [{ topic: 'ü'.repeat(40_000), payload: 'x' }],
  ])('refuses the topic of %j as MQTT does', async (body) => {
    expect(await publish(body)).toMatchObject({ status: 400, body: { reason_code: 144 } });
  });

  it.each([
    [{ payload: 'x' }],
    [{ topic: 'a' }],
    [{ topic: 'a', payload: 'x', qos: 3 }],
    [{ topic: 'a', payload: {} }],
    [{ topic: 'a', payload: 'x', payload_encoding: 'hex' }],
    [{ topic: 'a', payload: 'x', properties: { response_topic: 'a/+' } }],
    [{ topic: 'a', payload: 'x', properties: { content_type: '\u0000' } }],
    [{ topic: 'a', payload: 'x', properties: { message_expiry_interval: -1 } }],
    [{ topic: 'a', payload: 'x', properties: { user_properties: { a: 1 } } }],
  ])('refuses %j', async (body) => {
    expect(await publish(body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('takes several at once and answers each', async () => {
    const bulk = [
      { topic: 'a', payload: '1' },
      { topic: 'b/#', payload: '2' },
    ];
    const answer = await publish(bulk, '/publish/bulk');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject([{ reason_code: 16 }, { reason_code: 144 }]);
  });
});
