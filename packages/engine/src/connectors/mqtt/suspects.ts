import type { Fault, Outcome, Request } from '../driver.ts';

/**
 * Messages upon which the other broker may break the connection: with MQTT 3 it has no other way to refuse one. Which of
 * those under way it was cannot be seen, so after some losses each of them goes alone; one that brings the connection down
 * even then is refused. Others that get through meanwhile show that it is the message and not the broker; without any it
 * takes longer to say so.
 */
export interface Suspects {
  /** Is it to be sent with nothing else under way on its connection? */
  goesAlone(request: Request): boolean;
  /** The other broker took a message. */
  took(): void;
  /** It broke a connection that had not answered this request yet, `alone` on it or not; gives what becomes of the request. */
  broken(request: Request, alone: boolean, fault: Fault, target: string): Outcome;
}

interface Suspicion {
  losses: number;
  lossesAlone: number;
  /** How many the other broker had taken at the first loss. */
  readonly takenBefore: number;
}

const LOSSES_BEFORE_ALONE = 3;
const LOSSES_ALONE = 3;
const LOSSES_ALONE_WITHOUT_OTHERS = 10;
const LONGEST_PAUSE_MS = 60_000;

export function createSuspects(): Suspects {
  const suspicions = new WeakMap<Request, Suspicion>();
  let isAnySuspected = false;
  let taken = 0;

  return {
    // Asked for each message, and nearly always about nothing.
    goesAlone: (request) => isAnySuspected && (suspicions.get(request)?.losses ?? 0) >= LOSSES_BEFORE_ALONE,
    took() {
      taken++;
    },
    broken(request, alone, fault, target) {
      const known = suspicions.get(request) ?? { losses: 0, lossesAlone: 0, takenBefore: taken };
      suspicions.set(request, known);
      isAnySuspected = true;
      const wasSuspected = known.losses >= LOSSES_BEFORE_ALONE;
      known.losses++;
      if (!alone || !wasSuspected) return { kind: 'retry', scope: 'target', fault };
      known.lossesAlone++;
      const limit = taken > known.takenBefore ? LOSSES_ALONE : LOSSES_ALONE_WITHOUT_OTHERS;
      if (known.lossesAlone >= limit) return { kind: 'rejected', fault: breaksConnection(target, known.losses, fault) };
      // Only those of its key wait for it.
      const afterMs = Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (known.lossesAlone - 1));
      return { kind: 'retry', scope: 'request', fault, afterMs };
    },
  };
}

function breaksConnection(target: string, times: number, { raw }: Fault): Fault {
  return {
    code: 'breaks_connection',
    data: { target, times },
    message: `${target} broke the connection upon this message ${times} times, in the end with nothing else under way. Check whether it accepts such a topic and payload.`,
    ...(raw === undefined ? {} : { raw }),
  };
}
