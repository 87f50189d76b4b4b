import { type ChannelConfig, ok, type SystemSpec } from '@sluice/contract';
import type { Connection, Driver, DriverContext, Fault, Outcome } from '../driver.ts';
import { probeReach, stage, targetOf, untilAbort } from '../reach.ts';
import { type Cluster, createCluster, fullTopicName } from './cluster.ts';
import { PULSAR_CONSUMER_SPEC } from './consumer-spec.ts';
import { pulsarFault } from './errors.ts';
import { pulsarMessages } from './message.ts';
import { openProducer } from './producer.ts';
import { createPulsarReader } from './reader.ts';
import { type PulsarSettings, pulsarSettings } from './settings.ts';
import { PULSAR_SPEC } from './spec.ts';
import { createPulsarWriter, type PulsarWriter } from './writer.ts';

export const PULSAR_DRIVER: Driver = driver(PULSAR_SPEC);
export const PULSAR_CONSUMER_DRIVER: Driver = driver(PULSAR_CONSUMER_SPEC);

function driver(spec: SystemSpec): Driver {
  return {
    spec,
    connection(config, context) {
      const settings = pulsarSettings(config);
      return settings.ok ? ok(connection(settings.value, context)) : settings;
    },
    async probe(config, channel, signal, report) {
      const settings = pulsarSettings(config);
      if (!settings.ok) {
        await stage('resolve', report, async () => ({ fault: settings.error }));
        return;
      }
      const [address] = settings.value.addresses;
      if (!(await probeReach(address, settings.value.tlsFor(address.host), signal, report))) return;
      const target = targetOf(address);
      const cluster = createCluster(settings.value, () => {});
      const authenticated = await stage('authenticate', report, () =>
        attempt(cluster.connect(signal), target, settings.value.credentials.method),
      );
      if (authenticated && channel !== undefined) {
        const topic = topicOf(channel.config);
        await stage('permission', report, () =>
          attempt(untilAbort(tryTopic(cluster, topic, channel.kind), signal), target, topic, topic),
        );
      }
      cluster.close(new Error('The test is over.'));
    },
  };
}

async function attempt(
  work: Promise<unknown>,
  target: string,
  detail: string,
  topic?: string,
): Promise<{ readonly detail: string } | { readonly fault: Fault }> {
  try {
    await work;
    return { detail };
  } catch (error) {
    return { fault: pulsarFault(error, target, topic) };
  }
}

/** A producer that sends nothing shows the permission to write; looking up what it takes to read leaves no trace. */
async function tryTopic(cluster: Cluster, topic: string, kind: 'action' | 'source'): Promise<void> {
  const [first = topic] = await cluster.partitions(topic);
  const broker = await cluster.brokerOf(first);
  if (kind === 'action') (await openProducer(broker, first)).close();
}

function topicOf(channel: ChannelConfig): string {
  return fullTopicName(String(channel.parameters.pulsar_topic ?? ''));
}

const NOT_CONNECTED = 'There is no connection to Pulsar at the moment.';

function connection(settings: PulsarSettings, context: DriverContext): Connection {
  const target = targetOf(settings.addresses[0]);
  const writers = new Set<PulsarWriter>();
  let cluster: Cluster | undefined;
  let closed = false;

  function current(): Cluster {
    if (cluster === undefined) throw Object.assign(new Error(NOT_CONNECTED), { code: 'ECONNRESET' });
    return cluster;
  }

  return {
    async connect(signal) {
      cluster?.close(new Error('A new connection takes its place.'));
      cluster = undefined;
      const made = createCluster(settings, (error) => {
        if (cluster !== made) return;
        cluster = undefined;
        made.close(error);
        context.events.changed(pulsarFault(error, target));
      });
      try {
        await made.connect(signal);
      } catch (error) {
        made.close(new Error('stopped'));
        return pulsarFault(signal.aborted ? { code: 'ETIMEDOUT', message: 'timeout' } : error, target);
      }
      if (closed) {
        made.close(new Error('stopped'));
        return { code: 'stopped', message: 'The connector was stopped.' };
      }
      cluster = made;
      return undefined;
    },
    async check(signal) {
      const answered = (await cluster?.entry?.ping(signal)) ?? false;
      return answered
        ? undefined
        : {
            code: 'pings_unanswered',
            data: { target },
            message: `${target} does not answer pings. Check the network and the server.`,
          };
    },
    output(action) {
      const topic = topicOf(action);
      const messages = pulsarMessages(action, topic);
      const writer = createPulsarWriter(action, topic, current, target);
      writers.add(writer);
      return ok({
        pipelined: true,
        render: messages.render,
        describe: messages.describe,
        send: (batch) => Promise.all(batch.map((request) => writer.write(messages.read(request)))),
        close() {
          writers.delete(writer);
          writer.drop(STOPPED);
          writer.close();
        },
      });
    },
    input: (source, take) => ok(createPulsarReader(source, topicOf(source), take, current, target)),
    async close() {
      closed = true;
      for (const writer of writers) writer.drop(STOPPED);
      cluster?.close(new Error('The connector was stopped.'));
      cluster = undefined;
    },
  };
}

const STOPPED: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { code: 'stopped', data: {}, message: 'The connector was stopped before the message was stored.' },
};
