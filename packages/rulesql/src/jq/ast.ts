/** A jq program as a tree. */
export type Jq =
  | { readonly kind: 'identity' }
  | { readonly kind: 'recurse' }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'string'; readonly format: string | undefined; readonly parts: readonly (string | Jq)[] }
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'index'; readonly target: Jq; readonly key: Jq }
  | { readonly kind: 'slice'; readonly target: Jq; readonly from: Jq | undefined; readonly to: Jq | undefined }
  | { readonly kind: 'iterate'; readonly target: Jq }
  | { readonly kind: 'array'; readonly body: Jq | undefined }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: Jq; readonly value: Jq }[] }
  | { readonly kind: 'negate'; readonly operand: Jq }
  | { readonly kind: 'pipe' | 'comma' | 'and' | 'or' | 'alternative'; readonly left: Jq; readonly right: Jq }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Jq; readonly right: Jq }
  | { readonly kind: 'assign'; readonly operator: AssignOperator; readonly left: Jq; readonly right: Jq }
  | { readonly kind: 'if'; readonly test: Jq; readonly then: Jq; readonly otherwise: Jq }
  | { readonly kind: 'try'; readonly body: Jq; readonly handler: Jq | undefined }
  | { readonly kind: 'reduce'; readonly source: Jq; readonly pattern: Pattern; readonly start: Jq; readonly update: Jq }
  | {
      readonly kind: 'foreach';
      readonly source: Jq;
      readonly pattern: Pattern;
      readonly start: Jq;
      readonly update: Jq;
      readonly extract: Jq | undefined;
    }
  | { readonly kind: 'define'; readonly definition: Definition; readonly body: Jq }
  /** `key` is `name/arity`. */
  | { readonly kind: 'call'; readonly name: string; readonly key: string; readonly args: readonly Jq[] }
  | { readonly kind: 'bind'; readonly source: Jq; readonly pattern: Pattern; readonly body: Jq }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'label'; readonly name: string; readonly body: Jq }
  | { readonly kind: 'break'; readonly name: string };

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=';
export type AssignOperator = '=' | '|=' | '+=' | '-=' | '*=' | '/=' | '%=' | '//=';

/** What `as` takes apart. */
export type Pattern =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly Pattern[] }
  | {
      readonly kind: 'object';
      readonly entries: readonly { readonly key: Jq; readonly bind?: string; readonly value: Pattern | undefined }[];
    };

export interface Definition {
  readonly name: string;
  /** `$name` for values, plain names for filters. */
  readonly params: readonly string[];
  readonly body: Jq;
}
