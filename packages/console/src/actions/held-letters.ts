import { useRef, useState } from 'react';
import type { DeadLetter, DeadLetterPage } from '../api/dead-letters.ts';

const NONE: readonly DeadLetter[] = [];

/**
 * Holds a page of letters while somebody points at it or has chosen some: new ones would push the rows away from under
 * the pointer, and chosen ones off the page. `fresh`: how many came since; `release` shows them.
 */
export function useHeldLetters(data: DeadLetterPage | undefined, key: string, isHeld: boolean) {
  const shown = useRef<{ readonly key: string; readonly letters: readonly DeadLetter[] }>(undefined);
  const [, setReleases] = useState(0);
  const isSame = shown.current !== undefined && shown.current.key === key && shown.current.letters.length > 0;
  if (data !== undefined && !(isHeld && isSame)) shown.current = { key, letters: data.letters };
  const letters = shown.current?.letters ?? NONE;
  return {
    letters,
    fresh: data === undefined || data.letters === letters ? 0 : freshCount(data.letters, letters),
    release: () => {
      shown.current = undefined;
      setReleases((count) => count + 1);
    },
  };
}

/** How many of `now` are not among `shown`; those that only moved up a page, at the end, do not count. */
export function freshCount(now: readonly DeadLetter[], shown: readonly DeadLetter[]): number {
  const known = new Set(shown.map((letter) => letter.id));
  const first = now.findIndex((letter) => known.has(letter.id));
  return first === -1 ? now.length : first;
}
