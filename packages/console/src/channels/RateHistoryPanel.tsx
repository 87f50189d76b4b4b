import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRateHistory } from '../api/rate-history.ts';
import { formatRate } from '../ui/format.ts';
import { type ChartSeries, RateChart } from '../ui/RateChart.tsx';
import { Segments } from '../ui/Segments.tsx';
import type { History } from '../ui/use-history.ts';
import { mergedRates, type Rates } from './merged-rates.ts';

const SPANS = { minutes: 5 * 60_000, hour: 60 * 60_000 } as const;
type Span = keyof typeof SPANS;

/** Rates of one rule, action or source: now, over five minutes, the highest, and their lines over time. */
export function RateHistoryPanel({
  kind,
  id,
  now,
  last5m,
  max,
  live,
  series,
  before,
  after,
}: {
  readonly kind: 'rule' | 'action' | 'source';
  readonly id: string;
  /** Of the first series, events a second: over the last ten seconds, so that it is where its line ends. */
  readonly now: number;
  readonly last5m: number;
  /** The most in one second. */
  readonly max: number;
  /** What was seen since the page was opened, by counter: means over ten seconds. */
  readonly live: History<Rates>;
  /** Which counters are drawn, and how; the first is what the numbers are about. */
  readonly series: readonly (Omit<ChartSeries, 'values'> & { readonly counter: string })[];
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const [span, setSpan] = useState<Span>('minutes');
  const past = useRateHistory(kind, id);
  const shown = mergedRates(past, live, past === undefined ? SPANS.minutes : SPANS[span]);
  return (
    <section className="panel" aria-label={t('rate.title')}>
      <div className="panel-head rate-head">
        <h2>{t('rate.title')}</h2>
        {past !== undefined && (
          <Segments
            label={t('rate.span')}
            value={span}
            options={[
              { value: 'minutes', label: t('rate.minutes') },
              { value: 'hour', label: t('rate.hour') },
            ]}
            onChange={setSpan}
          />
        )}
        <span className="end num">
          {before}
          <span>{series[0]?.label}</span>
          <span title={t('rate.nowAbout')}>{t('rate.now', { rate: formatRate(now) })}</span>
          <span>{t('rate.last5m', { rate: formatRate(last5m) })}</span>
          <span title={t('rate.maxAbout')}>{t('rate.max', { rate: formatRate(max) })}</span>
          {after}
        </span>
      </div>
      <div className="pad">
        <RateChart
          label={t(
            past === undefined ? 'rate.chartSinceOpen' : span === 'hour' ? 'rate.chartHour' : 'rate.chartMinutes',
          )}
          times={shown.times}
          waiting={t(past === undefined ? 'rate.fromNow' : 'rate.firstSamples')}
          {...(past === undefined ? {} : { span: SPANS[span] })}
          series={series.map(({ counter, ...look }) => ({
            ...look,
            values: shown.values.map((rates) => rates[counter]),
          }))}
        />
      </div>
    </section>
  );
}
