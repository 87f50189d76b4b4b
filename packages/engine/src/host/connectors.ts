import type { ConnectorConfig, ResourceId } from '@sluice/contract';
import { loadDriver } from '../connectors/drivers.ts';
import type { Checkpoints } from '../connectors/stream/checkpoints.ts';
import { createConnector, type RunningConnector } from '../health/connector.ts';

/** What hangs on a connector by its type and name. */
interface Dependant {
  connect(connector: RunningConnector | undefined): void;
  connector(): RunningConnector | undefined;
}

/** The connectors of one engine. A replaced one is closed after its dependants have left it. */
export interface Connectors {
  get(id: ResourceId): RunningConnector | undefined;
  all(): Iterable<RunningConnector>;
  /** Settles when the connector is there and its dependants wait on it; `started` when the first try to connect is over. */
  put(config: ConnectorConfig, dependants: readonly Dependant[]): Promise<{ readonly started: Promise<void> }>;
  remove(id: ResourceId, dependants: readonly Dependant[]): Promise<void>;
}

export function createConnectors(node: string, checkpoints?: Checkpoints): Connectors {
  const running = new Map<ResourceId, RunningConnector>();

  async function retire(id: ResourceId): Promise<void> {
    const before = running.get(id);
    running.delete(id);
    await before?.close();
  }

  return {
    get: (id) => running.get(id),
    all: () => running.values(),
    async put(config, dependants) {
      const next = createConnector(config, await loadDriver(config.type), node, checkpoints);
      const before = running.get(next.id);
      // The old connection goes first: some brokers allow a client id only once. What is under way comes back.
      await before?.close();
      running.set(next.id, next);
      for (const dependant of dependants) dependant.connect(next);
      return { started: next.start() };
    },
    async remove(id, dependants) {
      for (const dependant of dependants) dependant.connect(undefined);
      await retire(id);
    },
  };
}
