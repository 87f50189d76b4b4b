import { type Compiled, compiledPattern } from '../regex/compiled.ts';
import { Machine as RegexMachine } from '../regex/machine.ts';
import { spend } from '../value/budget.ts';
import { bytesOfLatin1, displayText, fromLatin1, toLatin1 } from '../value/bytes.ts';
import { faultMessage } from '../value/fault.ts';
import { JqError, toJson, wrongType } from './value.ts';

/** What describing a match costs, beside the search. */
const UNITS_PER_MATCH = 350;

const FLAGS = /^[gimnpsx]*$/;

function text(bytes: string): string {
  return displayText(fromLatin1(bytes));
}

/** How many characters come before each byte of a text in UTF-8. */
function characterPlaces(bytes: string): Uint32Array {
  const places = new Uint32Array(bytes.length + 1);
  for (let at = 0; at < bytes.length; at++) {
    const continues = at + 1 < bytes.length && (bytes.charCodeAt(at + 1) & 0xc0) === 0x80;
    places[at + 1] = (places[at] ?? 0) + (continues ? 0 : 1);
  }
  return places;
}

/** All matches of a pattern as jq describes them: offsets and lengths count characters. */
export function matchJq(value: unknown, pattern: unknown, flagValue: unknown): unknown[] {
  const [re, flags] = Array.isArray(pattern) ? [pattern[0], pattern[1] ?? null] : [pattern, flagValue];
  if (typeof value !== 'string') throw wrongType(value, 'cannot be matched, as it is not a string');
  if (typeof re !== 'string') throw wrongType(re, 'cannot be matched, as it is not a string');
  const flagText = flags === null ? '' : String(flags);
  if (!FLAGS.test(flagText)) throw new JqError(`${toJson(flags)} is not a valid modifier string`);
  const inline = ['i', 'x', 's'].filter((flag) => flagText.includes(flag)).join('');
  const source = toLatin1(re);
  let compiled: Compiled;
  try {
    compiled = compiledPattern(inline === '' ? source : `(?${inline})${source}`);
  } catch (thrown) {
    throw new JqError(`${re} (at offset 0) is not a valid regex: ${faultMessage(thrown)}`);
  }
  const bytes = toLatin1(value);
  const places = characterPlaces(bytes);
  const machine = new RegexMachine(compiled.program, bytesOfLatin1(bytes));
  const results: unknown[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const captures = machine.search(at);
    if (!captures) break;
    const [from = 0, to = 0] = captures;
    if (!(flagText.includes('n') && from === to)) results.push(describe(bytes, places, captures, compiled.names));
    if (!flagText.includes('g')) break;
    at = to === from ? to + 1 : to;
  }
  return results;
}

function describe(
  bytes: string,
  places: Uint32Array,
  captures: Int32Array,
  names: ReadonlyMap<string, number>,
): unknown {
  spend(UNITS_PER_MATCH);
  const part = (index: number): Record<string, unknown> => {
    const from = captures[2 * index] ?? -1;
    const to = captures[2 * index + 1] ?? -1;
    if (from < 0) return { offset: -1, length: 0, string: null };
    const offset = places[from] ?? 0;
    return { offset, length: (places[to] ?? 0) - offset, string: text(bytes.slice(from, to)) };
  };
  const nameOf = new Map([...names].map(([name, index]) => [index, name]));
  const groups = Array.from({ length: captures.length / 2 - 1 }, (_, i) => ({
    ...part(i + 1),
    name: nameOf.get(i + 1) ?? null,
  }));
  return { ...part(0), captures: groups };
}
