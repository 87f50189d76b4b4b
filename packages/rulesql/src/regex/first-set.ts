import type { ByteSet, Node } from './syntax.ts';

interface First {
  /** Bytes that a match may start with. */
  readonly set: ByteSet;
  /** May it be empty? Then whatever comes next may start the match too. */
  readonly empty: boolean;
}

function union(a: ByteSet, b: ByteSet): ByteSet {
  return a.map((flag, code) => flag | (b[code] ?? 0));
}

const NOTHING: First = { set: new Uint8Array(256), empty: true };

function sequence(nodes: readonly Node[]): First | undefined {
  let result = NOTHING;
  for (const node of nodes) {
    const first = firstOf(node);
    if (!first) return undefined;
    result = { set: union(result.set, first.set), empty: first.empty };
    if (!first.empty) break;
  }
  return result;
}

function firstOf(node: Node): First | undefined {
  switch (node.kind) {
    case 'set':
      return { set: node.set, empty: false };
    case 'sequence':
      return sequence(node.nodes);
    case 'either': {
      const branches = node.branches.map(firstOf);
      return branches.reduce<First | undefined>(
        (sum, branch) => sum && branch && { set: union(sum.set, branch.set), empty: sum.empty || branch.empty },
        { set: new Uint8Array(256), empty: false },
      );
    }
    case 'repeat': {
      const inner = firstOf(node.node);
      return inner && { set: inner.set, empty: inner.empty || node.min === 0 };
    }
    case 'group':
    case 'atomic':
      return firstOf(node.node);
    case 'look':
    case 'assert':
    case 'keep':
      return NOTHING;
    case 'back':
      return undefined;
  }
}

/** Bytes that every match starts with; `undefined` where a match may be empty or start with anything. */
export function firstSet(node: Node): ByteSet | undefined {
  const first = firstOf(node);
  return first && !first.empty ? first.set : undefined;
}

/** Can it match at the start of the text only? */
export function isAnchored(node: Node): boolean {
  switch (node.kind) {
    case 'assert':
      return node.assertion === 'start';
    case 'sequence':
      return node.nodes[0] !== undefined && isAnchored(node.nodes[0]);
    case 'either':
      return node.branches.every(isAnchored);
    case 'group':
    case 'atomic':
      return isAnchored(node.node);
    default:
      return false;
  }
}
