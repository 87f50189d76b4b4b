import type { Message } from './message.ts';

interface Node {
  readonly level: string;
  readonly parent: Node | undefined;
  children: Map<string, Node> | undefined;
  message: Message | undefined;
}

/** The last retained message of each topic, found by filter through a trie of levels. */
export interface Retained {
  /** Replaces the message of its topic; false when the store is full. */
  set(message: Message): boolean;
  /** Gives whether there was one. */
  delete(topic: string): boolean;
  get(topic: string): Message | undefined;
  /** All whose topic fits the filter, without the expired ones (those are removed). */
  match(pattern: string, now: number): Message[];
  all(): Iterable<Message>;
  readonly size: number;
}

export function createRetained(maximum: number): Retained {
  const root = createNode('', undefined);
  const byTopic = new Map<string, Node>();

  function remove(node: Node): void {
    if (node.message) byTopic.delete(node.message.topic);
    node.message = undefined;
    let at = node;
    while (at.parent && !at.children?.size && !at.message) {
      at.parent.children?.delete(at.level);
      at = at.parent;
    }
  }

  return {
    set(message) {
      const known = byTopic.get(message.topic);
      if (known) {
        known.message = message;
        return true;
      }
      if (byTopic.size >= maximum) return false;
      let node = root;
      for (const level of message.topic.split('/')) {
        node.children ??= new Map();
        let child = node.children.get(level);
        if (child === undefined) {
          child = createNode(level, node);
          node.children.set(level, child);
        }
        node = child;
      }
      node.message = message;
      byTopic.set(message.topic, node);
      return true;
    },
    delete(topic) {
      const node = byTopic.get(topic);
      if (node === undefined) return false;
      remove(node);
      return true;
    },
    get: (topic) => byTopic.get(topic)?.message,
    match(pattern, now) {
      const nodes: Node[] = [];
      collect(root, pattern.split('/'), 0, nodes);
      const found: Message[] = [];
      for (const node of nodes) {
        if (node.message === undefined) continue;
        if (node.message.hasExpired(now)) remove(node);
        else found.push(node.message);
      }
      return found;
    },
    *all() {
      for (const node of byTopic.values()) if (node.message) yield node.message;
    },
    get size() {
      return byTopic.size;
    },
  };
}

function createNode(level: string, parent: Node | undefined): Node {
  return { level, parent, children: undefined, message: undefined };
}

function collect(node: Node, levels: readonly string[], depth: number, found: Node[]): void {
  if (depth === levels.length) {
    found.push(node);
    return;
  }
  const level = levels[depth] ?? '';
  if (level === '#') {
    collectAll(node, depth === 0, found);
    return;
  }
  if (!node.children) return;
  if (level !== '+') {
    const child = node.children.get(level);
    if (child) collect(child, levels, depth + 1, found);
    return;
  }
  for (const child of node.children.values())
    if (depth > 0 || !child.level.startsWith('$')) collect(child, levels, depth + 1, found);
}

/** `#` also fits its parent level. */
function collectAll(node: Node, isRoot: boolean, found: Node[]): void {
  found.push(node);
  if (!node.children) return;
  for (const child of node.children.values())
    if (!isRoot || !child.level.startsWith('$')) collectAll(child, false, found);
}
