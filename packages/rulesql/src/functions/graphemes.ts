import { spend } from '../value/budget.ts';

/** Characters as a reader sees them. */
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Letters and signs that stand for themselves: Latin, Greek, Cyrillic, Hebrew, Arabic, Han, kana, Hangul and full-width
 * forms, without what clings to a neighbour.
 */
const LETTER =
  '\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0482\\u048a-\\u052f\\u05d0-\\u05ea\\u0621-\\u064a\\u3000-\\u3029\\u3041-\\u3096\\u309b-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff9d';

/** Texts of these alone have as many characters as code units. */
const PLAIN = new RegExp(`^[${LETTER}]*$`);

/** Marks and skin tones, which belong to what is before them. */
const MARK = '[\\p{Mn}\\p{Me}\\u{1f3fb}-\\u{1f3ff}]';
const PICTURE = '(?![\\u{1f3fb}-\\u{1f3ff}])\\p{Extended_Pictographic}';

/** A picture or a letter with its marks, or a line break. */
const KNOWN = new RegExp(
  `${PICTURE}(?:${MARK}*\\u200d${PICTURE})*(?:${MARK}|\\u200d)*|[${LETTER}](?:${MARK}|\\u200d)*|\\r\\n|[\\t\\n\\r]`,
  'uy',
);

/** What starts a character of its own: before it the one at hand has ended for certain. */
const START = new RegExp(`${PICTURE}|[${LETTER}\\t\\n\\r]|$`, 'uy');

/** Where everything is plain again after something that only the platform can tell. */
const PLAIN_AGAIN = new RegExp(`[${LETTER}](?=[${LETTER}])`, 'g');

/** Has the text as many characters as code units? */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Units for finding the end of a character here, and for each code unit that the platform is asked about. */
const UNITS_PER_CHARACTER = 15;
const UNITS_PER_ASKED = 120;

function endOfKnown(text: string, at: number): number | undefined {
  KNOWN.lastIndex = at;
  if (!KNOWN.test(text)) return undefined;
  START.lastIndex = KNOWN.lastIndex;
  return START.test(text) ? KNOWN.lastIndex : undefined;
}

function* clusters(text: string): Generator<string, void, undefined> {
  let at = 0;
  while (at < text.length) {
    spend(UNITS_PER_CHARACTER);
    const next = endOfKnown(text, at);
    if (next !== undefined) {
      spend(next - at);
      yield text.slice(at, next);
      at = next;
      continue;
    }
    PLAIN_AGAIN.lastIndex = at + 1;
    const end = PLAIN_AGAIN.test(text) ? PLAIN_AGAIN.lastIndex : text.length;
    spend((end - at) * UNITS_PER_ASKED);
    for (const { segment } of segmenter.segment(text.slice(at, end))) yield segment;
    at = end;
  }
}

export function graphemes(text: string): readonly string[] {
  return isPlain(text) ? text.split('') : [...clusters(text)];
}

export function graphemeCount(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (const _ of clusters(text)) count++;
  return count;
}
