import { type Address, targetOf } from '../reach.ts';
import { type BrokerConnection, openConnection } from './connection.ts';
import type { Commands } from './protocol.ts';
import { type PulsarSettings, parseServiceUrl } from './settings.ts';

/** The brokers of one cluster: connections, and which broker serves which topic. */
export interface Cluster {
  /** Connects to the first server that answers. Rejects with the error of the last. */
  connect(signal: AbortSignal): Promise<BrokerConnection>;
  /** Partitions of a topic by their full names; the topic itself when it has none. */
  partitions(topic: string): Promise<readonly string[]>;
  /** A connection to the broker that serves the topic. */
  brokerOf(topic: string): Promise<BrokerConnection>;
  /** The connection for lookups, while there is one. */
  readonly entry: BrokerConnection | undefined;
  close(error: Error): void;
}

const MOST_REDIRECTS = 20;

export function createCluster(settings: PulsarSettings, lost: (error: Error) => void): Cluster {
  const brokers = new Map<string, Promise<BrokerConnection>>();
  let entry: BrokerConnection | undefined;
  let closed: Error | undefined;

  /** One connection a broker, shared by all topics it serves. */
  function broker(address: Address): Promise<BrokerConnection> {
    const key = targetOf(address);
    const known = brokers.get(key);
    if (known !== undefined) return known;
    const signal = AbortSignal.timeout(settings.connectTimeoutMs);
    const made = openConnection(address, settings.tlsFor(address.host), settings.credentials, signal);
    brokers.set(key, made);
    const forget = (): void => {
      if (brokers.get(key) === made) brokers.delete(key);
    };
    made.then((connection) => {
      if (closed !== undefined) connection.destroy(closed);
      connection.attach('consumer', { ended: forget });
    }, forget);
    return made;
  }

  function lookups(): BrokerConnection {
    if (entry?.alive !== true) throw Object.assign(new Error('There is no connection.'), { code: 'ECONNRESET' });
    return entry;
  }

  return {
    get entry() {
      return entry;
    },
    async connect(signal) {
      let failure: unknown;
      for (const address of settings.addresses) {
        try {
          const opened = await openConnection(address, settings.tlsFor(address.host), settings.credentials, signal);
          if (closed !== undefined) opened.destroy(closed);
          entry = opened;
          opened.attach('consumer', {
            ended(error) {
              if (entry !== opened) return;
              entry = undefined;
              if (closed === undefined) lost(error);
            },
          });
          return opened;
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    async partitions(topic) {
      const answer = await lookups().request('partitionMetadata', { topic });
      const count = 'partitions' in answer ? (answer.partitions ?? 0) : 0;
      return count === 0 ? [topic] : Array.from({ length: count }, (_, n) => `${topic}-partition-${n}`);
    },
    async brokerOf(topic) {
      let from = lookups();
      let authoritative = false;
      for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
        const answer = (await from.request('lookupTopic', { topic, authoritative })) as Commands['lookupTopicResponse'];
        const url = settings.secure ? answer.brokerServiceUrlTls : answer.brokerServiceUrl;
        const server = parseServiceUrl(url ?? '', settings.secure);
        const redirect = answer.response === 0 && Object.hasOwn(answer, 'response');
        if (!redirect && answer.proxyThroughServiceUrl === true) return lookups();
        if (server === undefined) throw new Error(`The broker names no address for ${topic}.`);
        const connection = await broker(server.address);
        if (!redirect) return connection;
        from = connection;
        authoritative = answer.authoritative === true;
      }
      throw new Error(`The brokers send the lookup of ${topic} round in a circle.`);
    },
    close(error) {
      closed = error;
      entry?.destroy(error);
      entry = undefined;
      for (const made of brokers.values()) made.then((connection) => connection.destroy(error)).catch(() => {});
      brokers.clear();
    },
  };
}

/** `persistent://public/default/name` for the short forms `name` and `tenant/namespace/name`. */
export function fullTopicName(topic: string): string {
  if (/^(non-)?persistent:\/\//.test(topic)) return topic;
  return `persistent://${topic.split('/').length === 3 ? topic : `public/default/${topic}`}`;
}
