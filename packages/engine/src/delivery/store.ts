import type { Item } from './item.ts';

/** The durable part of an action's buffer. */
export interface Store {
  /** First number that no record on disk has. */
  readonly nextSeq: number;
  /** Records on disk that are not delivered, and their size; fixed at the start. */
  readonly count: number;
  readonly bytes: number;
  /**
   * Writes an item. `safe` settles with its group commit; `resident` is false when it will come back through `refill`
   * because `waiting` items fill the memory already.
   */
  append(item: Item, waiting: number): { readonly safe: Promise<void>; readonly resident: boolean };
  /** The item is done with. */
  remove(seq: number): void;
  /** Brings back older items, in order, when few are `waiting`. */
  refill(waiting: number, take: (items: readonly Item[]) => void): void;
  /** Settles when everything is on disk and the files are closed. */
  close(): Promise<void>;
  /** Closes and deletes the files. */
  destroy(): Promise<void>;
}
