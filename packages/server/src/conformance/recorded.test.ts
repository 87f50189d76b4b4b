import { type AddressInfo, createServer } from 'node:net';
import { SYSTEMS } from '@sluice/engine';
import { describe, expect, it } from 'vitest';
import { startTarget, startTestServer } from '../testing/test-server.ts';
import { type RecordedCall, type RecordedOutcome, recordedCalls, replayRecorded } from './recorded.ts';

/** Where we differ on purpose (decision 21 and docs/api-differences.md), by what the calls have in common. */
const DELIBERATE: readonly { readonly fits: (call: RecordedCall) => boolean; readonly reason: string }[] = [
  { reason: 'no input is a fault of the server', fits: ({ status }) => status === 500 },
  { reason: 'a typo in an id makes no rule', fits: ({ name }) => name === 'rule_put_unknown_id_upsert' },
  { reason: 'the form before 5.4 has an empty list', fits: ({ path }) => path.startsWith('/bridges') },
  { reason: 'the console is served at the root', fits: ({ name }) => name === 'dashboard_root' },
  {
    reason: 'topics that can never work are refused',
    fits: ({ name }) => /wildcard_topic|source_create_bad_topic|mqtt_bad_qos/.test(name),
  },
  {
    reason: 'the enterprise edition takes any type in a rule',
    fits: ({ name }) => name === 'rule_create_action_bad_type',
  },
  { reason: 'settings of things that the embedded broker has not', fits: ({ path }) => path.startsWith('/configs') },
];

const OURS = new Set(SYSTEMS.map(({ type }) => type));

/** Calls about systems that only the enterprise edition has and we do not run. */
function foreign({ name, path, text = '' }: RecordedCall): boolean {
  if (!name.startsWith('ee_')) return path === '/license';
  const type = /"type":"(\w+)"/.exec(text)?.[1] ?? /\/(\w+):/.exec(path)?.[1];
  return type !== undefined && !OURS.has(type);
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function run(calls: readonly RecordedCall[]): Promise<RecordedOutcome[]> {
  const server = await startTestServer({ password: 'public' });
  const target = await startTarget();
  const outcomes = await replayRecorded(server, calls, [
    ['127.0.0.1:27880', `127.0.0.1:${(target.server.address() as AddressInfo).port}`],
    ['127.0.0.1:1883', new URL(server.mqtt).host],
    ['127.0.0.1:18999', `127.0.0.1:${await closedPort()}`],
    ['emqx@127.0.0.1', 'sluice@127.0.0.1'],
  ]);
  await server.stop();
  target.server.close();
  return outcomes;
}

describe.each(['ce', 'ee'] as const)('everything that EMQX 5.8.6 (%s) answered', (edition) => {
  const calls = recordedCalls(edition)?.filter((call) => !foreign(call));

  it.skipIf(calls === undefined)('is what we answer (needs ../shared)', { timeout: 120_000 }, async () => {
    const outcomes = await run(calls ?? []);
    const meant = ({ call }: RecordedOutcome) => DELIBERATE.some(({ fits }) => fits(call));
    const equal = outcomes.filter(({ shape }) => shape.length === 0);
    const other = outcomes.filter((outcome) => outcome.shape.length > 0 && !meant(outcome));
    process.stdout.write(
      `API calls recorded from EMQX 5.8.6 (${edition}): ${equal.length} of ${outcomes.length} equal in status, code and fields; ` +
        `${outcomes.length - equal.length - other.length} differ on purpose, ${other.length} otherwise\n`,
    );
    if (process.env.SHOW_DIFFERENCES === '1') {
      const line = (name: string, differences: readonly string[]) =>
        `${name}: ${differences.join('; ').slice(0, 300)}\n`;
      for (const { call, shape } of other) process.stdout.write(line(call.name, shape));
      for (const { call, shape, values } of outcomes) {
        if (shape.length === 0 && values.length > 0) process.stdout.write(line(`(${call.name}`, values));
      }
    }
    expect(1 - other.length / outcomes.length).toBeGreaterThanOrEqual(0.97);
  });
});

it.skipIf(recordedCalls('ce') === undefined)('the differences on purpose all exist (needs ../shared)', () => {
  const known = [...(recordedCalls('ce') ?? []), ...(recordedCalls('ee') ?? [])];
  for (const { fits, reason } of DELIBERATE) expect([reason, known.some(fits)]).toEqual([reason, true]);
});
