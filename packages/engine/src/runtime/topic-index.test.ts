import { matchesTopic } from '@sluice/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTopicIndex } from './topic-index.ts';

const name = fc.constantFrom('', 'a', 'b', '$x', '$SYS', 'c');
const topic = fc.array(name, { minLength: 1, maxLength: 4 }).map((levels) => levels.join('/'));
const filter = fc
  .tuple(fc.array(fc.oneof(name, fc.constant('+')), { minLength: 0, maxLength: 4 }), fc.boolean())
  .map(([levels, hash]) => (hash ? [...levels, '#'] : levels).join('/'))
  .filter((text) => text !== '');

describe('topic index', () => {
  it('finds exactly the filters that fit, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(filter, fc.nat(3), fc.boolean()), { maxLength: 30 }),
        fc.array(topic, { minLength: 1, maxLength: 10 }),
        (steps, topics) => {
          const index = createTopicIndex<string>();
          const kept: { filter: string; value: string }[] = [];
          for (const [text, n, remove] of steps) {
            const value = `${n}`;
            const at = kept.findIndex((entry) => entry.filter === text && entry.value === value);
            if (remove) {
              index.remove(text, value);
              if (at !== -1) kept.splice(at, 1);
            } else if (at === -1) {
              index.add(text, value);
              kept.push({ filter: text, value });
            }
            for (const t of topics) {
              const want = new Set(kept.filter((entry) => matchesTopic(t, entry.filter)).map((entry) => entry.value));
              expect(new Set(index.match(t))).toEqual(want);
              expect(index.match(t).length).toBe(want.size);
            }
          }
          expect(index.size).toBe(kept.length);
        },
      ),
      { seed: 20261121 },
    );
  });
});
