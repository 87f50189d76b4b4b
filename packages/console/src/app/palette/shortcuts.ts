import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPaletteOpened } from './palette-store.ts';

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** `g` and then one of these goes to a section. */
const SECTION_KEYS = {
  o: '/',
  r: '/rule/rules',
  a: '/rule/actions',
  s: '/rule/source',
  c: '/connector',
  w: '/webhook',
  m: '/mqtt',
} as const;

/** How long after `g` the second key counts, in ms. */
const CHORD_MS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isSection(key: string): key is keyof typeof SECTION_KEYS {
  return Object.hasOwn(SECTION_KEYS, key);
}

/** ⌘K or Ctrl-K opens the palette anywhere; `/` goes to the search of a list; `g` and a letter to a section. */
export function useShortcuts(): void {
  const router = useRouter();
  useEffect(() => {
    let chordUntil = 0;
    function onKey(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPaletteOpened(true);
        return;
      }
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
      // A dialog has the keyboard to itself.
      if (!isPlain || isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return;
      if (event.timeStamp < chordUntil && isSection(event.key)) {
        event.preventDefault();
        chordUntil = 0;
        void router.navigate({ to: SECTION_KEYS[event.key] });
        return;
      }
      chordUntil = event.key === 'g' ? event.timeStamp + CHORD_MS : 0;
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-list-search]');
        if (search === null) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router]);
}
