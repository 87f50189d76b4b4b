/** Characters as a reader sees them. */
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Without these a text has as many characters as code units. */
const PLAIN = /^[\x20-\x7e]*$/;

export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

export function graphemeCount(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}
