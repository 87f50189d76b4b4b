import type { PutRecordsCommandInput } from '@aws-sdk/client-kinesis';
import { describe, expect, it } from 'vitest';
import type { KinesisCalls } from './client.ts';
import type { KinesisSettings } from './settings.ts';
import { createWriter } from './writer.ts';

const SETTINGS: KinesisSettings = {
  endpoint: 'http://127.0.0.1',
  region: 'us-east-1',
  address: { host: '127.0.0.1', port: 80 },
  tls: undefined,
  accessKeyId: '',
  secretAccessKey: '',
  poolSize: 1,
  immediateRetries: 2,
};

type Answer = (data: readonly string[]) => object;

/** Calls that `answer` the data of each PutRecords. */
function answering(...answers: readonly Answer[]): { calls: KinesisCalls; sent: string[][] } {
  const sent: string[][] = [];
  const calls: KinesisCalls = {
    async call(make) {
      class PutRecordsCommand {
        readonly input: PutRecordsCommandInput;
        constructor(input: PutRecordsCommandInput) {
          this.input = input;
        }
      }
      const client = {
        async send({ input }: PutRecordsCommand) {
          const data = (input.Records ?? []).map((record) => Buffer.from(record.Data ?? []).toString());
          const answer = answers[Math.min(sent.length, answers.length - 1)]!;
          sent.push(data);
          return answer(data);
        },
      };
      return make({ PutRecordsCommand } as never, client as never, new AbortController().signal);
    },
    close() {},
  };
  return { calls, sent };
}

const taken: Answer = (data) => ({ Records: data.map(() => ({ SequenceNumber: '1' })) });
const busyFor =
  (...which: string[]): Answer =>
  (data) => ({
    Records: data.map((one) =>
      which.includes(one)
        ? { ErrorCode: 'ProvisionedThroughputExceededException', ErrorMessage: 'Rate exceeded for shard' }
        : { SequenceNumber: '1' },
    ),
  });
const record = (data: string) => ({ PartitionKey: 'k', Data: Buffer.from(data) });

describe('writing to Kinesis', () => {
  it('puts together what comes in together', async () => {
    const { calls, sent } = answering(taken);
    const writer = createWriter('s', calls, SETTINGS);
    const outcomes = await Promise.all(['a', 'b', 'c'].map((data) => writer.write(record(data))));
    expect(sent).toEqual([['a', 'b', 'c']]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('never sends more than 500 records or 5 MiB in one call', async () => {
    const { calls, sent } = answering(taken);
    const writer = createWriter('s', calls, SETTINGS);
    await Promise.all(Array.from({ length: 1201 }, (_, n) => writer.write(record(`${n}`))));
    expect(sent.map((data) => data.length)).toEqual([500, 500, 201]);
    sent.length = 0;
    await Promise.all(Array.from({ length: 11 }, () => writer.write(record('x'.repeat(1_000_000)))));
    expect(sent.map((data) => data.length)).toEqual([5, 5, 1]);
  });

  it('sends again only what a busy shard turned away', async () => {
    const { calls, sent } = answering(busyFor('b'), taken);
    const writer = createWriter('s', calls, SETTINGS);
    const outcomes = await Promise.all(['a', 'b', 'c'].map((data) => writer.write(record(data))));
    expect(sent).toEqual([['a', 'b', 'c'], ['b']]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('gives back what stays busy, with the others delivered', async () => {
    const { calls, sent } = answering(busyFor('b'));
    const writer = createWriter('s', calls, SETTINGS);
    const outcomes = await Promise.all(['a', 'b', 'c'].map((data) => writer.write(record(data))));
    expect(sent).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
    expect(outcomes[0]).toMatchObject({ kind: 'delivered' });
    expect(outcomes[1]).toMatchObject({ kind: 'retry', scope: 'object', fault: { message: /over its limit/ } });
    expect(outcomes[2]).toMatchObject({ kind: 'delivered' });
  });

  it('finds the one record that makes Kinesis refuse the call', async () => {
    const { calls } = answering((data) => {
      if (data.includes('bad')) throw Object.assign(new Error('too large'), { name: 'ValidationException' });
      return taken(data);
    });
    const writer = createWriter('s', calls, SETTINGS);
    const outcomes = await Promise.all(['a', 'b', 'bad', 'c', 'd'].map((data) => writer.write(record(data))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered', 'rejected', 'delivered', 'delivered']);
  });

  it.each([
    ['ResourceNotFoundException', /There is no stream "s" in region us-east-1/],
    ['AccessDeniedException', /IAM policy/],
    ['UnrecognizedClientException', /refuses the credentials/],
    ['InvalidSignatureException', /refuses the credentials/],
    ['ExpiredTokenException', /clock/],
    ['KMSAccessDeniedException', /KMS/],
    ['InternalFailure', /not available/],
  ])('keeps records when a call fails with %s, and says what to do', async (name, message) => {
    const { calls } = answering(() => {
      throw Object.assign(new Error('text of AWS'), { name });
    });
    const outcome = await createWriter('s', calls, SETTINGS).write(record('a'));
    expect(outcome).toMatchObject({ kind: 'retry', fault: { message, raw: `${name}: text of AWS` } });
  });
});
