import type { Item } from './item.ts';

/** All items that wait in memory, in order of arrival, whatever their key: a linked list through the items themselves. */
export interface Arrivals {
  readonly length: number;
  /** What has waited longest. */
  first(): Item | undefined;
  /** Puts items where their `seq` belongs; they come in order. Costs little when they belong at either end. */
  add(items: readonly Item[]): void;
  remove(item: Item): void;
  [Symbol.iterator](): Iterator<Item>;
}

export function createArrivals(): Arrivals {
  let first: Item | undefined;
  let last: Item | undefined;
  let length = 0;

  function link(item: Item, newer: Item | undefined): void {
    const older = newer === undefined ? last : newer.older;
    item.older = older;
    item.newer = newer;
    if (older === undefined) first = item;
    else older.newer = item;
    if (newer === undefined) last = item;
    else newer.older = item;
    length++;
  }

  return {
    get length() {
      return length;
    },
    first: () => first,
    add(items) {
      let newer = first;
      for (const item of items) {
        if (last === undefined || last.seq < item.seq) newer = undefined;
        else while (newer !== undefined && newer.seq < item.seq) newer = newer.newer;
        link(item, newer);
      }
    },
    remove(item) {
      const { older, newer } = item;
      if (older === undefined) first = newer;
      else older.newer = newer;
      if (newer === undefined) last = older;
      else newer.older = older;
      item.older = undefined;
      item.newer = undefined;
      length--;
    },
    *[Symbol.iterator]() {
      for (let item = first; item !== undefined; item = item.newer) yield item;
    },
  };
}
