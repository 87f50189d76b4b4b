import { type ChannelConfig, type ConnectorConfig, type ResourceId, resourceId } from '@sluice/contract';
import { createTopicIndex, type TopicIndex } from './topic-index.ts';

/**
 * MQTT connectors that lead to the own broker. What goes out over one of them comes in again as if from a stranger:
 * its hops are forgotten. So such a message is marked when it arrives, and does not leave on that way once more.
 */
export interface OwnBridges {
  /** As `via` of a message that came in from this client; `undefined` for strangers. */
  arrived(clientid: string): readonly string[] | undefined;
  /** As `via` of a message that came in through this source. */
  taken(source: ResourceId): readonly string[] | undefined;
  /** Would the action bring this message in again? */
  isSecondTurn(action: ChannelConfig, via: readonly string[]): boolean;
  /** Would a source take the topic from the own broker again? */
  isTakenAgain(topic: string, via: readonly string[]): boolean;
  /** Looks at the configuration anew. */
  update(config: OwnBridgeConfig): void;
}

interface OwnBridgeConfig {
  readonly connectors: readonly ConnectorConfig[];
  readonly sources: readonly ChannelConfig[];
  isOwn(server: string): boolean;
}

/** No rule can be called so. */
const MARK = '(bridge to itself)';
const MARKED: readonly string[] = [MARK];

interface OwnConnector {
  readonly name: string;
  /** How the ids of its clients begin, and ids that are fixed. */
  readonly prefix: string;
  readonly ids: ReadonlySet<string>;
}

export function createOwnBridges(): OwnBridges {
  let own: readonly OwnConnector[] = [];
  let sources = new Set<ResourceId>();
  let topics: TopicIndex<true> = createTopicIndex();
  const leadsHome = (channel: ChannelConfig): boolean =>
    channel.type === 'mqtt' && own.some(({ name }) => name === channel.connector);

  return {
    arrived(clientid) {
      if (own.length === 0) return undefined;
      return own.some(({ prefix, ids }) => clientid.startsWith(prefix) || ids.has(clientid)) ? MARKED : undefined;
    },
    taken: (source) => (sources.has(source) ? MARKED : undefined),
    isSecondTurn: (action, via) => via.length > 0 && via.includes(MARK) && leadsHome(action),
    isTakenAgain: (topic, via) =>
      sources.size > 0 && via.length > 0 && via.includes(MARK) && topics.match(topic).length > 0,
    update(config) {
      own = config.connectors
        .filter(({ type, enable, server }) => type === 'mqtt' && enable && config.isOwn(String(server)))
        .map((connector) => ({
          name: connector.name,
          prefix: `${typeof connector.clientid_prefix === 'string' ? connector.clientid_prefix : ''}${connector.name}:`,
          ids: new Set(fixedIds(connector)),
        }));
      const taking = config.sources.filter((source) => source.enable && leadsHome(source));
      sources = new Set(taking.map(({ type, name }) => resourceId(type, name)));
      topics = createTopicIndex();
      for (const { parameters } of taking) topics.add(String(parameters.topic).replace(/^\$share\/[^/]+\//, ''), true);
    },
  };
}

function fixedIds({ static_clientids: entries }: ConnectorConfig): string[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => {
    const { ids } = entry as { readonly ids?: unknown };
    return Array.isArray(ids) ? ids.map(String) : [];
  });
}
