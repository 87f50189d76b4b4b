import type { ResourceId } from '@sluice/contract';
import type { Fault } from '../connectors/driver.ts';
import type { RunningAction } from '../delivery/action.ts';
import type { BuriedRequest, DeadLetters } from '../delivery/dead-letters.ts';
import { storageFault } from '../health/reasons.ts';
import type { ResendFailure, Resent } from '../host.ts';
import { createFates, type Fates } from './fates.ts';

/** Puts dead letters back into the buffers of their actions, each once. Those that cannot go stay, and are named. */
export function createResend(
  letters: DeadLetters,
  actions: ReadonlyMap<ResourceId, RunningAction>,
): (ids: readonly string[], waitMs?: number) => Promise<Resent> {
  /** On their way back: whoever asks for them meanwhile is too late. */
  const moving = new Set<string>();

  return async (ids, waitMs = 0) => {
    const fates = createFates();
    const wanted = [...new Set(ids)].filter((id) => !moving.has(id));
    const found = letters.requests(wanted);
    for (const { id } of found) moving.add(id);
    const faults = await Promise.all(found.map((letter) => sendAgain(letter, actions.get(letter.action), fates)));
    const failed: ResendFailure[] = [];
    const safe: string[] = [];
    for (const [index, { id }] of found.entries()) {
      moving.delete(id);
      const fault = faults[index];
      if (fault === undefined) safe.push(id);
      else failed.push({ id, ...fault });
    }
    // Safe in the buffer first, then out of the dead letters: a crash in between sends twice rather than never.
    letters.remove(safe);
    const known = new Set(found.map(({ id }) => id));
    for (const id of new Set(ids)) if (!known.has(id)) failed.push({ id, ...GONE });
    return { count: safe.length, failed, ...(waitMs > 0 && { sent: await fates.settled(waitMs) }) };
  };
}

async function sendAgain(
  letter: BuriedRequest,
  action: RunningAction | undefined,
  fates: Fates,
): Promise<Fault | undefined> {
  if (action === undefined) {
    return {
      code: 'action_gone',
      data: { action: letter.action },
      message: `Its action ${letter.action} was deleted.`,
    };
  }
  try {
    await action.resend(letter, fates.follow(letter.id));
    return undefined;
  } catch (error) {
    fates.forget(letter.id);
    return storageFault(error as NodeJS.ErrnoException);
  }
}

const GONE: Fault = {
  code: 'letter_gone',
  message: 'There is no such dead letter any more: it was sent again, deleted, or pushed out by newer ones.',
};
