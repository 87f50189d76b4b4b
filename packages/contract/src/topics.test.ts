import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TOPIC_LENGTH, matchesTopic, topicFilterFault, topicNameFault } from './topics.ts';

describe('topic names', () => {
  it('have at most 65535 characters', () => expect(MAX_TOPIC_LENGTH).toBe(65_535));
  it.each([
    ['', 'empty'],
    ['a/+/b', 'wildcard_in_name'],
    ['a/#', 'wildcard_in_name'],
    ['a\u0000b', 'null_character'],
    ['x'.repeat(MAX_TOPIC_LENGTH + 1), 'too_long'],
    ['x'.repeat(MAX_TOPIC_LENGTH), undefined],
    ['/a//b/', undefined],
  ])('%.20j → %s', (topic, fault) => expect(topicNameFault(topic)).toBe(fault));
});

describe('topic filters', () => {
  it.each([
    ['', 'empty'],
    ['#', undefined],
    ['a/#', undefined],
    ['a/#/b', 'bad_hash'],
    ['a#', 'bad_hash'],
    ['+/a/+', undefined],
    ['a+/b', 'bad_plus'],
    ['x'.repeat(MAX_TOPIC_LENGTH + 1), 'too_long'],
  ])('%.20j → %s', (filter, fault) => expect(topicFilterFault(filter)).toBe(fault));
});

describe('matching', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/+', true],
    ['a/b', '+/b', true],
    ['a/b', '#', true],
    ['a', 'a/#', true],
    ['a/b/c', 'a/#', true],
    ['a/b', 'a', false],
    ['a', 'a/+', false],
    ['a/', 'a/+', true],
    ['/a', '+/a', true],
    ['ab', 'a', false],
    ['a', 'ab/#', false],
    ['$SYS/a', '#', false],
    ['$SYS/a', '+/a', false],
    ['$SYS/a', '$SYS/#', true],
  ])('%s fits %s: %s', (topic, filter, fits) => expect(matchesTopic(topic, filter)).toBe(fits));

  it('agrees with a plain definition level by level', () => {
    const level = fc.constantFrom('a', 'b', 'ab', '', '$x');
    const filterLevel = fc.constantFrom('a', 'b', 'ab', '', '+', '$x');
    const plain = (topic: string[], filter: string[]): boolean => {
      if (topic[0]?.startsWith('$') && (filter[0] === '+' || filter[0] === '#')) return false;
      for (let i = 0; i < filter.length; i++) {
        if (filter[i] === '#') return topic.length >= i;
        if (i >= topic.length || (filter[i] !== '+' && filter[i] !== topic[i])) return false;
      }
      return topic.length === filter.length;
    };
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 4 }),
        fc.array(filterLevel, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (topic, start, hash) => {
          const filter = hash ? [...start, '#'] : start;
          expect(matchesTopic(topic.join('/'), filter.join('/'))).toBe(plain(topic, filter));
        },
      ),
      { seed: 20261121, numRuns: 3000 },
    );
  });
});
