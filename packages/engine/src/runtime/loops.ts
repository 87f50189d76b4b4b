import type { RuleLoop } from '../host.ts';
import { type Flow, type FlowConfig, type FlowNode, flowNodes, meet } from './flow.ts';

/** Comparisons that one search may make, some tenths of a second: what it has found by then is told. */
const MAX_STEPS = 2_000_000;
/** Ways told of; one is reason enough to look. */
const MAX_LOOPS = 20;

/**
 * Ways on which a message could come back to the rule `id`, through republishing and MQTT bridges. WHERE is not looked
 * at: it may well break the circle, so this is a warning.
 */
export function loopsOfRule(id: string, config: FlowConfig): readonly RuleLoop[] {
  const nodes = flowNodes(config);
  const start = nodes.find((node) => node.id === id);
  return start === undefined ? [] : createSearch(nodes).circles(start, () => true, MAX_LOOPS);
}

/** Circles that messages could go round through a connector, action or source, named by its `passage`. */
export function loopsThrough(passage: string, config: FlowConfig): readonly RuleLoop[] {
  const nodes = flowNodes(config);
  const passes = (flow: Flow): boolean => flow.through.includes(passage);
  const isUsed = nodes.some(({ reads, writes }) => reads.some(passes) || writes.some(passes));
  if (!isUsed) return [];
  const search = createSearch(nodes);
  const found = new Map<string, RuleLoop>();
  for (const start of nodes) {
    if (found.size >= MAX_LOOPS) break;
    // Each rule of a circle comes by it.
    for (const loop of search.circles(start, (write, read) => passes(write) || passes(read), 1))
      found.set([...loop.rules].sort().join('\n'), loop);
  }
  return [...found.values()];
}

interface Search {
  /** Shortest ways from a rule back to itself; the first step has to be one that `isFirst` takes. */
  circles(start: FlowNode, isFirst: (write: Flow, read: Flow) => boolean, maximum: number): RuleLoop[];
}

/** One place of reading, and whose it is. */
interface Reader {
  readonly flow: Flow;
  readonly node: FlowNode;
}

function createSearch(nodes: readonly FlowNode[]): Search {
  // By place and first level, as most topics begin with a name: 10,000 rules are not compared with each other.
  const named = new Map<string, Reader[]>();
  const wild = new Map<string, Reader[]>();
  const all = new Map<string, Reader[]>();
  for (const node of nodes) {
    for (const flow of node.reads) {
      const { place, levels } = flow;
      append(all, place, { flow, node });
      if (isWild(levels[0])) append(wild, place, { flow, node });
      else append(named, `${place}\n${levels[0]}`, { flow, node });
    }
  }
  let steps = 0;

  function* readers({ place, levels }: Flow): Generator<Reader> {
    if (isWild(levels[0])) yield* all.get(place) ?? [];
    else {
      yield* named.get(`${place}\n${levels[0]}`) ?? [];
      yield* wild.get(place) ?? [];
    }
  }

  return {
    circles(start, isFirst, maximum) {
      const loops: RuleLoop[] = [];
      const cameFrom = new Map<FlowNode, FlowNode>();
      const pathTo = (node: FlowNode): string[] => {
        const path = [node.id];
        for (let at = node; at !== start; ) {
          const before = cameFrom.get(at);
          if (before === undefined) break;
          path.unshift(before.id);
          at = before;
        }
        return path;
      };
      const line = [start];
      for (const node of line) {
        let isClosed = false;
        for (const write of node.writes) {
          for (const { flow, node: next } of readers(write)) {
            if (next === start ? isClosed : cameFrom.has(next)) continue;
            if (++steps > MAX_STEPS) return loops;
            if (!meet(write, flow) || (node === start && !isFirst(write, flow))) continue;
            if (next === start) {
              isClosed = true;
              loops.push({ rules: pathTo(node) });
              if (loops.length >= maximum) return loops;
            } else {
              cameFrom.set(next, node);
              line.push(next);
            }
          }
        }
      }
      return loops;
    },
  };
}

function isWild(level: string | undefined): boolean {
  return level === '**' || level === '+';
}

function append(readers: Map<string, Reader[]>, key: string, reader: Reader): void {
  const known = readers.get(key);
  if (known === undefined) readers.set(key, [reader]);
  else known.push(reader);
}
