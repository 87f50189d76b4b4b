import { parseDuration } from '@sluice/contract';
import type { EngineStatuses } from '@sluice/engine';
import { isEnabled, type ResourceEntry } from '../catalog/entry.ts';
import type { Services } from '../services.ts';
import { statusOf } from './resource-record.ts';

const LONGEST_MS = 10_000;
const CHANNEL_MS = 2_000;

/**
 * Statuses a moment after a change: waits until the object knows whether it is connected, at most as long as its
 * `start_timeout`, so that the answer to a creation says how it went.
 */
export async function settledStatuses(
  { engine, readings }: Pick<Services, 'engine' | 'readings'>,
  entry: ResourceEntry,
): Promise<EngineStatuses> {
  const deadline = Date.now() + patience(entry);
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    const statuses = await engine.statuses();
    const { status } = statusOf(statuses, entry.kind, entry.id);
    if (status !== 'connecting' || Date.now() >= deadline) {
      // what others look at must not fall behind this answer
      readings.forget();
      return statuses;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function patience(entry: ResourceEntry): number {
  if (!isEnabled(entry)) return 0;
  if (entry.kind !== 'connector') return CHANNEL_MS;
  const options = entry.config.resource_opts as { start_timeout?: string | number } | undefined;
  return Math.min(parseDuration(options?.start_timeout ?? '5s') ?? LONGEST_MS, LONGEST_MS);
}
