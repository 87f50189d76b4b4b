import type { FunctionDoc, Parameter, TypeName } from '../doc.ts';

function parameter(source: string): Parameter {
  const [name = '', type = 'any'] = source.split(':').map((part) => part.trim());
  const base = { name: name.replace(/[?…]$/, ''), type: type as TypeName };
  if (name.endsWith('?')) return { ...base, optional: true };
  return name.endsWith('…') ? { ...base, rest: true } : base;
}

/**
 * Describes a function in one line.
 * @param params `text: text, start: integer, length?: integer`; `name…: type` may be repeated
 * @param example an expression and the JSON text of what it gives, or a pattern between slashes
 */
export function fn(
  params: string,
  returns: TypeName,
  en: string,
  zh: string,
  example: readonly [expression: string, gives: string],
  options: { readonly needsEvent?: boolean } = {},
): FunctionDoc {
  const [expression, gives] = example;
  return {
    params: params === '' ? [] : params.split(',').map(parameter),
    returns,
    doc: { en, zh },
    example: { expression, gives },
    ...options,
  };
}
