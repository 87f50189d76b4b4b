import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../editor/CodeText.tsx';
import { CopyButton } from '../editor/CopyButton.tsx';
import { sqlTokens } from '../editor/sql-language.ts';

/** The statement to read. Where it is changed is one step away. */
export function StatementPanel({ id, sql }: { readonly id: string; readonly sql: string }) {
  const { t } = useTranslation('rules');
  const tokens = useMemo(() => sqlTokens(sql), [sql]);
  return (
    <section className="panel pad" aria-label={t('sql.title')}>
      <div className="section-title">
        {t('sql.title')}
        <span className="end row">
          <CopyButton text={sql} />
          <Link to="/rule/rules/$id" params={{ id }} search={{ tab: 'settings' }}>
            {t('sql.edit')}
          </Link>
        </span>
      </div>
      <CodeText text={sql} tokens={tokens} label={t('sql.editor')} scrolls />
    </section>
  );
}
