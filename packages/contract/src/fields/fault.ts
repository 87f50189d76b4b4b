import type { Json } from '../entities.ts';
import type { Failure } from '../errors.ts';

/** What is wrong with one value of a configuration. */
export interface FieldFault {
  readonly path: readonly (string | number)[];
  /** Stable name; those that EMQX has are spelled as there. */
  readonly reason:
    | 'required_field'
    | 'unknown_fields'
    | 'wrong_type'
    | 'out_of_range'
    | 'not_a_enum_symbol'
    | 'matched_no_union_member'
    | 'bad_value_for_struct'
    | 'empty_string_not_allowed'
    | 'bad_url'
    | 'bad_host_port'
    | 'bad_topic'
    | 'redacted_without_original';
  /** What would be right, for people: `a duration such as 15s`. */
  readonly expected?: string;
  /** What stands there; left out for secrets. */
  readonly value?: Json;
  /** Names of the fields that nobody knows. */
  readonly unknown?: readonly string[];
}

function place(fault: FieldFault): string {
  return fault.path.length === 0 ? 'The body' : `"${fault.path.join('.')}"`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return ` Got ${text.length > 120 ? `${text.slice(0, 120)}…` : text}.`;
}

/** One sentence that says where and what to do. */
export function faultSentence(fault: FieldFault): string {
  switch (fault.reason) {
    case 'required_field':
      return `${place(fault)} is required.`;
    case 'unknown_fields':
      return `${fault.path.length === 0 ? 'There is' : `In ${place(fault)} there is`} no field named ${(fault.unknown ?? []).map((name) => `"${name}"`).join(', ')}: remove it.`;
    case 'bad_value_for_struct':
      return `${place(fault)} must be an object.${shown(fault.value)}`;
    case 'empty_string_not_allowed':
      return `${place(fault)} must not be empty.`;
    case 'redacted_without_original':
      return `${place(fault)} is hidden (******) and there is no stored value to take it from: enter it again.`;
    case 'wrong_type':
    case 'out_of_range':
    case 'not_a_enum_symbol':
    case 'matched_no_union_member':
    case 'bad_url':
    case 'bad_host_port':
    case 'bad_topic':
      return `${place(fault)} must be ${fault.expected ?? 'something else'}.${shown(fault.value)}`;
  }
}

/** All faults of one body as one failure; `data.faults` has each of them. */
export function faultFailure(faults: readonly [FieldFault, ...FieldFault[]]): Failure {
  return {
    code: 'BAD_REQUEST',
    message: faults.map(faultSentence).join(' '),
    path: faults[0].path,
    data: { faults },
  };
}
