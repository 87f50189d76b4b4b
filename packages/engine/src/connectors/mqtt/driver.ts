import { type ChannelConfig, matchesTopic, ok, type Result, topicFilterFault } from '@sluice/contract';
import type { Connection, Driver, DriverContext, Fault, Incoming, Input, Outcome, Output, Take } from '../driver.ts';
import { probeReach, stage, targetOf } from '../reach.ts';
import { openClient, type PooledClient } from './client.ts';
import { mqttMessages } from './message.ts';
import { type MqttSettings, mqttSettings } from './settings.ts';
import { MQTT_SPEC } from './spec.ts';
import { createSuspects } from './suspects.ts';
import { createUnclaimed } from './unclaimed.ts';

export const MQTT_DRIVER: Driver = {
  spec: MQTT_SPEC,
  connection(config, context) {
    const settings = mqttSettings(config, context.node);
    return settings.ok ? ok(connection(settings.value, context)) : settings;
  },
  async probe(config, channel, signal, report) {
    const settings = mqttSettings({ ...config, clean_start: true, static_clientids: [], pool_size: 1 }, '');
    if (!settings.ok) {
      await stage('resolve', report, async () => ({ fault: settings.error }));
      return;
    }
    const { address, tls } = settings.value;
    if (!(await probeReach(address, tls, signal, report))) return;
    let client: PooledClient | undefined;
    const id = `${config.name}:test:${Math.random().toString(36).slice(2, 10)}`;
    const authenticated = await stage('authenticate', report, async () => {
      const opened = await openClient(
        settings.value,
        id,
        { message() {}, lost() {}, suspects: createSuspects() },
        signal,
      );
      if ('fault' in opened) return { fault: opened.fault };
      client = opened;
      return { detail: id };
    });
    if (authenticated && channel?.kind === 'source') {
      await stage('permission', report, async () => {
        const { topic, qos } = channel.config.parameters;
        const fault = await client?.subscribe(String(topic), qosOf(qos), false);
        return fault === undefined ? { detail: String(topic) } : { fault };
      });
    }
    await client?.close();
  },
};

const RECONNECT_MS = 1000;

function qosOf(value: unknown): 0 | 1 | 2 {
  return value === 0 || value === 2 ? value : 1;
}

interface Subscription {
  readonly filter: string;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly noLocal: boolean;
  readonly shared: boolean;
  readonly take: Take;
}

