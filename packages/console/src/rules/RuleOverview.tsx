import type { RuleMetrics, RuleRecord } from '@sluice/contract';
import { fromList } from '@sluice/rulesql';
import { useTranslation } from 'react-i18next';
import { useRateHistory } from '../api/rate-history.ts';
import { useResetRuleMetrics, useRuleMetrics } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { CountingSince } from '../channels/CountingSince.tsx';
import { liveRates, rateNow } from '../channels/live-rates.ts';
import { RateHistoryPanel } from '../channels/RateHistoryPanel.tsx';
import { useNodeRates } from '../channels/use-node-rates.ts';
import { inputOf } from '../editor/rule-input.ts';
import { Dates } from '../ui/Dates.tsx';
import { formatCount, formatRate } from '../ui/format.ts';
import { Ledger } from '../ui/Ledger.tsx';
import { NodesTable } from '../ui/NodesTable.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ResetCounters } from '../ui/ResetCounters.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { useHistory } from '../ui/use-history.ts';
import { FailureNote } from './FailureNote.tsx';
import { RuleStrip } from './RuleStrip.tsx';
import type { RuleFlow } from './rule-flow.ts';
import { outputOf } from './rule-output.ts';
import { StatementPanel } from './StatementPanel.tsx';
import './rules.css';

/** Results handed to an action that has not answered for them yet. */
function unanswered(metrics: RuleMetrics): number {
  const answered = metrics['actions.success'] + metrics['actions.failed'] + (metrics['actions.discarded'] ?? 0);
  return Math.max(0, metrics['actions.total'] - answered);
}

