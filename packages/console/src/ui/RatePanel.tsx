import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRate } from './format.ts';

/** The chart of rates of one object, with its numbers (per second) above. */
export function RatePanel({
  now,
  last5m,
  max,
  before,
  after,
  children,
}: {
  readonly now: number;
  readonly last5m: number;
  readonly max: number;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <section className="panel" aria-label={t('rate.title')}>
      <div className="panel-head">
        <h2>{t('rate.title')}</h2>
        <span className="end num">
          {before}
          <span>{t('rate.now', { rate: formatRate(now) })}</span>
          <span>{t('rate.last5m', { rate: formatRate(last5m) })}</span>
          <span>{t('rate.max', { rate: formatRate(max) })}</span>
          {after}
        </span>
      </div>
      <div className="pad">{children}</div>
    </section>
  );
}
