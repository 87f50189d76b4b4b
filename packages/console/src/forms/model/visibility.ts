import type { Json } from '@sluice/contract';
import { getAt } from './path.ts';
import type { Condition, Field, FormRecord } from './types.ts';

/** Is the field shown, given the values of the others? */
export function isVisible(field: Field, record: FormRecord): boolean {
  return (field.visibleWhen ?? []).every((condition) => holds(condition, getAt(record, condition.path)));
}

function holds(condition: Condition, value: Json | undefined): boolean {
  if ('contains' in condition) return typeof value === 'string' && value.includes(condition.contains);
  if ('equals' in condition) return value === condition.equals;
  return value !== undefined && condition.oneOf.includes(value);
}
