import type { Item } from './item.ts';

/** The durable part of an action's buffer. */
export interface Store {
  /** First number that no record on disk has. */
  readonly nextSeq: number;
  /** Requests of the last run that are not done with, and their size. */
  readonly count: number;
  readonly bytes: number;
  /** Records of the last run that could not be read any more. */
  readonly damaged: number;
  /**
   * Writes an item. `safe` settles with its group commit; `resident` is false when it will come back through `refill`
   * because `waiting` items fill the memory already.
   */
  append(item: Item, waiting: number): { readonly safe: Promise<void>; readonly resident: boolean };
  /** The item is done with. */
  remove(seq: number): void;
  /** Brings back older items, in order, when few are `waiting`. */
  refill(waiting: number, take: (items: readonly Item[]) => void): void;
  /** Numbers of a few old requests that keep many files from being deleted; `undefined` when there are none. */
  stuck(): { readonly from: number; readonly to: number } | undefined;
  /** Writes them again at the end. */
  rewrite(items: readonly Item[]): void;
  /** Settles when everything is on disk and the files are closed. */
  close(): Promise<void>;
  /** Deletes the files, after `close`. */
  destroy(): void;
}

export interface StoreHooks {
  /** The disk fails; `undefined`: it works again. */
  fault(error: NodeJS.ErrnoException | undefined): void;
  /** Items that were nowhere but in a write that failed. */
  lost(items: readonly Item[]): void;
}
