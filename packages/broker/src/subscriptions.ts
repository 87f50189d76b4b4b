import { createShareGroup } from './share-group.ts';
import type { Session, ShareGroup, Subscription, Target } from './state.ts';
import { mergeSubscriptions } from './subscription.ts';

/** Who gets the messages of one topic. */
interface Route {
  readonly targets: readonly Target[];
  readonly groups: readonly ShareGroup[];
}

interface Node {
  readonly level: string;
  readonly parent: Node | undefined;
  children: Map<string, Node> | undefined;
  /** By session: a session has a filter once. */
  subscribers: Map<Session, Subscription> | undefined;
  groups: Map<string, ShareGroup> | undefined;
}

/** Topics whose route is remembered until a subscription changes. */
const MAX_CACHED_ROUTES = 10_000;

/** Index over topic filters: a trie by levels, so that a publish costs what it matches, not what is subscribed. */
export interface Subscriptions {
  /** Replaces the subscription of the same session and filter. */
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  match(topic: string): Route;
  /** Filters with a subscriber, each once. */
  filters(): Iterable<string>;
  /** Is there one with this first level? */
  hasBelow(level: string): boolean;
  readonly size: number;
  /** Of `size`. */
  readonly sharedSize: number;
  /** How many `filters` there are. */
  readonly filterCount: number;
}

export function createSubscriptions(): Subscriptions {
  const root = createNode('', undefined);
  const routes = new Map<string, Route>();
  let size = 0;
  let sharedSize = 0;
  let filterCount = 0;

  function find(pattern: string): Node {
    let node = root;
    for (const level of pattern.split('/')) {
      node.children ??= new Map();
      let child = node.children.get(level);
      if (child === undefined) {
        child = createNode(level, node);
        node.children.set(level, child);
      }
      node = child;
    }
    return node;
  }

  function prune(from: Node): void {
    let node = from;
    while (node.parent && !node.children?.size && !node.subscribers?.size && !node.groups?.size) {
      node.parent.children?.delete(node.level);
      node = node.parent;
    }
  }

  return {
    add(subscription) {
      const node = find(subscription.pattern);
      routes.clear();
      if (!isUsed(node)) filterCount++;
      if (subscription.group === undefined) {
        node.subscribers ??= new Map();
        if (!node.subscribers.has(subscription.session)) size++;
        node.subscribers.set(subscription.session, subscription);
        return;
      }
      node.groups ??= new Map();
      let group = node.groups.get(subscription.group);
      if (group === undefined) {
        group = createShareGroup();
        node.groups.set(subscription.group, group);
      }
      if (!group.put(subscription)) return;
      size++;
      sharedSize++;
    },
    remove(subscription) {
      const node = find(subscription.pattern);
      routes.clear();
      const wasUsed = isUsed(node);
      if (subscription.group === undefined) {
        if (node.subscribers?.delete(subscription.session)) size--;
      } else {
        const group = node.groups?.get(subscription.group);
        if (group?.take(subscription.session)) {
          size--;
          sharedSize--;
        }
        if (group?.isEmpty()) node.groups?.delete(subscription.group);
      }
      if (wasUsed && !isUsed(node)) filterCount--;
      prune(node);
    },
    match(topic) {
      let route = routes.get(topic);
      if (route === undefined) {
        route = buildRoute(root, topic);
        if (routes.size >= MAX_CACHED_ROUTES) routes.clear();
        routes.set(topic, route);
      }
      return route;
    },
    filters: () => filtersBelow(root, undefined),
    hasBelow: (level) => root.children?.has(level) === true,
    get size() {
      return size;
    },
    get sharedSize() {
      return sharedSize;
    },
    get filterCount() {
      return filterCount;
    },
  };
}

function isUsed(node: Node): boolean {
  return (node.subscribers?.size ?? 0) > 0 || (node.groups?.size ?? 0) > 0;
}

/** Depth first; `path` is that of the node, which the root has not. */
function* filtersBelow(node: Node, path: string | undefined): Generator<string> {
  if (path !== undefined && isUsed(node)) yield path;
  for (const child of node.children?.values() ?? [])
    yield* filtersBelow(child, path === undefined ? child.level : `${path}/${child.level}`);
}

function createNode(level: string, parent: Node | undefined): Node {
  return { level, parent, children: undefined, subscribers: undefined, groups: undefined };
}

function buildRoute(root: Node, topic: string): Route {
  const bySession = new Map<Session, Subscription[]>();
  const groups: ShareGroup[] = [];
  const levels = topic.split('/');
  const take = (node: Node): void => {
    if (node.subscribers)
      for (const subscription of node.subscribers.values()) {
        const known = bySession.get(subscription.session);
        if (known) known.push(subscription);
        else bySession.set(subscription.session, [subscription]);
      }
    if (node.groups) groups.push(...node.groups.values());
  };
  const walk = (node: Node, depth: number): void => {
    const children = node.children;
    const wild = depth > 0 || !topic.startsWith('$');
    if (children && wild) {
      const rest = children.get('#');
      if (rest) take(rest);
    }
    if (depth === levels.length) {
      take(node);
      return;
    }
    if (!children) return;
    const exact = children.get(levels[depth] ?? '');
    if (exact) walk(exact, depth + 1);
    const any = wild ? children.get('+') : undefined;
    if (any) walk(any, depth + 1);
  };
  walk(root, 0);
  const targets: Target[] = [];
  for (const [session, subscriptions] of bySession) targets.push(mergeSubscriptions(session, subscriptions));
  return { targets, groups };
}
