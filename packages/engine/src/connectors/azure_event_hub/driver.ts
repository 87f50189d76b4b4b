import { ok, type SystemSpec } from '@sluice/contract';
import kafkajs, { type Producer } from 'kafkajs';
import type { Connection, Driver, DriverContext, Fault, Outcome } from '../driver.ts';
import { probeReach, stage, untilAbort } from '../reach.ts';
import { type EventHubClient, eventHubClient } from './client.ts';
import { AZURE_EVENT_HUB_CONSUMER_SPEC } from './consumer-spec.ts';
import { hubEvents } from './event.ts';
import { eventHubFault, isConnectionLoss } from './faults.ts';
import { createHubReader } from './reader.ts';
import { type EventHubSettings, eventHubSettings } from './settings.ts';
import { AZURE_EVENT_HUB_SPEC } from './spec.ts';
import { createHubWriter, type HubTarget, type HubWriter } from './writer.ts';

export const AZURE_EVENT_HUB_DRIVER: Driver = driver(AZURE_EVENT_HUB_SPEC);
export const AZURE_EVENT_HUB_CONSUMER_DRIVER: Driver = driver(AZURE_EVENT_HUB_CONSUMER_SPEC);

function driver(spec: SystemSpec): Driver {
  return {
    spec,
    connection(config, context) {
      const settings = eventHubSettings(config);
      return settings.ok ? ok(connection(settings.value, context)) : settings;
    },
    async probe(config, channel, signal, report) {
      const settings = eventHubSettings(config);
      if (!settings.ok) {
        await stage('resolve', report, async () => ({ fault: settings.error }));
        return;
      }
      const [address] = settings.value.addresses;
      if (!(await probeReach(address, settings.value.tlsFor(address.host), signal, report))) return;
      const client = eventHubClient(settings.value);
      const step = async (work: Promise<unknown>, detail: string, topic?: string) => {
        try {
          await untilAbort(work, signal);
          return { detail };
        } catch (error) {
          return { fault: faultOf(client.refused ?? error, settings.value, signal, topic) };
        }
      };
      const signedIn = await stage('authenticate', report, () => step(client.admin.connect(), 'SASL PLAIN'));
      if (signedIn && channel !== undefined) {
        const topic = String(channel.config.parameters.topic ?? '');
        if (!topic.includes('${')) {
          await stage('permission', report, () => step(partitionsOf(client, topic), topic, topic));
        }
      }
      client.close();
    },
  };
}

function connection(settings: EventHubSettings, context: DriverContext): Connection {
  const writers = new Set<HubWriter>();
  const counts = new Map<string, { readonly count: Promise<number>; readonly at: number }>();
  let live: { readonly client: EventHubClient; readonly producer: Producer } | undefined;
  let closed = false;

  async function connect(signal: AbortSignal): Promise<Fault | undefined> {
    leave();
    const client = eventHubClient(settings);
    const producer = client.kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    try {
      await untilAbort(Promise.all([client.admin.connect(), producer.connect()]), signal);
      if (settings.healthTopic !== undefined) await untilAbort(partitionsOf(client, settings.healthTopic), signal);
      if (closed) throw new Error('The connector was stopped.');
      live = { client, producer };
      return undefined;
    } catch (error) {
      client.close();
      producer.disconnect().catch(() => {});
      return faultOf(client.refused ?? error, settings, signal);
    }
  }

  function leave(): void {
    const before = live;
    live = undefined;
    counts.clear();
    before?.client.close();
    before?.producer.disconnect().catch(() => {});
  }

  /** The library would go on with a connection that is dead: it is given up, and a new one made. */
  function failed(error: unknown): void {
    if (live === undefined || !isConnectionLoss(error)) return;
    leave();
    context.events.changed(eventHubFault(error, settings));
  }

  function current(): NonNullable<typeof live> {
    if (live === undefined) throw Object.assign(new Error('There is no connection.'), { code: 'ECONNRESET' });
    return live;
  }

  const target: HubTarget = {
    producer: () => current().producer,
    partitions(topic, maxAgeMs) {
      const known = counts.get(topic);
      if (known !== undefined && Date.now() - known.at < maxAgeMs) return known.count;
      const count = askPartitions(topic);
      counts.set(topic, { count, at: Date.now() });
      // What failed is asked for again.
      count.catch(() => counts.delete(topic));
      return count;
    },
    failed,
  };

  async function askPartitions(topic: string): Promise<number> {
    return partitionsOf(current().client, topic);
  }

  return {
    connect,
    async check(signal) {
      if (live === undefined) return STOPPED.fault;
      try {
        const { client } = live;
        const { healthTopic } = settings;
        const question: Promise<unknown> =
          healthTopic === undefined ? client.admin.describeCluster() : partitionsOf(client, healthTopic);
        await untilAbort(question, signal);
        return undefined;
      } catch (error) {
        return faultOf(error, settings, signal, settings.healthTopic);
      }
    },
    output(action) {
      const events = hubEvents(action);
      const writer = createHubWriter(action, target, settings);
      writers.add(writer);
      return ok({
        pipelined: true,
        render: events.render,
        describe: events.describe,
        send: (batch) => Promise.all(batch.map((request) => writer.write(events.read(request)))),
        close() {
          writers.delete(writer);
          writer.drop(STOPPED);
        },
      });
    },
    input: (source, take) => ok(createHubReader(source, take, settings)),
    async close() {
      closed = true;
      for (const writer of writers) writer.drop(STOPPED);
      leave();
    },
  };
}

const STOPPED: Outcome & { readonly kind: 'retry' } = {
  kind: 'retry',
  scope: 'target',
  fault: {
    code: 'no_connection',
    data: { target: 'Event Hubs' },
    message: 'There is no connection to Event Hubs at the moment. Events wait for it.',
  },
};

async function partitionsOf({ admin }: EventHubClient, topic: string): Promise<number> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
}

function faultOf(error: unknown, settings: EventHubSettings, signal: AbortSignal, topic?: string): Fault {
  return eventHubFault(
    signal.aborted ? { name: 'KafkaJSConnectionError', message: 'timeout' } : error,
    settings,
    topic,
  );
}
