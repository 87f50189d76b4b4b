import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { loadDriver } from '../connectors/drivers.ts';
import { createAction, type RunningAction } from '../delivery/action.ts';
import { openDeadLetterFile } from '../delivery/dead-letter-file.ts';
import { createDeadLetters, type DeadLetters } from '../delivery/dead-letters.ts';
import { openDiskStore } from '../delivery/disk-store.ts';
import { createConnector, type RunningConnector } from '../health/connector.ts';
import type { RuleInput } from '../runtime/event-columns.ts';
import { createRuleCounters } from '../runtime/rule-metrics.ts';

/** One connector with one action on a folder of its own, without broker and rules. */
export interface Harness {
  readonly connector: RunningConnector;
  readonly action: RunningAction;
  readonly deadLetters: DeadLetters;
  /** Hands over a row; settles when it is safe. */
  put(row: Readonly<Record<string, unknown>>, key: string, qos: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-harness-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export async function startHarness(
  folder: string,
  connectorConfig: ConnectorConfig,
  actionConfig: ChannelConfig,
): Promise<Harness> {
  const deadLetters = createDeadLetters(openDeadLetterFile(join(folder, 'dead-letters.jsonl')));
  const action = createAction(actionConfig, (hooks) => openDiskStore(join(folder, 'buffer'), hooks), deadLetters);
  const connector = createConnector(connectorConfig, await loadDriver(connectorConfig.type), 'sluice@127.0.0.1');
  action.connect(connector);
  await connector.start();
  const ticker = setInterval(() => {
    connector.tick();
    action.tick();
  }, 1000);
  return {
    connector,
    action,
    deadLetters,
    async put(row, key, qos) {
      await action.accept(row, inputOf(key, qos), createRuleCounters());
    },
    async stop() {
      clearInterval(ticker);
      await Promise.all([action.close(), connector.close()]);
      await deadLetters.close();
    },
  };
}

function inputOf(key: string, qos: 0 | 1): RuleInput {
  return {
    get: () => undefined,
    names: () => [],
    decoded: undefined,
    key,
    qos,
    hops: 0,
    via: [],
    ruleId: 'test',
  };
}

/** Waits until `test` holds; fails after `limitMs`. */
export async function until(test: () => boolean | Promise<boolean>, what: string, limitMs = 15_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`timed out after ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
