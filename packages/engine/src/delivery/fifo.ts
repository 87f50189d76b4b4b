/** A first-in first-out queue with constant cost at both ends. */
export interface Fifo<T> {
  push(value: T): void;
  /** Puts `values` before everything else, in their order. */
  pushFront(values: readonly T[]): void;
  shift(): T | undefined;
  peek(): T | undefined;
  /** A copy, first to last. */
  list(): T[];
  readonly length: number;
}

export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    push(value) {
      items.push(value);
    },
    pushFront(values) {
      if (values.length === 0) return;
      items = [...values, ...items.slice(head)];
      head = 0;
    },
    shift() {
      if (head === items.length) return undefined;
      const value = items[head];
      items[head++] = undefined;
      if (head === items.length) {
        items = [];
        head = 0;
      } else if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return value;
    },
    peek() {
      return items[head];
    },
    list() {
      return items.slice(head) as T[];
    },
    get length() {
      return items.length - head;
    },
  };
}
