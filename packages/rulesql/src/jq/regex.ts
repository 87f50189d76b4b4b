import { Machine as RegexMachine } from '../regex/machine.ts';
import { parsePattern } from '../regex/parser.ts';
import { compilePattern } from '../regex/program.ts';
import { displayText, fromLatin1, toLatin1 } from '../value/bytes.ts';
import { faultMessage } from '../value/fault.ts';
import { JqError, toJson, wrongType } from './value.ts';

const FLAGS = /^[gimnpsx]*$/;

function text(bytes: string): string {
  return displayText(fromLatin1(bytes));
}

function characters(bytes: string): number {
  return [...text(bytes)].length;
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
  let parsed: ReturnType<typeof parsePattern>;
  try {
    parsed = parsePattern(inline === '' ? source : `(?${inline})${source}`);
  } catch (thrown) {
    throw new JqError(`${re} (at offset 0) is not a valid regex: ${faultMessage(thrown)}`);
  }
  const bytes = toLatin1(value);
  const machine = new RegexMachine(compilePattern(parsed), bytes);
  const results: unknown[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const captures = machine.search(at);
    if (!captures) break;
    const [from = 0, to = 0] = captures;
    if (!(flagText.includes('n') && from === to)) results.push(describe(bytes, captures, parsed.names));
    if (!flagText.includes('g')) break;
    at = to === from ? to + 1 : to;
  }
  return results;
}

function describe(bytes: string, captures: Int32Array, names: ReadonlyMap<string, number>): unknown {
  const part = (index: number): Record<string, unknown> => {
    const from = captures[2 * index] ?? -1;
    const to = captures[2 * index + 1] ?? -1;
    if (from < 0) return { offset: -1, length: 0, string: null };
    const piece = bytes.slice(from, to);
    return { offset: characters(bytes.slice(0, from)), length: characters(piece), string: text(piece) };
  };
  const nameOf = new Map([...names].map(([name, index]) => [index, name]));
  const groups = Array.from({ length: captures.length / 2 - 1 }, (_, i) => ({
    ...part(i + 1),
    name: nameOf.get(i + 1) ?? null,
  }));
  return { ...part(0), captures: groups };
}
