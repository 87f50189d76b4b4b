import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RepublishArgs } from '@sluice/contract';
import { connectAsync, type IPublishPacket } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineHost, TestContext } from '../host.ts';
import { createEngine } from './engine.ts';

const shared = ['../shared', '../../shared'].find((dir) => existsSync(`${dir}/conformance`));

interface SqlCase {
  readonly id: string;
  readonly area: string;
  readonly sql?: string;
  readonly context?: TestContext;
  readonly mask?: readonly string[];
  readonly recorded: { readonly status: number; readonly body?: unknown };
}

interface RecordedCase {
  readonly case: string;
  readonly request: {
    readonly path: string;
    readonly body?: { readonly sql?: string; readonly context?: TestContext };
  };
  readonly status: number;
  readonly body: unknown;
}

function lines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** What differs from run to run. */
const VARYING = [
  'id',
  'timestamp',
  'node',
  'publish_received_at',
  'message_received_at',
  'connected_at',
  'disconnected_at',
];

function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  // A time of the run.
  if (typeof value === 'number' && value > 1.79e12) return '<number>';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      VARYING.includes(key) ? `<${typeof one}>` : key === 'rule_id' ? '<rule>' : stable(one),
    ]),
  );
}

interface TemplateCase {
  readonly id: string;
  readonly sql: string;
  readonly args: RepublishArgs;
  readonly via: 'test' | 'publish';
  readonly context?: TestContext;
  readonly publish?: {
    readonly topic: string;
    readonly payload: string;
    readonly qos?: 0 | 1 | 2;
    readonly payload_encoding?: string;
    readonly properties?: { readonly user_properties?: Readonly<Record<string, string>> };
  };
  readonly recorded: {
    readonly create_status: number;
    readonly messages: readonly {
      readonly topic: string;
      readonly qos: number;
      readonly retain: boolean;
      readonly payload_base64: string;
      readonly properties: Readonly<Record<string, unknown>>;
    }[];
    readonly metrics: Readonly<Record<string, number>>;
    readonly trigger_norm?: string;
  };
}

/** Republished to no possible topic, or to itself: EMQX sends nothing and counts a success, we count a failure. */
const REFUSED = ['template-100', 'template-103', 'template-104', 'template-162', 'template-163'];

const STATUS = { result: 200, no_match: 412, not_found: 404, error: 400 } as const;

describe.skipIf(shared === undefined)('tests of statements as EMQX 5.8.6 answered them (needs ../shared)', () => {
  let engine: EngineHost;
  let dataDir: string;
  let port = 0;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-conformance-'));
    engine = createEngine({ writeConsole: () => {} });
    const config = { connectors: [], actions: [], sources: [], rules: [] };
    const started = await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir,
      config,
    });
    if (started.ok) port = started.value.mqttPort;
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('refuses and completes contexts alike', async () => {
    const cases = lines<SqlCase>(`${shared}/conformance/rule_sql_cases.recorded.jsonl`).filter(
      (one) => one.area === 'context_check' && typeof one.sql === 'string' && one.context !== undefined,
    );
    expect(cases.length).toBeGreaterThan(40);
    for (const one of cases) {
      const outcome = await engine.testSql(one.sql ?? '', one.context ?? {});
      expect([one.id, STATUS[outcome.kind], outcome], one.id).toEqual([one.id, one.recorded.status, outcome]);
      if (outcome.kind === 'result')
        expect(stable(JSON.parse(outcome.json)), one.id).toEqual(stable(one.recorded.body));
    }
  });

  it('fills every event with the same columns and examples', async () => {
    const cases = ['ce', 'ee'].flatMap((edition) =>
      lines<RecordedCase>(`${shared}/emqx-5.8.6/recorded.${edition}.jsonl`).filter(
        (one) => /^rule_test_(event|context|ctx)/.test(one.case) && one.request.body?.sql !== undefined,
      ),
    );
    expect(cases.length).toBeGreaterThan(80);
    for (const one of cases) {
      const { sql = '', context = {} } = one.request.body ?? {};
      const outcome = await engine.testSql(sql, context);
      expect([one.case, STATUS[outcome.kind]], `${sql} ${JSON.stringify(context)}`).toEqual([one.case, one.status]);
      if (outcome.kind === 'result') expect(stable(JSON.parse(outcome.json)), one.case).toEqual(stable(one.body));
    }
  });

  it('republishes alike', async () => {
    const cases = lines<TemplateCase>(`${shared}/conformance/template_cases.recorded.jsonl`).filter(
      (one) => one.recorded.create_status === 201,
    );
    expect(cases.length).toBeGreaterThan(90);
    const listener = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5 });
    try {
      const got: IPublishPacket[] = [];
      listener.on('message', (_topic, _payload, packet) => got.push(packet));
      await listener.subscribeAsync(['cfo/#', 'cfi/+/again', 'cfi/template-163', 'cfe'], { qos: 2 });
      for (const one of cases) {
        got.length = 0;
        const times = { created_at: '', last_modified_at: '' };
        const actions = [{ function: 'republish' as const, args: one.args }];
        const config = { id: one.id, name: '', description: '', enable: true, sql: one.sql, actions, ...times };
        await engine.apply([{ kind: 'put_rule', config }]);
        if (one.publish !== undefined) {
          const { topic, payload, qos = 0, payload_encoding, properties } = one.publish;
          const user = properties?.user_properties;
          await engine.publish({
            topic,
            payload: Buffer.from(payload, payload_encoding === 'base64' ? 'base64' : 'utf8'),
            qos,
            retain: false,
            ...(user === undefined ? {} : { properties: { userProperties: user } }),
          });
        } else {
          const outcome = await engine.testRule(one.id, one.context ?? {}, false);
          const answer = outcome.kind === 'result' ? outcome.json : '';
          const wanted = one.recorded.trigger_norm ?? '';
          expect(answer, one.id).toBe(wanted.startsWith('[') ? wanted : '');
        }
        // Through the listener's own connection, so that everything sent before has come.
        await listener.publishAsync('cfe', 'end', { qos: 2 });
        while (got.at(-1)?.topic !== 'cfe') await new Promise((resolve) => setTimeout(resolve, 1));
        const seen = got.slice(0, -1).map((packet) => ({
          topic: packet.topic,
          qos: packet.qos,
          payload_base64: Buffer.from(packet.payload).toString('base64'),
          content: packet.properties?.contentType,
          user: packet.properties?.userProperties ? Object.entries(packet.properties.userProperties) : undefined,
        }));
        const recorded = one.recorded.messages.map((message) => ({
          topic: message.topic,
          qos: message.qos,
          payload_base64: message.payload_base64,
          content: message.properties['Content-Type'],
          user: message.properties['User-Property'],
        }));
        expect(seen, one.id).toEqual(recorded);
        const metrics = (await engine.ruleMetrics([one.id]))[one.id];
        const { 'actions.success': _success, 'actions.failed': _failed, ...others } = one.recorded.metrics;
        expect(metrics, one.id).toMatchObject(REFUSED.includes(one.id) ? others : one.recorded.metrics);
        if (REFUSED.includes(one.id)) expect(metrics?.['actions.failed'], one.id).toBe(1);
        await engine.apply([{ kind: 'remove_rule', id: one.id }]);
      }
    } finally {
      await listener.endAsync(true);
    }
  });
});
