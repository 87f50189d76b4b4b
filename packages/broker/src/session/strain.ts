import type { Core } from '../core.ts';
import type { Session } from './session.ts';

/**
 * A connected subscriber whose queue fills up faster than it empties. Its publishers are held up (their acknowledgements wait,
 * their sockets are not read), so that a stall loses nothing. One that stays slow is held up for no longer than the grace:
 * after it the queue drops the oldest, as for everybody who is too slow.
 */
export interface Strain {
  /** Resolves when publishers may go on. */
  readonly relief: Promise<void>;
  readonly resolve: () => void;
  /** Unix time in ms. */
  readonly since: number;
}

/** Called with each message that had to be queued. */
export function noticeStrain(core: Core, session: Session): void {
  if (session.isSlow || session.queue.length <= core.limits.maxQueue / 2) return;
  if (session.strain === undefined) {
    let resolve = (): void => {};
    const relief = new Promise<void>((done) => {
      resolve = done;
    });
    session.strain = { relief, resolve, since: Date.now() };
  }
  core.strained = session.strain.relief;
}

/** Called when the queue has become shorter. */
export function easeStrain(core: Core, session: Session): void {
  if (session.queue.length > core.limits.maxQueue / 4) return;
  session.isSlow = false;
  endStrain(session);
}

/** Lets the publishers go on. */
export function endStrain(session: Session): void {
  session.strain?.resolve();
  session.strain = undefined;
}

/** Called now and then: the grace of a subscriber ends. */
export function checkStrain(core: Core, session: Session, now: number): void {
  if (session.strain === undefined || now - session.strain.since < core.limits.slowSubscriberGrace) return;
  session.isSlow = true;
  endStrain(session);
}

/** Runs `publish` and adds what its publisher has to wait for, if anything. */
export function underStrain<T>(core: Core, publish: () => T): T & { readonly relief: Promise<void> | undefined } {
  const outer = core.strained;
  core.strained = undefined;
  const result = publish();
  const relief = core.strained as Promise<void> | undefined;
  core.strained = relief ?? outer;
  return { ...result, relief };
}

/** Resolves when both have; nothing to wait for when neither is there. */
export function both(a: void | Promise<void>, b: void | Promise<void>): void | Promise<void> {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return Promise.all([a, b]).then(() => {});
}
