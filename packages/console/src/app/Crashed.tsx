import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** A page threw: what a person can do, and the raw error for a report. */
export function Crashed({ error }: ErrorComponentProps) {
  const { t } = useTranslation(['frame', 'ui']);
  return (
    <main className="main">
      <div className="panel">
        <EmptyState title={t('frame:crashed.title')} text={t('frame:crashed.text')}>
          <Button onClick={() => location.reload()}>{t('frame:crashed.reload')}</Button>
          <details>
            <summary className="link">{t('ui:details')}</summary>
            <pre className="raw">{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
          </details>
        </EmptyState>
      </div>
    </main>
  );
}
