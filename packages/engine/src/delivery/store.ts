import type { Item } from './item.ts';

/** The durable part of an action's buffer. */
export interface Store {
  /** First number that no record on disk has. */
  readonly nextSeq: number;
  /** Requests of the last run that are not done with, and their size. */
  readonly count: number;
  readonly bytes: number;
  /** Records that could not be read any more, of the last run and of this one. */
  damaged(): number;
  /**
   * Writes an item. `safe` settles with its group commit; `resident` is false when it will come back through `refill`
   * because `waiting` items fill the memory already.
   */
  append(item: Item, waiting: number): { readonly safe: Promise<void>; readonly resident: boolean };
  /** The item is done with. */
  remove(item: Item): void;
  /** Brings back older items, in order, when few are `waiting`. */
  refill(waiting: number, take: (items: readonly Item[]) => void): void;
  /** Lets old files go, also those that a few of the `waiting` hold: these are written once more. */
  tidy(waiting: () => Iterable<Item>): void;
  /** Settles when everything is on disk, or cannot be written, and the files are closed. */
  close(): Promise<void>;
  /** Deletes the files, after `close`. */
  destroy(): void;
}

export interface StoreHooks {
  /** The disk fails; `undefined`: it works again. */
  fault(error: NodeJS.ErrnoException | undefined): void;
  /** An item that is not done with could not be written: it is not durable. */
  refused(item: Item): void;
  /** Requests that were on disk only and cannot be read any more. */
  unreadable(count: number, bytes: number): void;
}
