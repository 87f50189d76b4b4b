import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, startTestServer, type TestServer } from '../testing/test-server.ts';
import { loadCases } from './cases.ts';
import { DELIBERATE, isTolerated, TOLERATED } from './differences.ts';
import { type Outcome, replay } from './replay.ts';

let server: TestServer;
let target: Awaited<ReturnType<typeof startTarget>>;
let outcomes: Outcome[];

beforeAll(async () => {
  server = await startTestServer({ password: 'public' });
  target = await startTarget();
  const nodes = await server.call('GET', '/nodes');
  outcomes = await replay(server, loadCases(), {
    sink: String((target.server.address() as AddressInfo).port),
    mqtt: new URL(server.mqtt).host,
    node: nodes.body[0].node,
  });
}, 120_000);

afterAll(async () => {
  await server.stop();
  target.server.close();
});

describe('what EMQX 5.8.6 answered', () => {
  const rest = ({ id, differences }: Outcome) => differences.filter((text) => !isTolerated(id, text));

  it('is what we answer, but for the differences that are meant to be', () => {
    const unexpected = outcomes.filter((outcome) => !(outcome.id in DELIBERATE) && rest(outcome).length > 0);
    expect(unexpected.map((outcome) => `${outcome.id}: ${rest(outcome).join('; ')}`)).toEqual([]);
  });

  it('differs where we say it does, so that the list stays true', () => {
    const equal = outcomes.filter(({ id, differences }) => id in DELIBERATE && differences.length === 0);
    expect(equal.map(({ id }) => id)).toEqual([]);
    for (const { id, pattern, reason } of TOLERATED) {
      const seen = outcomes.some(
        (outcome) => (id ?? outcome.id) === outcome.id && outcome.differences.some((text) => pattern.test(text)),
      );
      expect([reason, seen]).toEqual([reason, true]);
    }
  });

  it('is equal in at least 97 % of the cases', () => {
    const identical = outcomes.filter(({ differences }) => differences.length === 0).length;
    const conforming = outcomes.filter((outcome) => rest(outcome).length === 0).length;
    const percent = (n: number) => `${n} of ${outcomes.length} (${((100 * n) / outcomes.length).toFixed(1)} %)`;
    process.stdout.write(
      `API conformance with EMQX 5.8.6: ${percent(conforming)} equal in status, code and recorded fields; ` +
        `${percent(identical)} with every value the same\n`,
    );
    expect(conforming / outcomes.length).toBeGreaterThanOrEqual(0.97);
  });
});
