import { type ChannelConfig, ok, type Result } from '@sluice/contract';
import { compileTemplate, type Value } from '@sluice/rulesql';
import type { Fault, Request, RequestView } from '../driver.ts';
import { toBuffer } from '../stream/encoding.ts';

/** One record as PutRecords takes it. */
export interface KinesisRecord {
  readonly PartitionKey: string;
  readonly Data: Uint8Array;
}

/** Turns rows into records for one action. The request's `meta` is the partition key. */
export interface KinesisRecords {
  readonly stream: string;
  render(row: Value): Result<Request, Fault>;
  read(request: Request): KinesisRecord;
  describe(request: Request): RequestView;
}

const LONGEST_KEY = 256;

export function kinesisRecords(action: ChannelConfig): KinesisRecords {
  const { stream_name, partition_key, payload_template } = action.parameters;
  const stream = String(stream_name ?? '');
  const key = compileTemplate(String(partition_key ?? ''));
  const data = compileTemplate(
    typeof payload_template === 'string' && payload_template !== '' ? payload_template : '${.}',
  );
  return {
    stream,
    render(row) {
      const meta = key.render(row);
      const length = [...meta].length;
      if (length === 0 || length > LONGEST_KEY) {
        const message = `The partition key has ${length} characters; Kinesis takes 1 to ${LONGEST_KEY}. Check its template.`;
        return { ok: false, error: { code: 'key_invalid', data: { length, most: LONGEST_KEY }, message } };
      }
      return ok({ meta, body: data.renderBytes(row) });
    },
    read: ({ meta, body }) => ({ PartitionKey: meta, Data: typeof body === 'string' ? Buffer.from(body) : body }),
    describe: ({ meta, body }) => ({
      stream_name: stream,
      partition_key: meta,
      data: typeof body === 'string' ? body : toBuffer(body).toString(),
    }),
  };
}
