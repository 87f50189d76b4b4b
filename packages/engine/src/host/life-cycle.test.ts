import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionMetrics, ChannelConfig, ConnectorConfig, RuleConfig } from '@sluice/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../host.ts';
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { temporaryFolder, until } from '../testing/harness.ts';
import { createEngine } from './engine.ts';

const record = { enable: true, description: '' };
const sql = 'SELECT payload FROM "t/#"';

describe('changes while messages flow', () => {
  let engine: EngineHost;
  let server: Server;
  let proxy: FaultProxy;
  let folder: ReturnType<typeof temporaryFolder>;
  const got: string[] = [];

  beforeEach(async () => {
    got.length = 0;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        got.push(`${request.url} ${body}`);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await startFaultProxy((server.address() as AddressInfo).port);
    folder = temporaryFolder();
    engine = createEngine({ writeConsole: () => {} });
    await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config: { connectors: [connector()], actions: [action('/a')], sources: [], rules: [rule('r', ['http:a'])] },
    });
  });
  afterEach(async () => {
    const started = Date.now();
    await engine.stop();
    expect(Date.now() - started).toBeLessThan(5_000);
    await until(() => proxy.open() === 0, 'no connection is left');
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    folder.remove();
  });

  function connector(more: Partial<ConnectorConfig> = {}): ConnectorConfig {
    return { type: 'http', name: 'h', ...record, url: `http://127.0.0.1:${proxy.port}`, ...more } as ConnectorConfig;
  }

  function action(path: string, more: Partial<ChannelConfig> = {}): ChannelConfig {
    return {
      type: 'http',
      name: 'a',
      ...record,
      connector: 'h',
      parameters: { method: 'post', path, body: '${payload}' },
      resource_opts: {},
      created_at: 0,
      last_modified_at: 0,
      ...more,
    } as ChannelConfig;
  }

  function rule(id: string, actions: RuleConfig['actions'], enable = true): RuleConfig {
    return { id, name: '', sql, enable, description: '', actions, created_at: '', last_modified_at: '' };
  }

  const publish = (body: string) => engine.publish({ topic: 't/1', payload: Buffer.from(body), qos: 1, retain: false });
  const metrics = async (): Promise<ActionMetrics> =>
    (await engine.channelMetrics('action'))['http:a'] as ActionMetrics;
  const bodies = (): string[] => got.map((line) => line.slice(line.indexOf(' ') + 1));

  it('replaces connector, action and rule again and again and delivers everything', async () => {
    const total = 400;
    for (let n = 0; n < total; n++) {
      void publish(`${n}`);
      if (n % 40 === 10) await engine.apply([{ kind: 'put_action', config: action(`/a${n}`) }]);
      if (n % 40 === 20) await engine.apply([{ kind: 'put_connector', config: connector({ pool_size: 1 + (n % 3) }) }]);
      if (n % 40 === 30) await engine.apply([{ kind: 'put_rule', config: rule('r', ['http:a']) }]);
    }
    await until(async () => (await metrics()).success === total, 'all delivered', 20_000);
    expect(new Set(bodies()).size).toBe(total);
    expect(await metrics()).toMatchObject({ matched: total, queuing: 0, inflight: 0, failed: 0, dropped: 0 });
    expect((await engine.ruleMetrics()).r).toMatchObject({ matched: total, passed: total, 'actions.success': total });
  });

  it('keeps what comes in while the connector is disabled, and sends it when it is enabled', async () => {
    await engine.apply([{ kind: 'put_connector', config: connector({ enable: false }) }]);
    const { connectors, actions } = await engine.statuses();
    expect(connectors['http:h']).toMatchObject({ status: 'stopped' });
    expect(actions['http:a']).toMatchObject({ status: 'disconnected', reason: expect.stringContaining('http:h') });
    await publish('kept');
    expect(await metrics()).toMatchObject({ matched: 1, queuing: 1 });
    await engine.apply([{ kind: 'put_connector', config: connector() }]);
    await until(() => bodies().includes('kept'), 'sent');
  });

  it('does not take messages for a disabled action, and says so', async () => {
    await engine.apply([{ kind: 'put_action', config: action('/a', { enable: false }) }]);
    await publish('nobody');
    expect(await metrics()).toMatchObject({ matched: 1, dropped: 1, 'dropped.resource_stopped': 1 });
    expect((await engine.ruleMetrics()).r).toMatchObject({ 'actions.failed': 1, 'actions.failed.out_of_service': 1 });
    expect((await engine.statuses()).actions['http:a']).toMatchObject({ status: 'disconnected' });
    const refused = await engine.reconnect('action', 'http:a');
    expect(refused).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } });
  });

  it('counts rules without their action as out of service, and forgets what was removed', async () => {
    proxy.set({ kind: 'black_hole' });
    await Promise.all(Array.from({ length: 20 }, (_, n) => publish(`${n}`)));
    const started = Date.now();
    await engine.apply([
      { kind: 'remove_action', id: 'http:a' },
      { kind: 'remove_connector', id: 'http:h' },
    ]);
    expect(Date.now() - started).toBeLessThan(5_000);
    await publish('late');
    expect((await engine.ruleMetrics()).r).toMatchObject({ 'actions.failed.out_of_service': 1 });
    expect(await engine.channelMetrics('action')).toEqual({});
    expect((await engine.statuses()).connectors).toEqual({});
    proxy.set({ kind: 'pass' });
    proxy.reset();
    await engine.apply([
      { kind: 'put_connector', config: connector() },
      { kind: 'put_action', config: action('/b') },
    ]);
    await publish('new');
    await until(() => bodies().includes('new'), 'sent');
    expect(bodies()).toEqual(['new']);
  });

  it('a rule that is disabled sees nothing; one that is edited sees each message once', async () => {
    await engine.apply([{ kind: 'put_rule', config: rule('r', ['http:a'], false) }]);
    await publish('unseen');
    expect((await engine.ruleMetrics()).r).toMatchObject({ matched: 0 });
    await engine.apply([{ kind: 'put_rule', config: rule('r', ['http:a']) }]);
    for (let n = 0; n < 50; n++) {
      void publish(`${n}`);
      await engine.apply([{ kind: 'put_rule', config: rule('r', ['http:a']) }]);
    }
    await until(() => bodies().length >= 50, 'all');
    expect(bodies().sort()).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`).sort());
    await engine.resetMetrics({ kind: 'rule', id: 'r' });
    expect((await engine.ruleMetrics()).r).toMatchObject({ matched: 0, 'actions.total': 0 });
  });

  it('a target that hangs does not slow another action', async () => {
    proxy.set({ kind: 'black_hole' });
    const direct = (server.address() as AddressInfo).port;
    await engine.apply([
      { kind: 'put_connector', config: connector({ name: 'h2', url: `http://127.0.0.1:${direct}` }) },
      { kind: 'put_action', config: action('/fast', { name: 'b', connector: 'h2' }) },
      { kind: 'put_rule', config: rule('r', ['http:a', 'http:b']) },
    ]);
    await Promise.all(Array.from({ length: 200 }, (_, n) => publish(`${n}`)));
    await until(() => got.filter((line) => line.startsWith('/fast')).length === 200, 'the healthy one is done', 5_000);
    expect(await metrics()).toMatchObject({ success: 0, matched: 200 });
  });

  it('waits to be started when it shall not start by itself', async () => {
    const waiting = connector({ resource_opts: { start_after_created: false } });
    await engine.apply([{ kind: 'put_connector', config: waiting }]);
    expect((await engine.statuses()).connectors['http:h']).toMatchObject({ status: 'disconnected' });
    expect(await engine.reconnect('connector', 'http:h')).toMatchObject({ ok: true });
    expect((await engine.statuses()).connectors['http:h']).toMatchObject({ status: 'connected' });
  });

  it('a taken MQTT port is a failure with a sentence', async () => {
    const other = createEngine();
    const port = (server.address() as AddressInfo).port;
    const place = temporaryFolder();
    const config = { connectors: [], actions: [], sources: [], rules: [] };
    const options = { node: 'n@127.0.0.1', mqttHost: '127.0.0.1', mqttPort: port, dataDir: place.path, config };
    expect(await other.start(options)).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('taken') },
    });
    // It has shut down already: stopping it is no fault, and the folder is free.
    await other.stop();
    await other.stop();
    const next = createEngine();
    const listeners = [{ type: 'ws' as const, host: '127.0.0.1', port }];
    expect(await next.start({ ...options, mqttPort: 0, listeners })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(`127.0.0.1:${port} of MQTT over WebSocket is taken`) },
    });
    await next.stop();
    place.remove();
  });
});