function connection(settings: MqttSettings, context: DriverContext): Connection {
  const target = targetOf(settings.address);
  const size = settings.clientIds.length;
  const clients: (PooledClient | undefined)[] = new Array(size).fill(undefined);
  const subscriptions = new Set<Subscription>();
  /** Ended while nobody was there to confirm it: a session that is kept may still have them. */
  const ended = new Set<string>();
  const reconnects = new Set<NodeJS.Timeout>();
  const unclaimed = createUnclaimed();
  const suspects = createSuspects();
  let closed = false;

  function take(message: Incoming): void | Promise<void> {
    const wanted = [...subscriptions].filter(({ topic }) => matchesTopic(message.topic, topic));
    if (wanted.length === 0 && settings.keepsSession && message.qos > 0) return unclaimed.hold(message);
    const pending = wanted.map((subscription) => subscription.take(message)).filter((safe) => safe !== undefined);
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined);
  }

  async function open(index: number, signal: AbortSignal): Promise<Fault | undefined> {
    const opened = await openClient(
      settings,
      settings.clientIds[index] as string,
      { message: take, lost: (fault) => lost(index, fault), suspects },
      signal,
    );
    if ('fault' in opened) return opened.fault;
    if (closed) {
      await opened.close();
      return { code: 'stopped', message: 'The connector was stopped.' };
    }
    clients[index] = opened;
    await Promise.all([...ended].map((filter) => opened.unsubscribe(filter)));
    for (const subscription of subscriptions) {
      if (!subscription.shared && index !== 0) continue;
      await opened.subscribe(subscription.filter, subscription.qos, subscription.noLocal);
    }
    return undefined;
  }

  /** While others of the pool live, a lost connection comes back quietly; the last one is the owner's to bring back. */
  function lost(index: number, fault: Fault): void {
    clients[index] = undefined;
    if (closed) return;
    if (clients.every((client) => client === undefined)) context.events.changed(fault);
    else later(index);
  }

  function later(index: number): void {
    const timer = setTimeout(
      async () => {
        reconnects.delete(timer);
        if (closed || clients[index] !== undefined) return;
        if (clients.every((client) => client === undefined)) return;
        const fault = await open(index, AbortSignal.timeout(settings.connectTimeoutMs));
        if (fault !== undefined && !closed) later(index);
      },
      RECONNECT_MS * (1 + Math.random()),
    );
    reconnects.add(timer);
  }

  /** The lane's own connection; another one while that is away. */
  function clientFor(lane: number): PooledClient | undefined {
    for (let n = 0; n < size; n++) {
      const client = clients[(lane + n) % size];
      if (client?.alive === true) return client;
    }
    return undefined;
  }

  function output(action: ChannelConfig): Result<Output, Fault> {
    const messages = mqttMessages(action);
    const away: Outcome = {
      kind: 'retry',
      scope: 'target',
      fault: {
        code: 'no_connection',
        data: { target },
        message: `There is no connection to ${target} at the moment. Messages wait for it.`,
      },
    };
    return ok({
      pipelined: true,
      render: messages.render,
      describe: messages.describe,
      send(batch, lane) {
        const client = clientFor(lane);
        if (client === undefined) return Promise.resolve(batch.map(() => away));
        return Promise.all(batch.map((request) => client.publish(messages.read(request), request)));
      },
    });
  }

  function input(source: ChannelConfig, hand: Take): Result<Input, Fault> {
    const { topic, qos, no_local } = source.parameters;
    const filter = String(topic ?? '');
    const share = /^\$share\/[^/]+\/(.+)$/.exec(filter);
    const plain = share?.[1] ?? filter;
    if (topicFilterFault(plain) !== undefined) {
      return {
        ok: false,
        error: {
          code: 'filter_invalid',
          data: { filter },
          message: `"${filter}" is no topic filter: # must be the last level, + a whole level.`,
        },
      };
    }
    const subscription: Subscription = {
      filter,
      topic: plain,
      qos: qosOf(qos),
      noLocal: no_local === true && settings.options.protocolVersion === 5,
      shared: share !== null,
      take: hand,
    };
    return ok({
      async open() {
        subscriptions.add(subscription);
        ended.delete(filter);
        unclaimed.claim(subscription.topic, hand);
        const live = clients.filter((client, index) => client !== undefined && (subscription.shared || index === 0));
        if (live.length === 0)
          return {
            code: 'no_connection',
            data: { target },
            message: `There is no connection to ${target} at the moment.`,
          };
        for (const client of live) {
          const fault = await client?.subscribe(filter, subscription.qos, subscription.noLocal);
          if (fault !== undefined) {
            subscriptions.delete(subscription);
            return fault;
          }
        }
        return undefined;
      },
      async close(end) {
        subscriptions.delete(subscription);
        if (end === 'pause' && settings.keepsSession) return;
        // A changed source subscribes anew in the same breath: between the two nothing may be lost.
        await new Promise((resolve) => setImmediate(resolve));
        if ([...subscriptions].some((other) => other.filter === filter)) return;
        const confirmed = await Promise.all(clients.map((client) => client?.unsubscribe(filter) ?? false));
        if (!confirmed.every((one) => one)) ended.add(filter);
      },
    });
  }

  return {
    async connect(signal) {
      const faults = await Promise.all(
        clients.map((client, index) => (client?.alive === true ? undefined : open(index, signal))),
      );
      const fault = faults.find((one) => one !== undefined);
      if (fault === undefined) return undefined;
      if (clients.every((client) => client === undefined)) return fault;
      for (const [index, client] of clients.entries()) if (client === undefined) later(index);
      return undefined;
    },
    async check(signal) {
      const answers = await Promise.all(clients.map((client) => client?.ping(signal) ?? false));
      if (answers.some((answered) => answered)) return undefined;
      return {
        code: 'pings_unanswered',
        data: { target },
        message: `${target} does not answer pings. Check the network and the server.`,
      };
    },
    output,
    input,
    async close() {
      closed = true;
      for (const timer of reconnects) clearTimeout(timer);
      subscriptions.clear();
      unclaimed.close();
      await Promise.all(clients.map((client) => client?.close()));
    },
  };
}
