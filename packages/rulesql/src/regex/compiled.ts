import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { parsePattern } from './parser.ts';
import { compilePattern, type Program } from './program.ts';

/** A pattern, ready to be searched for. */
export interface Compiled {
  readonly program: Program;
  /** Numbers of the groups that have names. */
  readonly names: ReadonlyMap<string, number>;
}

const MAX_CACHED = 500;
const MAX_PATTERN = 5000;

/** Units for a byte of a pattern that has not been seen yet. */
const UNITS_PER_BYTE = 20;

const known = new Map<string, Compiled>();

/** Compiles a pattern once. `source` holds one byte a character. */
export function compiledPattern(source: string): Compiled {
  const found = known.get(source);
  if (found) return found;
  if (source.length > MAX_PATTERN) throw new Fault(`a pattern has at most ${MAX_PATTERN} bytes.`);
  spend(source.length * UNITS_PER_BYTE);
  const pattern = parsePattern(source);
  const compiled = { program: compilePattern(pattern), names: pattern.names };
  if (known.size >= MAX_CACHED) known.clear();
  known.set(source, compiled);
  return compiled;
}
