import type { ResourceKind } from '@sluice/contract';
import type { Shape, Tone } from './Glyph.tsx';

/** Keys of `ui:statusOf`. */
export type StatusWord =
  | 'connected'
  | 'available'
  | 'connecting'
  | 'inconsistent'
  | 'disconnected'
  | 'unavailable'
  | 'stopped'
  | 'disabled';

export interface StatusLook {
  readonly tone: Tone;
  readonly shape: Shape;
  readonly word: StatusWord;
}

/**
 * How a status looks. Actions and sources have words of their own, and a disabled one says so.
 * An empty status, or one this build has never heard of, is "disconnected" (decision 6).
 */
export function statusLook(status: string | undefined, kind: ResourceKind, enabled = true): StatusLook {
  const channel = kind !== 'connector';
  if (!enabled) return { tone: 'off', shape: 'ring', word: 'disabled' };
  switch (status) {
    case 'connected':
      return { tone: 'ok', shape: 'disc', word: channel ? 'available' : 'connected' };
    case 'connecting':
      return { tone: 'warn', shape: 'half', word: 'connecting' };
    case 'inconsistent':
      return { tone: 'warn', shape: 'triangle', word: 'inconsistent' };
    case 'stopped':
      return { tone: 'bad', shape: 'diamond', word: 'stopped' };
    case 'disconnected':
      return { tone: 'bad', shape: 'diamond', word: channel ? 'unavailable' : 'disconnected' };
    default:
      return { tone: 'bad', shape: 'diamond', word: 'disconnected' };
  }
}

/** It does not work, or not all of it. */
export function isProblemLook(look: StatusLook): boolean {
  return look.tone === 'bad' || look.tone === 'warn';
}

/** Order of lists sorted by state: worst first. */
export function statusRank(look: StatusLook): number {
  const ranks: Readonly<Record<Tone, number>> = { bad: 0, warn: 1, info: 2, ok: 3, off: 4 };
  return ranks[look.tone];
}
