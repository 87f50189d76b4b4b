import type { Text } from '@sluice/contract';

/** What a parameter takes or a function gives. */
export type TypeName = 'any' | 'boolean' | 'bytes' | 'float' | 'integer' | 'list' | 'map' | 'number' | 'text';

export interface Parameter {
  readonly name: string;
  readonly type: TypeName;
  /** May be left out, with everything after it. */
  readonly optional?: boolean;
  /** May be repeated. Only the last one. */
  readonly rest?: boolean;
}

/** Everything the editor and the reference page say of a function. */
export interface FunctionDoc {
  readonly params: readonly Parameter[];
  readonly returns: TypeName;
  readonly doc: Text;
  /** An expression and the JSON text of what it gives; the tests run it. */
  readonly example: {
    readonly expression: string;
    /** JSON text, or a pattern between slashes where the result differs from run to run. */
    readonly gives: string;
  };
  /** Works in WHERE and INCASE only, as it reads the event. */
  readonly needsEvent?: boolean;
}

/** The functions of one family by name. */
export type FunctionDocs = Readonly<Record<string, FunctionDoc>>;

/** Fewest and most arguments. */
export function arityOf(doc: FunctionDoc): { readonly min: number; readonly max: number } {
  const min = doc.params.filter((param) => !param.optional && !param.rest).length;
  const max = doc.params.some((param) => param.rest) ? Number.POSITIVE_INFINITY : doc.params.length;
  return { min, max };
}

/** `substr(text, start, [length])` */
export function signatureOf(name: string, doc: FunctionDoc): string {
  const params = doc.params.map((param) => {
    if (param.rest) return `${param.name}…`;
    return param.optional ? `[${param.name}]` : param.name;
  });
  return `${name}(${params.join(', ')})`;
}
