import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphemeCount, graphemes } from './graphemes.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

const PIECES = [
  ...[
    'a',
    'é',
    'e\u0301',
    'ß',
    'я',
    'א',
    'ب',
    '日',
    'か\u3099',
    '한',
    '\u1100\u1161\u11a8',
    '\ud7b0',
    'ก',
    'ำ',
    'न',
    '्',
    'ि',
    '\u0600',
  ],
  ...[
    '👍',
    '👍🏽',
    '👩\u200d👩\u200d👧',
    '❤\ufe0f',
    '©',
    '®\u200d',
    '🇩🇪',
    '🇫',
    '1\ufe0f\u20e3',
    '🏽',
    '\u200d',
    '\u200c',
    '\u0301',
    '\u0903',
  ],
  ...['\n', '\r\n', '\r', '\t', '\0', ' ', '\u00ad', '\u2028', '\ufeff', '\u{e0061}', '\u1f00', '𝒳', '\u093c', 'ﾞ', '!'],
];

it('finds the characters that the platform finds', () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (source) => {
      const wanted = Array.from(segmenter.segment(source), ({ segment }) => segment);
      expect(graphemes(source)).toEqual(wanted);
      expect(graphemeCount(source)).toBe(wanted.length);
    }),
    { seed: 20261121, numRuns: 5000 },
  );
});
