import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import type { Jq } from './ast.ts';
import { fromRuleValue, toRuleValue } from './convert.ts';
import { DATES } from './dates.ts';
import { LIBRARY } from './library.ts';
import { type Library, Machine, type Native } from './machine.ts';
import { NATIVES } from './natives.ts';
import { parseDefinitions, parseJq } from './parser.ts';
import type { Scope } from './scope.ts';
import { STREAMS } from './streams.ts';
import { JqError, toJson } from './value.ts';

const MAX_CACHED = 200;
const MAX_PROGRAM = 20_000;
const MAX_RESULTS = 100_000;
/** Units for a character of a program that has not been seen yet. */
const UNITS_PER_CHARACTER = 8;

const programs = new Map<string, Jq>();
const NATIVE: Readonly<Record<string, Native>> = { ...NATIVES, ...STREAMS, ...DATES };
let defined: ReadonlyMap<string, Extract<Scope, { kind: 'function' }>> | undefined;

/** The library is read when the first program runs. Its functions see nothing but themselves and what every program has. */
function definedFunctions(): NonNullable<typeof defined> {
  defined ??= new Map(
    parseDefinitions(LIBRARY).map((definition) => [
      `${definition.name}/${definition.params.length}`,
      { kind: 'function', definition, next: undefined },
    ]),
  );
  return defined;
}

const library: Library = {
  native: (key) => (Object.hasOwn(NATIVE, key) ? NATIVE[key] : undefined),
  defined: (key) => definedFunctions().get(key),
};

function programOf(source: string): Jq {
  const known = programs.get(source);
  if (known) return known;
  if (source.length > MAX_PROGRAM) throw new Fault(`a jq program has at most ${MAX_PROGRAM} characters.`);
  spend(source.length * UNITS_PER_CHARACTER);
  const program = parseJq(source);
  if (programs.size >= MAX_CACHED) programs.clear();
  programs.set(source, program);
  return program;
}

/** All results of a jq program on a value. `now` is the clock in ms. */
export function runJq(source: string, input: unknown, now: () => number): unknown[] {
  const machine = new Machine(library, now);
  const results: unknown[] = [];
  try {
    machine.run(programOf(source), undefined, fromRuleValue(input), undefined, (value) => {
      if (results.push(toRuleValue(value)) > MAX_RESULTS) throw new Fault(`jq gives more than ${MAX_RESULTS} results.`);
    });
  } catch (thrown) {
    if (!(thrown instanceof JqError)) throw thrown;
    throw new Fault(`jq failed: ${typeof thrown.value === 'string' ? thrown.value : toJson(thrown.value)}`);
  }
  return results;
}
