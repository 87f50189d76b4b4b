import type { Item } from './item.ts';
import type { Lane } from './lane.ts';

/** The requests of one key, which keep their order: those that wait are linked through `behind`, oldest first. */
export interface Line {
  readonly key: string;
  lane: Lane<Line>;
  first: Item | undefined;
  last: Item | undefined;
  length: number;
  /** To be sent again, before all that wait, once everything of the line that is under way has come back. */
  again: Item[];
  underWay: number;
  /** Nothing more goes until everything under way has come back. */
  held: boolean;
  /** Stands among the ready ones of its lane. */
  listed: boolean;
  /** Waits for the pause after a failure. */
  timer: NodeJS.Timeout | undefined;
}

export function makeLine(key: string, lane: Lane<Line>): Line {
  return {
    key,
    lane,
    first: undefined,
    last: undefined,
    length: 0,
    again: [],
    underWay: 0,
    held: false,
    listed: false,
    timer: undefined,
  };
}

export function append(line: Line, item: Item): void {
  if (line.last === undefined) line.first = item;
  else line.last.behind = item;
  line.last = item;
  line.length++;
}

/** Puts what is to be sent again before everything else. */
export function rejoin(line: Line): void {
  const items = line.again.sort((a, b) => b.seq - a.seq);
  line.again = [];
  for (const item of items) {
    item.behind = line.first;
    line.first = item;
    line.last ??= item;
    line.length++;
  }
}

export function shift(line: Line): Item | undefined {
  const item = line.first;
  if (item === undefined) return undefined;
  line.first = item.behind;
  if (line.first === undefined) line.last = undefined;
  item.behind = undefined;
  line.length--;
  return item;
}

/** Takes an item out from anywhere; its cost grows with those before it. */
export function takeOut(line: Line, item: Item): void {
  if (line.again.includes(item)) {
    line.again = line.again.filter((other) => other !== item);
    return;
  }
  if (line.first === item) {
    shift(line);
    return;
  }
  for (let before = line.first; before !== undefined; before = before.behind) {
    if (before.behind !== item) continue;
    before.behind = item.behind;
    if (line.last === item) line.last = before;
    item.behind = undefined;
    line.length--;
    return;
  }
}
