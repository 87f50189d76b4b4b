import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { useConnectors } from '../api/connectors.ts';
import { useAllMetrics } from '../api/metrics.ts';
import { useRules } from '../api/rules.ts';
import { Button } from '../ui/Button.tsx';
import { formatBytes, formatClock, formatCount, formatDuration, formatRate } from '../ui/format.ts';
import { LoadError } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { attentionOf } from './attention.ts';
import { ConnectorStates } from './ConnectorStates.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { FlowGraph } from './FlowGraph.tsx';
import { useGrown } from './failures.ts';
import { flowOf } from './flow.ts';
import { headlineOf } from './headline.ts';
import { KeyNumbers } from './KeyNumbers.tsx';
import { NeedsAttention } from './NeedsAttention.tsx';
import { useRates } from './rates.ts';
import './overview.css';

/** Rules drawn at first, and at most. */
const BUSIEST = 7;
const MOST = 40;
/** Older than this, the time in the head says how old the numbers are. */
const FRESH_MS = 5_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function LiveState({
  at,
  live,
  onToggle,
}: {
  readonly at: number | undefined;
  readonly live: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useTranslation('overview');
  const now = useNow();
  const age = at === undefined ? 0 : now - at;
  return (
    <>
      {at !== undefined && (
        <span className={age > FRESH_MS && live ? 'num warning-text' : 'num muted'}>
          {live ? t('live') : t('paused')} ·{' '}
          {age > FRESH_MS ? t('old', { age: formatDuration(age) }) : formatClock(new Date(at))}
        </span>
      )}
      <Button size="sm" icon={live ? 'pause' : 'play'} onClick={onToggle}>
        {live ? t('pause') : t('resume')}
      </Button>
    </>
  );
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

/** Is anything wrong, and how bad? The headline says it, the rest is the evidence. */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const [live, setLive] = useState(true);
  const [all, setAll] = useState(false);
  const rules = useRules();
  const actions = useChannels('action');
  const sources = useChannels('source');
  const connectors = useConnectors();
  const { data: metrics } = useAllMetrics(live);
  const rates = useRates(metrics);
  const grown = useGrown(metrics);

  const failed = [rules, actions, sources, connectors].find(
    (query) => query.data === undefined && query.error !== null,
  );
  if (
    rules.data === undefined ||
    actions.data === undefined ||
    sources.data === undefined ||
    connectors.data === undefined
  ) {
    return (
      <>
        <PageHead title={t('title')} />
        {failed === undefined ? (
          <div className="panel">
            <SkeletonLines count={6} />
          </div>
        ) : (
          <LoadError what={t('what')} error={failed.error} onRetry={() => void failed.refetch()} />
        )}
      </>
    );
  }

  const known = {
    rules: rules.data,
    actions: actions.data,
    sources: sources.data,
    connectors: connectors.data,
    metrics,
    rates,
    grown,
  };
  const attention = attentionOf(known);
  const failingRules = new Set(
    attention.flatMap(({ kind, tone, id }) => (kind === 'rule' && tone !== 'off' ? [id] : [])),
  );
  const enabled = rules.data.filter((rule) => rule.enable).length;
  const counters = Object.values(metrics?.actions ?? {});
  const waiting = sum(counters.map((one) => one.queuing));
  const waitingBytes = sum(counters.map((one) => one.queuing_bytes));
  const failing = attention.filter((item) => item.kind === 'action' && item.tone === 'bad');
  const heldBack = sum(failing.map((item) => metrics?.actions[item.id]?.rate));
  const headline = headlineOf({ attention, waiting, rules: rules.data.length, enabledRules: enabled });
  const isNew = rules.data.length === 0 && attention.length === 0;
  return (
    <>
      <PageHead title={t(`headline.${headline.key}`, { count: 0, waiting: '', ...headline })} tabTitle={t('title')}>
        <LiveState at={metrics?.at} live={live} onToggle={() => setLive(!live)} />
      </PageHead>
      <KeyNumbers
        numbers={[
          {
            label: t('kpi.received'),
            value: formatRate(metrics?.receivedRate),
            unit: t('kpi.rate'),
            note: metrics?.clients === undefined ? '' : t('kpi.receivedHelp', { count: metrics.clients }),
          },
          {
            label: t('kpi.passed'),
            value: formatRate(rates && sum(Object.values(rates.passed))),
            unit: t('kpi.rate'),
            note: t('kpi.active', { active: enabled, total: rules.data.length }),
          },
          {
            label: t('kpi.delivered'),
            value: formatRate(rates && sum(Object.values(rates.delivered))),
            unit: t('kpi.rate'),
            note: t('kpi.deliveredHelp', { count: actions.data.length }),
          },
          {
            label: t('kpi.heldBack'),
            value: formatRate(metrics && heldBack),
            unit: t('kpi.rate'),
            bad: failing.length > 0,
            note: failing.length === 0 ? t('kpi.heldNothing') : failing.map((item) => item.name).join(', '),
          },
          {
            label: t('kpi.waiting'),
            value: formatCount(metrics && waiting),
            unit: t('kpi.count'),
            note: waiting === 0 ? t('kpi.waitingNothing') : formatBytes(waitingBytes),
          },
        ]}
      />
      {isNew ? (
        <div className="section">
          <FirstSteps hasConnector={connectors.data.length > 0} hasRule={false} />
        </div>
      ) : (
        <div className="overview-columns">
          <section className="panel" aria-label={t('flow.title')}>
            <div className="panel-head">
              {t('flow.title')}
              <span className="end">
                <span className="hide-m">{t('flow.width')}</span>
                {enabled > BUSIEST && (
                  <Segments
                    label={t('flow.title')}
                    value={all ? 'all' : 'busiest'}
                    options={[
                      { value: 'busiest', label: t('flow.busiest') },
                      { value: 'all', label: t('flow.all', { count: Math.min(enabled, MOST) }) },
                    ]}
                    onChange={(value) => setAll(value === 'all')}
                  />
                )}
              </span>
            </div>
            <FlowGraph flow={flowOf({ ...known, failing: failingRules }, all ? MOST : BUSIEST)} />
          </section>
          <NeedsAttention items={attention} />
        </div>
      )}
      {connectors.data.length > 0 && (
        <section className="section" aria-label={t('connectors.title')}>
          <div className="section-title">
            {t('connectors.title')}
            <span className="end">
              <Link to="/connector">{t('connectors.all', { count: connectors.data.length })}</Link>
            </span>
          </div>
          <ConnectorStates connectors={connectors.data} />
        </section>
      )}
    </>
  );
}
