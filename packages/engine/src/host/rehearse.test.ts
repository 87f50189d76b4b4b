import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineHost } from '../host.ts';
import { createEngine } from './engine.ts';

const record = { enable: true, description: '' };
const connectors: ConnectorConfig[] = [
  { type: 'http', name: 'hook', ...record, url: 'http://127.0.0.1:1/api', headers: { authorization: 'Bearer secret' } },
  { type: 'mqtt', name: 'other', ...record, server: '127.0.0.1:1' },
];
const actions: ChannelConfig[] = [
  {
    type: 'http',
    name: 'post',
    ...record,
    connector: 'hook',
    parameters: {
      method: 'post',
      path: '/in/${clientid}?t=${topic}',
      body: '{"v":${v}}',
      headers: { 'x-qos': '${qos}' },
    },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  },
  {
    type: 'mqtt',
    name: 'send',
    ...record,
    connector: 'other',
    parameters: { topic: 'up/${clientid}', qos: '${qos}', retain: true, payload: '' },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  },
];
const context = {
  event_type: 'message_publish',
  topic: 't/1',
  clientid: 'dev 1',
  qos: 1,
  payload: '{"v": 12345678901234567890, "on": false}',
};
const outputs: RuleConfig['actions'] = ['http:post', 'mqtt:send', 'http:gone', { function: 'console' }];

describe('rehearsal of a rule', () => {
  let engine: EngineHost;
  let dataDir: string;
  const printed: string[] = [];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-rehearse-'));
    engine = createEngine({ writeConsole: (line) => printed.push(line) });
    const config = { connectors, actions, sources: [], rules: [] };
    await engine.start({ node: 'sluice@127.0.0.1', mqttHost: '127.0.0.1', mqttPort: 0, dataDir, config });
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('renders every request without any effect', async () => {
    const sql = 'SELECT payload.v as v, clientid, qos, topic FROM "t/#" WHERE payload.on = false';
    const rehearsal = await engine.rehearse({ id: 'r', sql, actions: outputs }, context);
    expect(rehearsal).toMatchObject({
      kind: 'rows',
      rows: [
        {
          json: expect.stringContaining('12345678901234567890'),
          outputs: [
            {
              output: 'http:post',
              ok: true,
              request: {
                method: 'POST',
                url: 'http://127.0.0.1:1/api/in/dev%201?t=t/1',
                headers: { authorization: '******', 'x-qos': '1' },
                body: '{"v":12345678901234567890}',
              },
            },
            { output: 'mqtt:send', ok: true, request: { topic: 'up/dev 1', qos: 1, retain: true } },
            { output: 'http:gone', ok: false, message: expect.stringContaining('does not exist') },
            { output: 'console', ok: true },
          ],
        },
      ],
    });
    expect(printed).toEqual([]);
    expect((await engine.channelMetrics('action'))['http:post']).toMatchObject({ matched: 0 });
  });

  it('takes a message of "any source" as one of the source that the rule names', async () => {
    const message = { event_type: '$bridges/mqtt:*', topic: 't', payload: '{"v":1}' };
    for (const from of ['$bridges/mqtt:plant_in', '$sources/mqtt:plant_in', '$bridges/mqtt:*']) {
      const rule = { id: 'r', sql: `SELECT payload.v as v FROM "${from}"`, actions: [] };
      expect(await engine.rehearse(rule, message)).toMatchObject({ kind: 'rows', rows: [{ json: '{"v":1}' }] });
    }
    const other = { id: 'r', sql: 'SELECT * FROM "$bridges/pulsar_consumer:x"', actions: [] };
    expect(await engine.rehearse(other, message)).toMatchObject({ kind: 'other_event' });
  });

  it('says which part of WHERE was false, undefined or wrong, with the values it saw', async () => {
    const sql = `SELECT payload.v as v FROM "t/#" WHERE clientid = 'dev 1' AND (v < 5 or payload.on = true) AND payload.nope > 1`;
    const rehearsal = await engine.rehearse({ id: 'r', sql, actions: [] }, context);
    expect(rehearsal).toMatchObject({
      kind: 'no_match',
      where: [
        { text: "clientid = 'dev 1'", outcome: 'true', values: [{ path: 'clientid', json: '"dev 1"' }] },
        { text: '(v < 5 or payload.on = true)', outcome: 'false' },
        { text: 'payload.nope > 1', outcome: 'false', values: [{ path: 'payload.nope', json: '"undefined"' }] },
      ],
    });
    const bare = await engine.rehearse(
      { id: 'r', sql: 'SELECT * FROM "t/#" WHERE payload.on AND qos = 1', actions: [] },
      context,
    );
    expect(bare).toMatchObject({
      kind: 'error',
      where: [{ text: 'payload.on', outcome: 'error' }, { outcome: 'true' }],
    });
    const either = await engine.rehearse(
      { id: 'r', sql: 'SELECT * FROM "t/#" WHERE qos = 0 OR qos = 2', actions: [] },
      context,
    );
    expect(either).toMatchObject({
      where: [
        { text: 'qos = 0', outcome: 'false', values: [{ path: 'qos', json: '1' }] },
        { text: 'qos = 2', outcome: 'false' },
      ],
    });
  });

  it('says when the event is not one of FROM, and where the statement is wrong', async () => {
    const elsewhere = await engine.rehearse({ id: 'r', sql: 'SELECT * FROM "x"', actions: [] }, context);
    expect(elsewhere.kind).toBe('other_event');
    const broken = await engine.rehearse({ id: 'r', sql: 'SELECT FROM', actions: [] }, context);
    expect(broken.kind).toBe('error');
    const refused = await engine.rehearse({ id: 'r', sql: 'SELECT * FROM "t"', actions: [] }, { event_type: 'nope' });
    expect(refused.kind).toBe('error');
  });

  it('shows what a rule sees to those who watch', async () => {
    const config = { id: 'seen', name: '', enable: true, description: '', created_at: '', last_modified_at: '' };
    const sql = 'SELECT payload FROM "w/#" WHERE qos = 1';
    await engine.apply([{ kind: 'put_rule', config: { ...config, sql, actions: [] } }]);
    const publish = (qos: 0 | 1) => engine.publish({ topic: 'w/1', payload: Buffer.from('hello'), qos, retain: false });
    await publish(1);
    const start = await engine.tap('seen', 0);
    expect(start.lines).toEqual([]);
    await publish(1);
    await publish(0);
    const { lines, cursor } = await engine.tap('seen', start.cursor);
    expect(lines).toMatchObject([
      { outcome: 'rows', rows: ['{"payload":"hello"}'], event: expect.stringContaining('"topic":"w/1"') },
      { outcome: 'no_match' },
    ]);
    expect((await engine.tap('seen', cursor)).lines).toEqual([]);
  });
});
