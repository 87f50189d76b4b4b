import { ok, type SystemSpec } from '@sluice/contract';
import type { Connection, Driver, DriverContext, Fault, Outcome } from '../driver.ts';
import { probeReach, stage } from '../reach.ts';
import { type KinesisCalls, openCalls } from './client.ts';
import { KINESIS_CONSUMER_SPEC } from './consumer-spec.ts';
import { callFault, errorName } from './faults.ts';
import { createReader } from './reader.ts';
import { kinesisRecords } from './record.ts';
import { type KinesisSettings, kinesisSettings } from './settings.ts';
import { KINESIS_SPEC } from './spec.ts';
import { createWriter, type KinesisWriter } from './writer.ts';

export const KINESIS_DRIVER: Driver = driver(KINESIS_SPEC);
export const KINESIS_CONSUMER_DRIVER: Driver = driver(KINESIS_CONSUMER_SPEC);

function driver(spec: SystemSpec): Driver {
  return {
    spec,
    connection(config, context) {
      const settings = kinesisSettings(config);
      return settings.ok ? ok(connection(settings.value, context)) : settings;
    },
    async probe(config, channel, signal, report) {
      const settings = kinesisSettings(config);
      if (!settings.ok) {
        await stage('resolve', report, async () => ({ fault: settings.error }));
        return;
      }
      if (!(await probeReach(settings.value.address, settings.value.tls, signal, report))) return;
      const calls = openCalls(settings.value);
      const authenticated = await stage('authenticate', report, async () => {
        const fault = await greet(calls, settings.value, signal);
        return fault === undefined ? { detail: settings.value.region } : { fault };
      });
      if (authenticated && channel !== undefined) {
        const stream = String(channel.config.parameters.stream_name ?? '');
        await stage('permission', report, async () => {
          const fault = await describeStream(calls, settings.value, stream, signal);
          return fault === undefined ? { detail: stream } : { fault };
        });
      }
      calls.close();
    },
  };
}

function connection(settings: KinesisSettings, context: DriverContext): Connection {
  const calls = openCalls(settings);
  const writers = new Map<string, KinesisWriter>();
  const check = (signal: AbortSignal): Promise<Fault | undefined> => greet(calls, settings, signal);
  return {
    connect: check,
    check,
    output(action) {
      const records = kinesisRecords(action);
      const writer = writers.get(records.stream) ?? createWriter(records.stream, calls, settings);
      writers.set(records.stream, writer);
      return ok({
        pipelined: true,
        render: records.render,
        describe: records.describe,
        send: (batch) => Promise.all(batch.map((request) => writer.write(records.read(request)))),
      });
    },
    input: (source, take) => ok(createReader(source, take, calls, settings, context)),
    async close() {
      calls.close();
      for (const writer of writers.values()) writer.drop(STOPPED);
    },
  };
}

const STOPPED: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { code: 'stopped', data: {}, message: 'The connector was stopped before the record was written.' },
};

/** Does Kinesis answer, and does it know the keys? A key that may not list streams is known. */
async function greet(calls: KinesisCalls, settings: KinesisSettings, signal: AbortSignal): Promise<Fault | undefined> {
  try {
    await calls.call(
      (sdk, client, abortSignal) => client.send(new sdk.ListStreamsCommand({ Limit: 1 }), { abortSignal }),
      signal,
    );
    return undefined;
  } catch (error) {
    return errorName(error) === 'AccessDeniedException' ? undefined : callFault(error, settings);
  }
}

async function describeStream(
  calls: KinesisCalls,
  settings: KinesisSettings,
  stream: string,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  try {
    await calls.call(
      (sdk, client, abortSignal) =>
        client.send(new sdk.DescribeStreamSummaryCommand({ StreamName: stream }), { abortSignal }),
      signal,
    );
    return undefined;
  } catch (error) {
    return callFault(error, settings, stream);
  }
}
