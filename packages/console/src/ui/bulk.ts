import { isApiError } from '../api/errors.ts';

export interface BulkOutcome {
  readonly done: readonly string[];
  readonly failed: readonly string[];
  /** Message of the first failure. */
  readonly reason: string;
}

const AT_ONCE = 4;

/** Runs one call for each id, a few at a time; a failure does not stop the others. */
export async function runBulk(ids: readonly string[], run: (id: string) => Promise<unknown>): Promise<BulkOutcome> {
  const done: string[] = [];
  const failed: string[] = [];
  let reason = '';
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await run(id);
        done.push(id);
      } catch (error) {
        failed.push(id);
        if (reason === '') reason = isApiError(error) || error instanceof Error ? error.message : String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { done, failed, reason };
}
