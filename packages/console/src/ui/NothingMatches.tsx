import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** A list whose search and filters leave nothing. */
export function NothingMatches({ text, onClear }: { readonly text: string | undefined; readonly onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      slim
      title={text === undefined ? t('nothingMatches') : t('nothingMatchesText', { text })}
      text={t('nothingMatchesHelp')}
    >
      <Button size="sm" onClick={onClear}>
        {t('clearAll')}
      </Button>
    </EmptyState>
  );
}
