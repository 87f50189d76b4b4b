import type { OutputStep } from '@sluice/contract';
import type { ResentLetter } from '../host.ts';
import type { Follow } from '../runtime/output.ts';

/** What becomes of letters that are sent again, for those who wait a moment for it. */
export interface Fates {
  /** Tells of one letter, from now on. */
  follow(id: string): Follow;
  /** It did not go after all. */
  forget(id: string): void;
  /** Settles when all have come to an end, or after `ms`. */
  settled(ms: number): Promise<readonly ResentLetter[]>;
}

export function createFates(): Fates {
  const fates = new Map<string, ResentLetter>();
  let changed = (): void => undefined;
  const isOver = () => [...fates.values()].every((fate) => fate.state !== 'waiting');
  return {
    follow(id) {
      fates.set(id, { id, state: 'waiting' });
      return (step) => {
        const fate = fateOf(id, step);
        if (fate === undefined) return;
        fates.set(id, fate);
        if (fate.state !== 'waiting') changed();
      };
    },
    forget(id) {
      fates.delete(id);
    },
    async settled(ms) {
      if (!isOver()) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          changed = () => {
            if (!isOver()) return;
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return [...fates.values()];
    },
  };
}

/** `undefined` for steps that say nothing about where the message is. */
function fateOf(id: string, step: OutputStep): ResentLetter | undefined {
  switch (step.state) {
    case 'delivered':
      return { id, state: 'delivered' };
    case 'retrying': {
      const { state: _, ...why } = step;
      return { id, ...why, state: 'waiting' };
    }
    case 'rejected':
    case 'loop':
    case 'out_of_service': {
      const { state: _, ...why } = step;
      return { id, ...why, state: 'rejected' };
    }
    case 'dropped': {
      const { state: _, cause: _cause, ...why } = step;
      return { id, ...why, state: 'dropped' };
    }
    case 'pending':
    case 'stopped':
      return undefined;
  }
}
