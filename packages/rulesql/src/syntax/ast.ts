import type { Span } from '../types.ts';

/** A list index: a number, `[-0]`, or a path that is looked up when the rule runs. */
export type Index =
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | { readonly kind: 'negativeZero'; readonly span: Span }
  | { readonly kind: 'path'; readonly path: Path; readonly span: Span };

export type Segment =
  | { readonly kind: 'key'; readonly key: string; readonly quoted: boolean; readonly span: Span }
  | { readonly kind: 'index'; readonly index: Index; readonly span: Span };

/** `payload.sensor.tags[1]`: a column and what lies inside it. The first segment is always a key. */
export interface Path {
  readonly kind: 'path';
  readonly head: string;
  /** Double-quoted in the source. */
  readonly quoted: boolean;
  /** After the head. */
  readonly rest: readonly Segment[];
  readonly span: Span;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | 'div' | 'mod';
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '=~' | '~=';

export type Expression =
  | { readonly kind: 'integer'; readonly digits: string; readonly span: Span }
  | { readonly kind: 'float'; readonly digits: string; readonly span: Span }
  | { readonly kind: 'string'; readonly value: string; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | Path
  /** `[1..3]` */
  | { readonly kind: 'range'; readonly from: number; readonly to: number; readonly span: Span }
  /** `path[1..3]` */
  | {
      readonly kind: 'slice';
      readonly path: Path;
      readonly from: number;
      readonly to: number;
      readonly span: Span;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'unary'; readonly operator: '+' | '-'; readonly operand: Expression; readonly span: Span }
  | {
      readonly kind: 'arithmetic';
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | Comparison
  | Call
  | Case;

interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

export interface Call {
  readonly kind: 'call';
  /** The name as written; more than one segment names a module, which no statement may. */
  readonly name: readonly string[];
  readonly nameSpan: Span;
  readonly args: readonly Expression[];
  readonly span: Span;
}

export interface Case {
  readonly kind: 'case';
  /** `CASE subject WHEN value …`; without it the WHENs are conditions. */
  readonly subject?: Expression;
  readonly branches: readonly {
    readonly when: Condition;
    readonly result: Expression;
  }[];
  readonly otherwise?: Expression;
  readonly span: Span;
}

export type Condition =
  | Expression
  /** Two operands or more. */
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[]; readonly span: Span }
  | { readonly kind: 'not'; readonly operand: Condition; readonly span: Span }
  | {
      readonly kind: 'in';
      readonly negated: boolean;
      readonly subject: Expression;
      readonly items: readonly Expression[];
      readonly span: Span;
    };

export type Item =
  | { readonly kind: 'star'; readonly span: Span }
  | { readonly kind: 'item'; readonly expression: Expression; readonly alias?: Path; readonly span: Span };

export interface FromItem {
  readonly text: string;
  readonly span: Span;
}

export interface Statement {
  readonly kind: 'select' | 'foreach';
  /** What SELECT or FOREACH lists. */
  readonly items: readonly Item[];
  readonly do?: readonly Item[];
  readonly incase?: Condition;
  readonly from: readonly FromItem[];
  readonly where?: Condition;
  readonly span: Span;
}
