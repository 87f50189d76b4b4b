import { createArrivals } from './arrivals.ts';
import { createFifo, type Fifo } from './fifo.ts';
import type { Item } from './item.ts';
import { type Lane, laneFor, makeLanes } from './lane.ts';
import { append, type Line, makeLine, rejoin, shift, takeOut } from './line.ts';

/**
 * What waits in memory, and what may go next. Keys take turns, so that the backlog of one does not hold up a fresh
 * request of another. Of a key nothing is given out that could overtake something before it.
 */
export interface Queue {
  /** Requests that wait, those for another try included. */
  readonly length: number;
  /** What has waited longest. */
  oldest(): Item | undefined;
  /** All that wait, in order of arrival. */
  list(): Iterable<Item>;
  /** Newcomers, in order of arrival; none is older than what its key has here. */
  add(items: readonly Item[]): void;
  /** The next requests to send together, at most `most`; under way from now on. `undefined`: nothing may go now. */
  next(most: number): Batch | undefined;
  /** The items of a batch are answered: first each by `done` or `again`, then all of them by this. */
  answered(batch: Batch): void;
  /** An item under way is done with. */
  done(item: Item): void;
  /** An item under way waits again, before all others of its key; `afterMs`: not before this has passed. */
  again(item: Item, afterMs: number | undefined): void;
  /** A waiting item is given up. */
  remove(item: Item): void;
  /** The next request of a key goes only when those before it have come back: they take another way. */
  turn(): void;
  configure(rules: QueueRules): void;
  /** Forgets keys that nothing waits for. Once a second. */
  tidy(): void;
  /** No pause wakes anything any more. */
  stop(): void;
}

/** One or more requests of one lane. */
export interface Batch {
  readonly lane: Lane<Line>;
  readonly items: readonly Item[];
}

export interface QueueRules {
  readonly workers: number;
  /** Most requests under way per worker; with `sync` the next batch waits for the one before. */
  readonly window: number;
  readonly sync: boolean;
  readonly batchSize: number;
  readonly batchTimeMs: number;
  /**
   * May a request follow another of its key that is under way? Without it order is kept whatever the target does; with
   * it as long as the target takes none of those behind a failed one.
   */
  readonly pipelined: boolean;
}

/** Idle keys that are kept, because the next request of one is likely. */
const IDLE_KEYS = 10_000;

