import type { Core } from '../core.ts';
import type { Session } from '../state.ts';

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
