import type { Delivery } from './delivery.ts';

/** Deliveries that wait for a session, oldest first. */
export interface DeliveryQueue {
  push(delivery: Delivery): void;
  shift(): Delivery | undefined;
  readonly length: number;
  /** Content of all messages in it. */
  readonly bytes: number;
  [Symbol.iterator](): Iterator<Delivery>;
}

export function createQueue(): DeliveryQueue {
  let items: (Delivery | undefined)[] = [];
  let head = 0;
  let bytes = 0;

  return {
    push(delivery) {
      items.push(delivery);
      bytes += delivery.message.size;
    },
    shift() {
      const delivery = items[head];
      if (delivery === undefined) return undefined;
      items[head++] = undefined;
      bytes -= delivery.message.size;
      if (head === items.length) {
        items = [];
        head = 0;
      } else if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return delivery;
    },
    get length() {
      return items.length - head;
    },
    get bytes() {
      return bytes;
    },
    *[Symbol.iterator]() {
      for (let i = head; i < items.length; i++) {
        const delivery = items[i];
        if (delivery) yield delivery;
      }
    },
  };
}