/** What a rule did: every match accounted for, rates, nodes. */
export function RuleOverview({ rule, flow }: { readonly rule: RuleRecord; readonly flow: RuleFlow }) {
  const { t } = useTranslation(['rules', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { data, error, refetch, dataUpdatedAt } = useRuleMetrics(rule.id);
  const reset = useResetRuleMetrics();
  const metrics = data?.metrics;
  const history = useHistory(
    metrics && {
      matched: metrics.matched,
      passed: metrics.passed,
      'failed.exception': metrics['failed.exception'],
    },
    dataUpdatedAt,
  );
  const live = liveRates(history);
  const past = useRateHistory('rule', rule.id);
  const now = rateNow(live, past, 'matched') ?? metrics?.['matched.rate'] ?? 0;
  const inputs = fromList(rule.sql).map(inputOf);
  return (
    <div className="stack rule-overview">
      {rule.description !== undefined && rule.description !== '' && <p className="soft break">{rule.description}</p>}
      <RuleStrip
        inputs={inputs}
        outputs={rule.actions.map((one) => outputOf(one as Parameters<typeof outputOf>[0]))}
        flow={flow}
        enable={rule.enable}
      />
      {metrics !== undefined && <FailureNote metrics={metrics} />}
      <StatementPanel id={rule.id} sql={rule.sql} />
      {metrics === undefined ? (
        error === null ? (
          <SkeletonLines count={6} />
        ) : (
          <LoadError what={t('overview.what')} error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <section className="panel pad" aria-label={t('overview.events')}>
            <div className="section-title">
              {t('overview.events')}
              <CountingSince since={metrics.counting_since} updatedAt={dataUpdatedAt} />
              <span className="end">
                <ResetCounters
                  title={t('overview.resetTitle', { id: rule.id })}
                  text={t('overview.resetText')}
                  disabledReason={viewer}
                  isBusy={reset.isPending}
                  onReset={(onDone) => reset.mutate(rule.id, { onSuccess: onDone })}
                />
              </span>
            </div>
            <Ledger
              total={{
                label: t('overview.matched'),
                count: metrics.matched,
                detail: t('overview.now', { rate: formatRate(now) }),
              }}
              parts={[
                {
                  id: 'passed',
                  label: t('overview.passed'),
                  count: metrics.passed,
                  paint: 'delivered',
                  about: t('overview.passedAbout'),
                },
                {
                  id: 'none',
                  label: t('overview.noResult'),
                  count: metrics['failed.no_result'],
                  paint: 'dropped',
                  about: t('overview.noResultAbout'),
                },
                {
                  id: 'failed',
                  label: t('overview.failed'),
                  count: metrics['failed.exception'],
                  paint: 'refused',
                  about: t('overview.failedAbout'),
                },
              ]}
            />
          </section>
          <section className="panel pad" aria-label={t('overview.outputs')}>
            <div className="section-title">{t('overview.outputs')}</div>
            <Ledger
              total={{ label: t('overview.sent'), count: metrics['actions.total'] }}
              parts={[
                { id: 'success', label: t('overview.success'), count: metrics['actions.success'], paint: 'delivered' },
                {
                  id: 'waiting',
                  label: t('overview.unanswered'),
                  count: unanswered(metrics),
                  paint: 'waiting',
                  about: t('overview.unansweredAbout'),
                },
                {
                  id: 'failed',
                  label: t('overview.actionsFailed'),
                  count: metrics['actions.failed'],
                  paint: 'refused',
                  about: t('overview.actionsFailedAbout', {
                    out: formatCount(metrics['actions.failed.out_of_service']),
                    unknown: formatCount(metrics['actions.failed.unknown']),
                  }),
                },
                {
                  id: 'discarded',
                  label: t('overview.discarded'),
                  count: metrics['actions.discarded'] ?? 0,
                  paint: 'dropped',
                },
              ]}
            />
          </section>
          <RateHistoryPanel
            kind="rule"
            id={rule.id}
            now={now}
            last5m={metrics['matched.rate.last5m']}
            max={metrics['matched.rate.max']}
            live={live}
            series={[
              { id: 'matched', counter: 'matched', label: t('overview.matched'), look: 'delivered' },
              { id: 'passed', counter: 'passed', label: t('overview.passed'), look: 'spare' },
              ...(metrics['failed.exception'] > 0
                ? [{ id: 'failed', counter: 'failed.exception', label: t('overview.failed'), look: 'refused' as const }]
                : []),
            ]}
          />
          <Nodes nodes={data?.node_metrics ?? []} at={dataUpdatedAt} />
          <Dates created={rule.created_at} changed={rule.last_modified_at} />
        </>
      )}
    </div>
  );
}

const matched = (metrics: RuleMetrics) => metrics.matched;

function Nodes({
  nodes,
  at,
}: {
  readonly nodes: readonly { readonly node: string; readonly metrics: RuleMetrics }[];
  /** When they came in. */
  readonly at: number;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const rates = useNodeRates(nodes, matched, at);
  return (
    <NodesTable
      rows={nodes}
      columns={[
        {
          id: 'rate',
          label: t('ui:rate.title'),
          cell: ({ node, metrics }) => `${formatRate(rates[node] ?? metrics['matched.rate'])}/s`,
        },
        { id: 'matched', label: t('overview.matched'), cell: ({ metrics }) => formatCount(metrics.matched) },
        { id: 'passed', label: t('overview.passed'), cell: ({ metrics }) => formatCount(metrics.passed) },
        { id: 'none', label: t('overview.noResult'), cell: ({ metrics }) => formatCount(metrics['failed.no_result']) },
        { id: 'failed', label: t('overview.failed'), cell: ({ metrics }) => formatCount(metrics['failed.exception']) },
        {
          id: 'last5m',
          label: t('ui:rate.last5mTitle'),
          cell: ({ metrics }) => `${formatRate(metrics['matched.rate.last5m'])}/s`,
        },
        {
          id: 'max',
          label: t('ui:rate.maxTitle'),
          cell: ({ metrics }) => `${formatRate(metrics['matched.rate.max'])}/s`,
        },
      ]}
    />
  );
}
