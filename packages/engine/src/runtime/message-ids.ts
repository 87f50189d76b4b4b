/** Ids of messages that did not come through the broker: 32 hex digits, unique, in order. */
export interface MessageIds {
  next(): string;
}

export function createMessageIds(): MessageIds {
  const run = Math.floor(Math.random() * 0xffffffff)
    .toString(16)
    .padStart(8, '0');
  let count = 0;
  return {
    next() {
      count = (count + 1) % 0xffffffff;
      const time = Math.floor(Date.now() * 1000)
        .toString(16)
        .padStart(16, '0');
      return `${time}${run}${count.toString(16).padStart(8, '0')}`.toUpperCase();
    },
  };
}
