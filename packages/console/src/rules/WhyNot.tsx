import { useTranslation } from 'react-i18next';
import { Note } from '../ui/Note.tsx';
import type { TestField } from './test-event.ts';

/** What stands between the event and a match. */
export function WhyNot(_: {
  readonly sql: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly fields: readonly TestField[];
  readonly onTry: (fields: readonly TestField[]) => void;
}) {
  const { t } = useTranslation('rules');
  return (
    <Note tone="warn">
      <p className="strong">{t('why.title')}</p>
      <p>{t('why.unknown')}</p>
    </Note>
  );
}
