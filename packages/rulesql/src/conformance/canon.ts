import { decodeJson } from '../json.ts';
import { isFloat, isInt, isMap, isText } from '../value/value.ts';

/** Clock values in made-up names of columns. */
const MADE_UP = /^(_v_.*_)\d{15,20}$/s;

type Paths = readonly (readonly string[])[];

function kindOf(value: unknown): string {
  if (isInt(value)) return 'integer';
  if (isFloat(value)) return 'float';
  if (isText(value)) return 'string';
  if (Array.isArray(value)) return 'array';
  return isMap(value) ? 'object' : 'literal';
}

function below(paths: Paths, key: string): Paths {
  return paths.filter((path) => path[0] === key || path[0] === '*').map((path) => path.slice(1));
}

function write(value: unknown, paths: Paths): string {
  if (paths.some((path) => path.length === 0)) return `"<masked ${kindOf(value)}>"`;
  if (isInt(value)) return value.toString();
  if (isFloat(value)) return `f${Object.is(value.valueOf(), -0) ? '-0' : String(value.valueOf())}`;
  if (Array.isArray(value)) return `[${value.map((item, i) => write(item, below(paths, String(i)))).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.keys(value).map(
    (key) => `${JSON.stringify(key.replace(MADE_UP, '$1<ts>'))}:${write(value[key], below(paths, key))}`,
  );
  return `{${entries.sort().join(',')}}`;
}

/**
 * JSON text in the form of the recorded answers: keys sorted, floats marked with `f`, what differs from run to run
 * masked.
 */
export function canonical(json: string, masks: readonly string[]): string {
  const decoded = decodeJson(json);
  if (!decoded.ok) throw new Error(decoded.message);
  return write(
    decoded.value,
    masks.map((mask) => mask.split('.')),
  );
}
