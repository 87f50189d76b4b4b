import type { RuleMetrics } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { isRecent } from '../api/recent.ts';
import { formatCount } from '../ui/format.ts';
import { Note } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';

/** How often the statement failed since the counters count, and the last time in full. Nothing while it never did. */
export function FailureNote({ metrics }: { readonly metrics: RuleMetrics }) {
  const { t } = useTranslation('rules');
  const count = metrics['failed.exception'];
  if (count === 0) return null;
  const { last_failure: last } = metrics;
  return (
    <Note tone={last === undefined || isRecent(last.at) ? 'warn' : 'info'}>
      <p className="strong">
        {t('failure.title', { count, shown: formatCount(count), of: formatCount(metrics.matched) })}
      </p>
      {last === undefined ? (
        <p>{t('failure.unknown')}</p>
      ) : (
        <>
          <p className="break">
            {t('failure.last')} <ShortTime time={last.at} />,{' '}
            {t('failure.clause', { clause: last.clause.toUpperCase() })},{' '}
            {last.topic === undefined ? t('failure.event') : t('failure.topic')} <code>{last.topic ?? last.event}</code>
            {last.clientid !== undefined && (
              <>
                {' '}
                {t('failure.client')} <code>{last.clientid}</code>
              </>
            )}
          </p>
          <p className="mono small break">{last.message}</p>
        </>
      )}
    </Note>
  );
}
