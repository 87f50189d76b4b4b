import type { Delivery, DeliveryQueue } from '../state.ts';

/** A class because every session has two. */
export class WaitingQueue implements DeliveryQueue {
  /** Content of all messages in it. */
  bytes = 0;
  private items: (Delivery | undefined)[] = [];
  private head = 0;

  push(delivery: Delivery): void {
    this.items.push(delivery);
    this.bytes += delivery.message.size;
  }

  shift(): Delivery | undefined {
    const delivery = this.items[this.head];
    if (delivery === undefined) return undefined;
    this.items[this.head++] = undefined;
    this.bytes -= delivery.message.size;
    if (this.head === this.items.length) {
      this.items = [];
      this.head = 0;
    } else if (this.head > 1024 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return delivery;
  }

  get length(): number {
    return this.items.length - this.head;
  }

  *[Symbol.iterator](): Iterator<Delivery> {
    for (let i = this.head; i < this.items.length; i++) {
      const delivery = this.items[i];
      if (delivery) yield delivery;
    }
  }
}
