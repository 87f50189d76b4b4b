import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { formatCount } from './format.ts';

export interface PageFootProps {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Rows on this page. */
  readonly shown: number;
  /** Of all pages, where the backend counts them. */
  readonly total: number | undefined;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

/** Which rows of a long list are shown, and the way to the others. */
export function PageFoot({ page, limit, shown, total, hasNext, onPage }: PageFootProps) {
  const { t } = useTranslation('ui');
  if (page === 1 && !hasNext) return <>{t('table.rows', { count: shown })}</>;
  const from = (page - 1) * limit + 1;
  const range = { from, to: from + shown - 1 };
  return (
    <span className="row">
      {total === undefined ? t('pages.range', range) : t('pages.rangeOf', { ...range, total: formatCount(total) })}
      {(page > 1 || hasNext) && (
        <>
          <Button size="sm" disabledReason={page > 1 ? undefined : t('pages.first')} onClick={() => onPage(page - 1)}>
            {t('pages.previous')}
          </Button>
          <Button size="sm" disabledReason={hasNext ? undefined : t('pages.last')} onClick={() => onPage(page + 1)}>
            {t('pages.next')}
          </Button>
        </>
      )}
    </span>
  );
}
