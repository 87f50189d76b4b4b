import type { Json } from '@sluice/contract';
import { getAt, isObject } from './path.ts';
import type { Branch, Field, FormRecord } from './types.ts';

type Choice = Field & { readonly widget: 'choice' };

/** The branch that a value belongs to; the first when the value says nothing. */
export function branchOf(field: Choice, record: FormRecord): Branch | undefined {
  const value = getAt(record, field.path);
  const constant = field.branches.find((branch) => branch.constant !== undefined && branch.constant === value);
  if (constant !== undefined) return constant;
  const objects = field.branches.filter((branch) => branch.constant === undefined);
  if (!isObject(value)) return value === undefined ? field.branches[0] : objects[0];
  let best: Branch | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const branch of objects) {
    const score = fitness(branch, value);
    if (score > most) {
      best = branch;
      most = score;
    }
  }
  return best;
}

/** A branch whose fixed symbols contradict the value is out; else known keys count for it and missing ones against. */
function fitness(branch: Branch, value: FormRecord): number {
  const keys = new Set(branch.fields.map((field) => field.key));
  let score = 0;
  for (const [key, preset] of isObject(branch.initial) ? Object.entries(branch.initial) : []) {
    if (keys.has(key)) continue;
    // A key without a field is the discriminator.
    if (!Object.hasOwn(value, key)) score -= 1;
    else if (value[key] === preset) score += 100;
    else return -1000;
  }
  for (const key of Object.keys(value)) if (keys.has(key)) score += 2;
  for (const field of branch.fields) if (field.required && !Object.hasOwn(value, field.key)) score -= 3;
  return score;
}

/** The value after choosing another branch: its initial value with what both branches have in common kept. */
export function switchBranch(from: Branch | undefined, to: Branch, value: Json | undefined): Json {
  if (!isObject(to.initial) || !isObject(value) || from === undefined) return to.initial;
  const shared = new Set(from.fields.map((field) => field.key));
  const kept = to.fields
    .filter((field) => shared.has(field.key) && Object.hasOwn(value, field.key))
    .map((field): [string, Json] => [field.key, value[field.key] ?? null]);
  return { ...to.initial, ...Object.fromEntries(kept) };
}
