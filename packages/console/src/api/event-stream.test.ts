import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventStreamReader, type StreamEvent } from './event-stream.ts';

const TEXT =
  'event: ready\ndata: {"rule":"r"}\n\n: \n\nid: 17\nevent: output\ndata: {"a":1}\ndata: {"b":2}\n\ndata:x\r\n\r\nevent: cut';

const EVENTS: readonly StreamEvent[] = [
  { event: 'ready', data: '{"rule":"r"}', id: undefined },
  { event: 'output', data: '{"a":1}\n{"b":2}', id: '17' },
  { event: 'message', data: 'x', id: undefined },
];

it('reads events, whatever the pieces they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
      const read = eventStreamReader();
      const found = places.slice(1).flatMap((end, index) => read(TEXT.slice(places[index], end)));
      // A cut between CR and LF leaves the pair whole in the rest.
      expect(found).toEqual(EVENTS);
    }),
    { seed: 17 },
  );
});
