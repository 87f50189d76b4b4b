import { useState } from 'react';
import { runBulk } from './bulk.ts';
import type { Selection } from './selection.ts';
import { toastDone, toastProblem } from './toast-store.ts';

export type BulkStep = 'enable' | 'disable' | 'delete';

/** The summaries, in the words of the list. `names`: the first of those that failed; `reason`: why the first did. */
export interface BulkTexts {
  readonly done: (count: number) => string;
  readonly failed: (values: {
    readonly done: number;
    readonly failed: number;
    readonly names: string;
    readonly reason: string;
  }) => string;
}

const NAMED = 5;

/** Does something with all selected rows, with one summary at the end; what failed stays selected. */
export function useBulkRun(selection: Selection, texts: BulkTexts) {
  const [busy, setBusy] = useState<BulkStep>();
  const run = async (
    step: BulkStep,
    rows: readonly { readonly id: string }[],
    call: (id: string) => Promise<unknown>,
  ): Promise<void> => {
    setBusy(step);
    const { done, failed, reason } = await runBulk(
      rows.map((row) => row.id),
      call,
    );
    setBusy(undefined);
    selection.set(failed);
    if (failed.length === 0) toastDone(texts.done(done.length));
    else {
      const names = failed.slice(0, NAMED).join(', ') + (failed.length > NAMED ? '…' : '');
      toastProblem(texts.failed({ done: done.length, failed: failed.length, names, reason }));
    }
  };
  return { busy, run };
}
