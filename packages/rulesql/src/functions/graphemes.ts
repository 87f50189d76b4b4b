import { spend } from '../value/budget.ts';

/** Characters as a reader sees them. */
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Texts of these alone have as many characters as code units: Latin, Greek, Cyrillic, Han, kana and full-width forms,
 * without what clings to a neighbour.
 */
const PLAIN =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u3000-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff9d]*$/;

/** Units for finding the end of one character. */
const UNITS_PER_CHARACTER = 30;

export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split('');
  spend(text.length * UNITS_PER_CHARACTER);
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

export function graphemeCount(text: string): number {
  if (PLAIN.test(text)) return text.length;
  spend(text.length * UNITS_PER_CHARACTER);
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}