/** `wake` is called when a pause is over and something may go. */
export function createQueue(initial: QueueRules, wake: () => void): Queue {
  let rules = initial;
  let lanes = makeLanes<Line>(rules.workers);
  /** Lanes that have a turn. */
  let turns: Fifo<Lane<Line>> = createFifo();
  const lines = new Map<string, Line>();
  const waiting = createArrivals();
  let stopped = false;

  function lineOf(key: string): Line {
    const known = lines.get(key);
    if (known !== undefined) return known;
    const made = makeLine(key, laneFor(lanes, key));
    lines.set(key, made);
    return made;
  }

  function mayGo(line: Line): boolean {
    return line.first !== undefined && !line.held && (rules.pipelined || line.underWay === 0);
  }

  function offer(line: Line): void {
    if (line.listed || !mayGo(line)) return;
    line.listed = true;
    line.lane.ready.push(line);
    offerLane(line.lane);
  }

  function room(lane: Lane<Line>): number {
    if (rules.sync) return lane.inflight === 0 ? rules.batchSize : 0;
    return Math.min(rules.batchSize, rules.window - lane.inflight);
  }

  function offerLane(lane: Lane<Line>): void {
    if (lane.listed || lane.ready.length === 0 || room(lane) <= 0) return;
    if (lane.timer !== undefined) {
      if (batchWait(lane) > 0) return;
      clearTimeout(lane.timer);
      lane.timer = undefined;
    }
    lane.listed = true;
    turns.push(lane);
  }

  /** With `batch_time`, a short batch waits for company; gives how many ms more. */
  function batchWait(lane: Lane<Line>): number {
    if (rules.batchTimeMs === 0 || lane.ready.length >= rules.batchSize) return 0;
    let count = 0;
    let born = Number.POSITIVE_INFINITY;
    for (const line of lane.ready.list()) {
      count += rules.pipelined ? line.length : 1;
      born = Math.min(born, line.first?.born ?? born);
    }
    return count >= rules.batchSize ? 0 : born + rules.batchTimeMs - performance.now();
  }

  function take(lane: Lane<Line>, most: number): Item[] {
    const items: Item[] = [];
    while (items.length < most) {
      const line = lane.ready.shift();
      if (line === undefined) break;
      line.listed = false;
      if (!mayGo(line)) continue;
      const item = shift(line);
      if (item === undefined) continue;
      waiting.remove(item);
      item.state = 'under_way';
      line.underWay++;
      items.push(item);
      offer(line);
    }
    return items;
  }

  /** One of the line's items has come back. */
  function back(line: Line): void {
    line.underWay--;
    if (line.underWay === 0) {
      if (line.again.length > 0) rejoin(line);
      if (line.timer === undefined) line.held = false;
    }
    offer(line);
  }

  function pause(line: Line, ms: number): void {
    if (line.timer !== undefined || stopped) return;
    line.timer = setTimeout(() => {
      line.timer = undefined;
      if (line.underWay > 0) return;
      line.held = false;
      offer(line);
      wake();
    }, ms);
  }

  return {
    get length() {
      return waiting.length;
    },
    oldest: waiting.first,
    list: () => waiting,
    add(items) {
      waiting.add(items);
      for (const item of items) {
        const line = lineOf(item.key);
        item.state = 'waiting';
        append(line, item);
        offer(line);
      }
    },
    next(most) {
      for (let lane = turns.shift(); lane !== undefined; lane = turns.shift()) {
        lane.listed = false;
        const due = lane;
        const wait = batchWait(lane);
        if (wait > 0) {
          lane.timer = setTimeout(() => {
            due.timer = undefined;
            offerLane(due);
            wake();
          }, wait);
          continue;
        }
        const items = take(lane, Math.min(most, room(lane)));
        lane.inflight += items.length;
        offerLane(lane);
        if (items.length > 0) return { lane, items };
      }
      return undefined;
    },
    answered({ lane, items }) {
      lane.inflight -= items.length;
      offerLane(lane);
    },
    done(item) {
      item.state = 'done';
      back(lineOf(item.key));
    },
    again(item, afterMs) {
      const line = lineOf(item.key);
      item.state = 'waiting';
      waiting.add([item]);
      line.again.push(item);
      line.held = true;
      if (afterMs !== undefined) pause(line, afterMs);
      back(line);
    },
    remove(item) {
      item.state = 'done';
      waiting.remove(item);
      takeOut(lineOf(item.key), item);
    },
    turn() {
      for (const line of lines.values()) if (line.underWay > 0) line.held = true;
    },
    configure(next) {
      const before = rules;
      rules = next;
      if (next.workers !== before.workers) {
        for (const lane of lanes) clearTimeout(lane.timer);
        lanes = makeLanes<Line>(next.workers);
        turns = createFifo();
        for (const line of lines.values()) {
          line.lane = laneFor(lanes, line.key);
          line.listed = false;
          if (line.underWay > 0) line.held = true;
        }
      }
      for (const line of lines.values()) offer(line);
      for (const lane of lanes) offerLane(lane);
    },
    tidy() {
      if (lines.size <= IDLE_KEYS) return;
      for (const [key, line] of lines) {
        if (line.underWay === 0 && line.length === 0 && line.timer === undefined && !line.listed) lines.delete(key);
      }
    },
    stop() {
      stopped = true;
      for (const lane of lanes) clearTimeout(lane.timer);
      for (const line of lines.values()) clearTimeout(line.timer);
    },
  };
}
