import { useTranslation } from 'react-i18next';
import { LETTERS_A_PAGE } from '../api/dead-letters.ts';
import { formatCount } from '../ui/format.ts';

/** Which letters these are, and the way to older and newer ones. */
export function LettersPager({
  page,
  shown,
  count,
  hasNext,
  onPage,
}: {
  readonly page: number;
  readonly shown: number;
  readonly count: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation('actions');
  const first = (page - 1) * LETTERS_A_PAGE + 1;
  const isWhole = page === 1 && !hasNext;
  return (
    <span className="row">
      {isWhole
        ? t('letters.count', { count })
        : t('letters.range', {
            from: formatCount(first),
            to: formatCount(first + shown - 1),
            count: formatCount(count),
          })}
      {!isWhole && (
        <>
          <button type="button" className="link" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t('letters.newer')}
          </button>
          <button type="button" className="link" disabled={!hasNext} onClick={() => onPage(page + 1)}>
            {t('letters.older')}
          </button>
        </>
      )}
    </span>
  );
}
