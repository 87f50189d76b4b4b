import { useTranslation } from 'react-i18next';
import type { DeadLetter } from '../api/dead-letters.ts';
import { faultText } from '../i18n/fault-text.ts';

/** Why requests are given up; more may come from a newer backend. */
export const LETTER_REASONS = ['rejected', 'expired', 'queue_full'] as const;

/** The reason of a letter in the language of the page: the exact one where it is known. */
export function useLetterReason(): (letter: DeadLetter) => string {
  const { t } = useTranslation('actions');
  return (letter) => {
    const known = LETTER_REASONS.find((one) => one === letter.reason);
    return faultText(letter, letter.message) ?? (known === undefined ? letter.reason : t(`letters.reason.${known}`));
  };
}
