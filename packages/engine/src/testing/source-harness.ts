import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import type { Fault, Incoming, Input } from '../connectors/driver.ts';
import { loadDriver } from '../connectors/drivers.ts';
import type { Checkpoints } from '../connectors/stream/checkpoints.ts';
import { createConnector, type RunningConnector } from '../health/connector.ts';

/** One connector with one source, without broker and rules: `take` stands for them. */
export interface SourceHarness {
  readonly connector: RunningConnector;
  /** What is wrong with it; `undefined` while it reads. */
  fault(): Fault | undefined;
  /** Settles when it was closed in order, as on disable. */
  stop(): Promise<void>;
  /** Breaks it off as a crash would: nothing is acknowledged or saved any more. */
  crash(): Promise<void>;
}

const OPENING: Fault = { code: 'subscribing', message: 'The subscription is under way.' };

export async function startSourceHarness(
  connectorConfig: ConnectorConfig,
  sourceConfig: ChannelConfig,
  take: (body: string, message: Incoming) => void | Promise<void>,
  checkpoints: Checkpoints,
): Promise<SourceHarness> {
  let crashed = false;
  // After a crash nothing reaches the store any more.
  const store: Checkpoints = {
    read: checkpoints.read,
    write: (key, text) => (crashed ? Promise.resolve() : checkpoints.write(key, text)),
  };
  const driver = await loadDriver(connectorConfig.type);
  const connector = createConnector(connectorConfig, driver, 'sluice@127.0.0.1', store);
  if (!connector.connection.ok) throw new Error(connector.connection.error.message);
  const never = new Promise<void>(() => {});
  const made = connector.connection.value.input?.(sourceConfig, (message) =>
    crashed ? never : take(Buffer.from(message.payload).toString(), message),
  );
  if (made?.ok !== true) throw new Error(made?.error.message ?? 'no input');
  const input: Input = made.value;
  let opened: Fault | 'open' = OPENING;
  const open = async (): Promise<void> => {
    const fault = await input.open();
    opened = fault ?? 'open';
  };
  connector.attach({
    up: () => void open(),
    down() {
      opened = OPENING;
    },
  });
  await connector.start();
  const ticker = setInterval(() => {
    connector.tick();
    if (opened !== 'open' && opened !== OPENING && connector.isUp()) void open();
  }, 1000);
  return {
    connector,
    fault() {
      const { status, code = 'not_started', reason = status } = connector.status();
      if (status !== 'connected') return { code, message: reason };
      return opened === 'open' ? input.fault?.() : opened;
    },
    async stop() {
      clearInterval(ticker);
      await input.close('pause');
      await connector.close();
    },
    async crash() {
      clearInterval(ticker);
      crashed = true;
      await connector.close();
      await input.close('pause');
    },
  };
}
