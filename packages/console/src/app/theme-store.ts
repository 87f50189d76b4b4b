import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';
type Theme = 'light' | 'dark';
export const THEME_CHOICES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** `boot.js` reads the same key before the first paint. */
const KEY = 'sluice.theme';
const listeners = new Set<() => void>();
const systemDark = matchMedia('(prefers-color-scheme: dark)');
let choice = read();

function read(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function shown(): Theme {
  return choice === 'system' ? (systemDark.matches ? 'dark' : 'light') : choice;
}

function apply(): void {
  document.documentElement.dataset.theme = shown();
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', apply);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes the theme in place and remembers it. */
export function setTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Forgotten at the next visit then.
  }
  apply();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice);
}
