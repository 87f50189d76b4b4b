import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionMetrics, ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeadLetter, EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { createEngine } from './engine.ts';

const record = { enable: true, description: '' };
const times = { created_at: 0, last_modified_at: 0 };

describe('dead letters', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let sink: Server;
  let engine: EngineHost;
  let status = 400;
  let taken: string[] = [];

  beforeEach(async () => {
    status = 400;
    taken = [];
    folder = temporaryFolder();
    sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        if (status === 200) taken.push(body);
        response.statusCode = status;
        response.end();
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    await start();
  });
  afterEach(async () => {
    await engine.stop();
    sink.closeAllConnections();
    await new Promise((resolve) => sink.close(resolve));
    folder.remove();
  });

  async function start(): Promise<void> {
    engine = createEngine({ writeConsole: () => {}, writeError: () => {} });
    const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const connector = { type: 'http', name: 'h', ...record, url } as ConnectorConfig;
    const action: ChannelConfig = {
      type: 'http',
      name: 'a',
      ...record,
      ...times,
      connector: 'h',
      parameters: { method: 'post', body: '${payload}' },
      resource_opts: {},
    };
    const rule: RuleConfig = {
      id: 'picky',
      name: '',
      ...record,
      sql: 'SELECT payload FROM "t/#", "$events/client_connected"',
      actions: ['http:a'],
      created_at: '',
      last_modified_at: '',
    };
    await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config: { connectors: [connector], actions: [action], sources: [], rules: [rule] },
    });
  }

  const publish = (n: number, qos: 0 | 1 = 1) =>
    engine.publish({ topic: `t/${n}`, payload: Buffer.from(`{"n":\n${n}}`), qos, retain: false });
  const letters = async (): Promise<readonly DeadLetter[]> =>
    (await engine.deadLetters({ offset: 0, limit: 100 })).letters;
  const books = async (): Promise<ActionMetrics> => (await engine.channelMetrics('action'))['http:a'] as ActionMetrics;

  async function buried(count: number): Promise<readonly DeadLetter[]> {
    await until(async () => (await letters()).length === count, `${count} letters`);
    return letters();
  }

  it('name rule and topic and show the beginning of the body, also after a restart', async () => {
    for (const n of [1, 2, 3]) await publish(n, n === 2 ? 0 : 1);
    const shown = (await buried(3)).map(({ rule, topic, preview }) => ({ rule, topic, preview }));
    expect(shown.sort((a, b) => (a.topic < b.topic ? -1 : 1))).toEqual(
      [1, 2, 3].map((n) => ({ rule: 'picky', topic: `t/${n}`, preview: `{"n": ${n}}` })),
    );
    const before = await letters();
    await engine.stop();
    await start();
    expect(await letters()).toEqual(before);
  });

  it('keep rule and topic when the message waited on disk over a restart', async () => {
    status = 503;
    await publish(7);
    await until(async () => (await books()).retried > 0, 'tried');
    await engine.stop();
    status = 400;
    await start();
    expect(await buried(1)).toMatchObject([{ rule: 'picky', topic: 't/7', preview: '{"n": 7}' }]);
  });

  it('go out as new messages when they are sent again, and come back with their origin when refused again', async () => {
    for (const n of [1, 2, 3]) await publish(n);
    const first = await buried(3);
    expect(await books()).toMatchObject({ matched: 3, failed: 3, success: 0 });
    const again = await engine.resendDeadLetters(first.map(({ id }) => id));
    expect(again).toEqual({ count: 3, failed: [] });
    await until(async () => (await books()).failed === 6, 'refused again');
    const second = await buried(3);
    expect(second.map(({ topic }) => topic).sort()).toEqual(['t/1', 't/2', 't/3']);
    expect(second.some(({ id }) => first.some((one) => one.id === id))).toBe(false);
    status = 200;
    await engine.resendDeadLetters(second.map(({ id }) => id));
    await until(() => taken.length === 3, 'taken');
    await until(async () => (await books()).success === 3, 'counted');
    // matched = success + failed + …: each time through the action counts once.
    expect(await books()).toMatchObject({ matched: 9, success: 3, failed: 6, queuing: 0, inflight: 0 });
    // The rule handed out three, whatever people did with them later.
    expect((await engine.ruleMetrics()).picky).toMatchObject({ 'actions.total': 3, 'actions.failed': 3 });
    expect(await letters()).toEqual([]);
  });

  it('say what became of them to those who wait for it', async () => {
    for (const n of [1, 2]) await publish(n);
    const first = await buried(2);
    const again = await engine.resendDeadLetters(first.map(({ id }) => id).concat('none'), 5_000);
    expect(again.failed.map(({ id }) => id)).toEqual(['none']);
    const reason = { state: 'rejected', code: 'http_status', message: expect.stringContaining('400') };
    expect(again.sent).toEqual(first.map(({ id }) => expect.objectContaining({ id, ...reason })));
    const [one, two] = (await buried(2)).map(({ id }) => id);
    status = 200;
    expect((await engine.resendDeadLetters([one as string], 5_000)).sent).toEqual([{ id: one, state: 'delivered' }]);
    status = 503;
    const { sent } = await engine.resendDeadLetters([two as string], 300);
    expect(sent).toMatchObject([{ id: two, state: 'waiting', message: expect.stringContaining('503') }]);
  });

  it('are sent once, however often and by how many they are asked for', async () => {
    await publish(1);
    const [letter] = await buried(1);
    status = 200;
    const id = letter?.id ?? '';
    const answers = await Promise.all([engine.resendDeadLetters([id, id]), engine.resendDeadLetters([id])]);
    expect(answers.map(({ count }) => count)).toEqual([1, 0]);
    expect(answers[1]?.failed).toMatchObject([{ id, code: 'letter_gone' }]);
    await until(async () => (await books()).success === 1, 'delivered');
    expect(taken).toHaveLength(1);
  });

  it('say which could not be sent again and why, and send the others', async () => {
    await publish(1);
    const [letter] = await buried(1);
    status = 200;
    const { count, failed } = await engine.resendDeadLetters(['none', letter?.id ?? '']);
    expect(count).toBe(1);
    expect(failed).toEqual([{ id: 'none', code: 'letter_gone', message: expect.stringMatching(/\w+ \w+/) }]);
    await until(() => taken.length === 1, 'taken');
  });
});
