import type { ChannelConfig } from '@sluice/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../../host/probe.ts';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';
import { type Kinesalite, kinesisConnector, startKinesalite } from '../../testing/kinesalite.ts';

let kinesalite: Kinesalite;
let folder: ReturnType<typeof temporaryFolder>;
let harness: Harness | undefined;

beforeAll(async () => {
  kinesalite = await startKinesalite();
  await kinesalite.createStream('limits', 2);
});
afterAll(() => kinesalite.stop());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await harness?.stop();
  folder.remove();
});

function action(stream = 'limits'): ChannelConfig {
  return {
    ...{ type: 'kinesis', name: 'a', enable: true, description: '', connector: 'kit' },
    parameters: { stream_name: stream, partition_key: '${key}', payload_template: '${body}' },
    ...{ resource_opts: {}, created_at: 0, last_modified_at: 0 },
  };
}

async function start(stream?: string): Promise<Harness> {
  harness = await startHarness(folder.path, kinesisConnector(kinesalite.port), action(stream));
  return harness;
}

const settled = (one: Harness) =>
  until(() => one.action.metrics().queuing === 0 && one.action.metrics().inflight === 0, 'settled', 30_000);

describe('what Kinesis does not take (kinesalite)', () => {
  it('puts a record over 1 MiB among the dead letters, and delivers those around it', async () => {
    const one = await start();
    const bodies = ['before', 'x'.repeat(1_100_000), 'after', 'y'.repeat(1_000_000)];
    await Promise.all(bodies.map((body, n) => one.put({ key: `${n}`, body }, `${n}`, 1)));
    await settled(one);
    expect(one.action.metrics()).toMatchObject({ matched: 4, success: 3, failed: 1 });
    const [letter] = one.deadLetters.list({ offset: 0, limit: 5 }).letters;
    expect(letter).toMatchObject({ reason: 'rejected', code: 'message_too_large' });
    const stored = await kinesalite.records('limits');
    expect(stored.map((body) => body.length).sort((a, b) => a - b)).toEqual([5, 6, 1_000_000]);
  });

  it('fails a message whose key is empty or too long, with the reason', async () => {
    const one = await start();
    await one.put({ key: '', body: 'x' }, 'a', 1);
    await one.put({ key: 'k'.repeat(257), body: 'x' }, 'b', 1);
    await one.put({ key: '日'.repeat(256), body: 'x' }, 'c', 1);
    await settled(one);
    expect(one.action.metrics()).toMatchObject({ matched: 3, success: 1, failed: 2 });
  });

  it('waits for a stream that does not exist, and says which', async () => {
    const one = await start('later');
    await one.put({ key: 'k', body: 'early' }, 'k', 1);
    await until(() => one.action.status().code === 'object_missing', 'said to be missing');
    expect(one.action.status().reason).toContain('stream "later"');
    const report = await probe(kinesisConnector(kinesalite.port), { kind: 'action', config: action('later') });
    expect(report.stages.at(-1)).toMatchObject({ stage: 'permission', outcome: 'failed' });
    await kinesalite.createStream('later', 1);
    await settled(one);
    expect(await kinesalite.records('later')).toEqual(['early']);
  });
});
