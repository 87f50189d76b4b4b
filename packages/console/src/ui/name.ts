import { isConsoleName, MAX_NAME_LENGTH } from '@sluice/contract';
import { useTranslation } from 'react-i18next';

export type NameProblem = 'empty' | 'long' | 'spaces' | 'characters' | 'start';

/** What is wrong with a name that the console gives (decision 2). */
export function nameProblem(name: string): NameProblem | undefined {
  if (name === '') return 'empty';
  if (name.length >= MAX_NAME_LENGTH) return 'long';
  if (isConsoleName(name)) return undefined;
  if (/\s/.test(name)) return 'spaces';
  return /^[0-9A-Za-z_-]+$/.test(name) ? 'start' : 'characters';
}

/** The nearest name that is allowed; `undefined` when nothing sensible is left. */
export function nearestName(name: string): string | undefined {
  const cleaned = name
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^0-9A-Za-z_-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_NAME_LENGTH - 1);
  return cleaned !== '' && isConsoleName(cleaned) ? cleaned : undefined;
}

export function useNameText(): (problem: NameProblem) => string {
  const { t } = useTranslation('ui');
  return (problem) => t(`nameProblem.${problem}`);
}
