import { bits } from './bits.ts';
import { functionDoc } from './catalog.ts';
import { check } from './check.ts';
import { codec } from './codec.ts';
import { compress } from './compress.ts';
import { convert } from './convert.ts';
import type { FunctionDoc } from './doc.ts';
import { hashes } from './hash.ts';
import type { Implementation } from './implementation.ts';
import { jq } from './jq.ts';
import { lists, maps } from './map.ts';
import { math } from './math.ts';
import { message } from './message.ts';
import { strings } from './string.ts';
import { system } from './system.ts';
import { times } from './time.ts';

export interface FunctionEntry {
  readonly doc: FunctionDoc;
  readonly implementation: Implementation;
}

const implementations: Readonly<Record<string, Implementation>> = {
  ...math,
  ...check,
  ...convert,
  ...strings,
  ...maps,
  ...lists,
  ...times,
  ...codec,
  ...hashes,
  ...compress,
  ...bits,
  ...message,
  ...system,
  ...jq,
};

/** A function by name: what the catalog says of it and what it does. */
export function functionEntry(name: string): FunctionEntry | undefined {
  const doc = functionDoc(name);
  const implementation = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  return doc && implementation ? { doc, implementation } : undefined;
}
