import { createHash } from 'node:crypto';

/**
 * Message ids of one broker in the shape of EMQX's: 16 hex digits of time in microseconds, 12 of the node, 4 of a counter.
 * They are in the order of arrival and stay so when the clock is set back.
 */
export interface MessageIds {
  /** Takes the next id for a message that arrived at `now` (Unix time in ms). */
  next(now: number): { readonly time: number; readonly sequence: number };
  format(time: number, sequence: number): string;
}

export function createMessageIds(node: string, salt: string): MessageIds {
  const nodePart = createHash('sha256').update(`${node}\0${salt}`).digest('hex').slice(0, 12).toUpperCase();
  const slot = { time: 0, sequence: 0 };
  return {
    next(now) {
      if (now > slot.time) {
        slot.time = now;
        slot.sequence = 0;
      } else if (++slot.sequence > 0xffff) {
        slot.time++;
        slot.sequence = 0;
      }
      return slot;
    },
    format(time, sequence) {
      return (
        (time * 1000).toString(16).toUpperCase().padStart(16, '0') +
        nodePart +
        sequence.toString(16).toUpperCase().padStart(4, '0')
      );
    },
  };
}
