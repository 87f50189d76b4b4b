// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhookParts, deleteWebhookParts, readWebhookParts, updateWebhookParts } from './webhook-parts.ts';

const input = {
  name: 'w',
  enable: true,
  description: '',
  sql: 'SELECT * FROM "#"',
  connector: { url: 'http://x' },
  action: { parameters: { method: 'post' } },
};

/** A backend that knows only parts: answers by `METHOD path`, and remembers what it was asked. */
function backend(answers: Readonly<Record<string, [status: number, body?: unknown]>>) {
  const calls: { readonly call: string; readonly body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${decodeURIComponent(url).replace('api/v5', '').replace(/\?.*/, '')}`;
    calls.push({ call, body: init.body ? JSON.parse(String(init.body)) : undefined });
    const [status, body] = answers[call] ?? [200, {}];
    return new Response(status === 204 ? null : JSON.stringify(body ?? { code: 'X', message: '' }), { status });
  });
  return { calls, names: () => calls.map((one) => one.call) };
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

describe('creating a webhook from parts', () => {
  it('makes connector, action and rule that belong together', async () => {
    const { calls } = backend({});
    await createWebhookParts(input);
    expect(calls).toEqual([
      { call: 'POST /connectors', body: { url: 'http://x', enable: true, type: 'http', name: 'w_WH_D' } },
      {
        call: 'POST /actions',
        body: { parameters: { method: 'post' }, connector: 'w_WH_D', enable: true, type: 'http', name: 'w_WH_D' },
      },
      {
        call: 'POST /rules',
        body: { sql: 'SELECT * FROM "#"', enable: true, description: '', actions: ['http:w_WH_D'], id: 'w_WH_D' },
      },
    ]);
  });
  it('takes everything back when a part fails, the last first', async () => {
    const { names } = backend({ 'POST /rules': [400] });
    await expect(createWebhookParts(input)).rejects.toMatchObject({ status: 400 });
    expect(names().slice(3)).toEqual(['DELETE /actions/http:w_WH_D', 'DELETE /connectors/http:w_WH_D']);
  });
});

describe('changing', () => {
  it('makes the parts that are missing', async () => {
    const { names } = backend({ 'PUT /actions/http:w_WH_D': [404] });
    await updateWebhookParts(input);
    expect(names()).toEqual([
      'PUT /connectors/http:w_WH_D',
      'PUT /actions/http:w_WH_D',
      'POST /actions',
      'PUT /rules/w_WH_D',
    ]);
  });
});

describe('deleting', () => {
  it('goes from the rule to the connector and does not mind missing parts', async () => {
    const { names } = backend({ 'DELETE /actions/http:w_WH_D': [404] });
    await deleteWebhookParts('w');
    expect(names()).toEqual([
      'GET /rules/w_WH_D',
      'DELETE /rules/w_WH_D',
      'DELETE /actions/http:w_WH_D',
      'DELETE /connectors/http:w_WH_D',
    ]);
  });
  it('brings the rule back when the action stays', async () => {
    const rule = { id: 'w_WH_D', sql: 's', enable: true, description: 'd', actions: ['http:w_WH_D'], from: ['#'] };
    const { calls } = backend({ 'GET /rules/w_WH_D': [200, rule], 'DELETE /actions/http:w_WH_D': [503] });
    await expect(deleteWebhookParts('w')).rejects.toMatchObject({ status: 503 });
    expect(calls.at(-1)).toEqual({
      call: 'POST /rules',
      body: { id: 'w_WH_D', sql: 's', enable: true, description: 'd', actions: ['http:w_WH_D'] },
    });
  });
});

describe('reading', () => {
  it('joins the parts by name and says what is missing', async () => {
    backend({
      'GET /connectors': [
        200,
        [
          { type: 'http', name: 'a_WH_D', url: 'http://a' },
          { type: 'http', name: 'plain' },
          { type: 'mqtt', name: 'm_WH_D' },
        ],
      ],
      'GET /actions': [200, [{ type: 'http', name: 'a_WH_D', connector: 'a_WH_D', status: 'connected' }]],
      'GET /rules': [
        200,
        {
          data: [
            { id: 'a_WH_D', sql: 's', enable: true, description: '', actions: ['http:a_WH_D'] },
            { id: 'b_WH_D', sql: '', enable: false, description: '', actions: [] },
          ],
          meta: { hasnext: false },
        },
      ],
    });
    const webhooks = await readWebhookParts(new AbortController().signal);
    expect(webhooks.map((one) => [one.name, one.complete, one.missing, one.url])).toEqual([
      ['a', true, [], 'http://a'],
      ['b', false, ['connector', 'action'], ''],
    ]);
  });
});
