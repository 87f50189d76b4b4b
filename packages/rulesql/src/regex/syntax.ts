/** A set of bytes: 256 flags. */
export type ByteSet = Uint8Array;

export type Assertion = 'start' | 'lineStart' | 'end' | 'lineEnd' | 'veryEnd' | 'word' | 'notWord';

/** A pattern as a tree. */
export type Node =
  | { readonly kind: 'set'; readonly set: ByteSet }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly kind: 'either'; readonly branches: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly kind: 'group'; readonly node: Node; readonly index: number }
  | { readonly kind: 'atomic'; readonly node: Node }
  | { readonly kind: 'look'; readonly node: Node; readonly behind: boolean; readonly negative: boolean }
  | { readonly kind: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** `\K`: the match starts here. */
  | { readonly kind: 'keep' };

export interface Pattern {
  readonly node: Node;
  readonly groups: number;
  /** Numbers of the groups that have names. */
  readonly names: ReadonlyMap<string, number>;
}
