import type { ApiFault } from '../../api/errors.ts';
import { getAt } from './path.ts';
import { fieldAt } from './secrets.ts';
import type { Field, FormModel, FormRecord, Path, Problem, ProblemCode } from './types.ts';

/** What a backend finds fault with, as problems at the fields of a form, in the order of the answer. */
export function problemsOf(faults: readonly ApiFault[], model: FormModel, record: FormRecord): readonly Problem[] {
  const problems: Problem[] = [];
  for (const fault of faults) {
    const path = pathIn(record, fault.path);
    const field = path.length === 0 ? undefined : fieldAt(model.fields, path);
    if (field === undefined) continue;
    // What is wrong inside a map or a list is shown at the map or the list.
    const value = getAt(record, path);
    const params = {
      name: field.label,
      value: value === undefined ? '' : String(value),
      reason: fault.expected ?? fault.message ?? fault.reason,
    };
    problems.push({ path: field.path, code: codeOf(fault.reason, field), params });
  }
  return problems;
}

/** Keys of lists are numbers in a record; on the wire they are texts like all others. */
function pathIn(record: FormRecord, keys: readonly string[]): Path {
  const path: (string | number)[] = [];
  for (const key of keys) path.push(Array.isArray(getAt(record, path)) && /^\d+$/.test(key) ? Number(key) : key);
  return path;
}

function codeOf(reason: string, field: Field): ProblemCode {
  switch (reason) {
    case 'required_field':
    case 'empty_string_not_allowed':
      return field.widget === 'enum' || field.widget === 'connector' ? 'select_required' : 'input_required';
    case 'not_a_enum_symbol':
    case 'unable_to_convert_to_enum_symbol':
      return 'option';
    case 'bad_url':
      return 'url';
    case 'bad_host_port':
      return 'server';
    case 'invalid_name':
      return 'common_id';
    case 'already_exists':
      return 'taken';
    case 'connector_not_found_or_wrong_type':
      return 'connector_gone';
    case 'redacted_without_original':
      return 'password_masked_in_copy';
    default:
      return 'refused';
  }
}
