import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';

/** The connections to one server. */
export interface Pool {
  /**
   * Sends a request. Those with the same `lane` take the same connection, with `undefined` whichever suits best. The
   * handler calls `release` when the answer is known or will not come; with an error when the connection is of no use any more.
   */
  dispatch(
    lane: number | undefined,
    request: PooledRequest,
    handler: (release: Release) => Dispatcher.DispatchHandler,
  ): void;
  close(): Promise<void>;
}

/** Each property by name where it is made: one object a request, and no copies of it. */
interface PooledRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

type Release = (broken?: Error) => void;

export interface PoolOptions {
  readonly origin: string;
  readonly size: number;
  /** Most requests that are on their way on a connection; the rest wait for it. */
  readonly pipelining: number;
  readonly answerTimeoutMs: number;
  /** A server that answers within this gets what comes together on one connection: a quarter of the work for both sides. Default 5. */
  readonly quickMs?: number;
  connect(done: (error: Error | null, socket: Socket | null) => void): void;
}

interface Slot {
  readonly client: Client;
  socket: Socket | undefined;
  underWay: number;
  /** What is written on it goes out when the event loop comes round. */
  isHeld: boolean;
}

const MOST_TOGETHER = 16;
/** Share of the newest answer in the average time of all. */
const WEIGHT = 0.05;

export function createPool(options: PoolOptions): Pool {
  const { origin, size, pipelining, answerTimeoutMs, quickMs = 5, connect } = options;
  const slots: (Slot | undefined)[] = new Array(size).fill(undefined);
  const mostTogether = Math.min(MOST_TOGETHER, pipelining);
  /** Until answers have shown otherwise each request takes a connection that is free. */
  let averageMs = 2 * quickMs;
  /** The connection that was chosen since the event loop came round last. */
  let current: Slot | undefined;

  function open(index: number): Slot {
    const connector: buildConnector.connector = (_options, done) =>
      connect((error, socket) => {
        slot.socket = socket ?? undefined;
        if (error !== null) done(error, null);
        else if (socket !== null) done(null, socket);
      });
    const client = new Client(origin, {
      pipelining,
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
      keepAliveTimeout: 30_000,
      connect: connector,
    });
    const slot: Slot = { client, socket: undefined, underWay: 0, isHeld: false };
    slots[index] = slot;
    return slot;
  }

  function suited(): Slot {
    if (current !== undefined && averageMs < quickMs && current.underWay < mostTogether) return current;
    current = freest();
    return current;
  }

  function freest(): Slot {
    let best: Slot | undefined;
    let vacant = -1;
    for (let index = 0; index < size; index++) {
      const slot = slots[index];
      if (slot === undefined) {
        if (vacant === -1) vacant = index;
      } else if (best === undefined || slot.underWay < best.underWay) best = slot;
    }
    return best === undefined || (best.underWay > 0 && vacant !== -1) ? open(vacant) : best;
  }

  /** Lets one write to the system carry all requests that come in one turn of the event loop. */
  function together(slot: Slot, write: () => void): void {
    if (slot.isHeld) {
      write();
      return;
    }
    slot.isHeld = true;
    const { socket } = slot;
    socket?.cork();
    write();
    // Behind the look that the client takes at a connection that was idle: it writes after that.
    setImmediate(() => {
      slot.isHeld = false;
      if (current === slot) current = undefined;
      socket?.uncork();
    });
  }

  /** After a failure all requests of a connection come back together, in order: none overtakes the one that failed. */
  function discard(slot: Slot, error: Error): void {
    const index = slots.indexOf(slot);
    if (index === -1) return;
    slots[index] = undefined;
    if (current === slot) current = undefined;
    // Not from inside its own callback: the client is still working on the broken connection.
    process.nextTick(() => slot.client.destroy(error).catch(() => {}));
  }

  return {
    dispatch(lane, { method, path, headers, body }, handler) {
      const slot = lane === undefined ? suited() : (slots[lane % size] ?? open(lane % size));
      const since = performance.now();
      let isOut = true;
      slot.underWay++;
      const release: Release = (broken) => {
        if (isOut) {
          isOut = false;
          slot.underWay--;
          // A refused connection is quick too, and no answer.
          if (broken === undefined) averageMs += WEIGHT * (performance.now() - since - averageMs);
        }
        if (broken !== undefined) discard(slot, broken);
      };
      // The next may follow before the answer is in: whoever sends decides that, by what is under way.
      const sent: Dispatcher.DispatchOptions = { method, path, headers, body, idempotent: true, blocking: false };
      together(slot, () => slot.client.dispatch(sent, handler(release)));
    },
    async close() {
      await Promise.all(slots.map((slot) => slot?.client.destroy().catch(() => {})));
    },
  };
}
