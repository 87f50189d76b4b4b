import type { Definition, Jq } from './ast.ts';

/** What names mean: a chain, the innermost binding first. */
export type Scope =
  | { readonly kind: 'variable'; readonly name: string; readonly value: unknown; readonly next: Scope | undefined }
  /** A function; it sees its own scope, and itself. */
  | { readonly kind: 'function'; readonly definition: Definition; readonly next: Scope | undefined }
  /** An argument that is a filter: evaluated where the call stands. */
  | {
      readonly kind: 'filter';
      readonly name: string;
      readonly body: Jq;
      readonly scope: Scope | undefined;
      readonly next: Scope | undefined;
    }
  | { readonly kind: 'label'; readonly name: string; readonly token: object; readonly next: Scope | undefined };

export function findVariable(scope: Scope | undefined, name: string): { readonly value: unknown } | undefined {
  for (let at = scope; at; at = at.next) if (at.kind === 'variable' && at.name === name) return at;
  return undefined;
}

export function findLabel(scope: Scope | undefined, name: string): object | undefined {
  for (let at = scope; at; at = at.next) if (at.kind === 'label' && at.name === name) return at.token;
  return undefined;
}

/** The function or filter of that name and number of arguments. */
export function findFunction(
  scope: Scope | undefined,
  name: string,
  arity: number,
): Extract<Scope, { kind: 'function' | 'filter' }> | undefined {
  for (let at = scope; at; at = at.next) {
    if (at.kind === 'function' && at.definition.name === name && at.definition.params.length === arity) return at;
    if (at.kind === 'filter' && at.name === name && arity === 0) return at;
  }
  return undefined;
}
