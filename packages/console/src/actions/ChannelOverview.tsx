import { type ActionMetrics, parseByteSize } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { type Channel, useChannelMetrics, useReconnectChannel, useResetChannelMetrics } from '../api/channels.ts';
import { useRateHistory } from '../api/rate-history.ts';
import { CountingSince } from '../channels/CountingSince.tsx';
import { liveRates, rateNow } from '../channels/live-rates.ts';
import type { Rates } from '../channels/merged-rates.ts';
import { RateHistoryPanel } from '../channels/RateHistoryPanel.tsx';
import { useNodeRates } from '../channels/use-node-rates.ts';
import { getAt } from '../forms/model/path.ts';
import { Dates } from '../ui/Dates.tsx';
import { formatBytes, formatCount, formatDuration, formatPercent, formatRate } from '../ui/format.ts';
import { Ledger } from '../ui/Ledger.tsx';
import { type NodeColumn, NodesTable } from '../ui/NodesTable.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ResetCounters } from '../ui/ResetCounters.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { statusLook } from '../ui/status.ts';
import { type History, useHistory } from '../ui/use-history.ts';
import { dropReasons, fullIn, growth, ledgerOf, type Sample } from './ledger.ts';

/** What became of every message. */
export function ChannelOverview({
  channel,
  locked,
}: {
  readonly channel: Channel;
  readonly locked: string | undefined;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const { data, error, refetch, dataUpdatedAt } = useChannelMetrics(channel.kind, channel.id);
  const reset = useResetChannelMetrics(channel.kind);
  const history = useHistory(data?.metrics, dataUpdatedAt);
  const past = useRateHistory(channel.kind, channel.id);
  const nodeRates = useNodeRates(data?.node_metrics, channel.kind === 'source' ? received : matched, dataUpdatedAt);
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines count={8} />
    ) : (
      <LoadError what={t('overview.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  const { metrics } = data;
  const isSource = channel.kind === 'source';
  const live = liveRates({ times: history.times, values: history.values.map(drawn) });
  const now = rateNow(live, past, isSource ? 'received' : 'matched') ?? metrics.rate;
  const since = <CountingSince since={metrics.counting_since} updatedAt={dataUpdatedAt} />;
  const resetButton = (
    <ResetCounters
      title={t('overview.resetTitle', { name: channel.name })}
      text={t('overview.resetText')}
      disabledReason={locked}
      isBusy={reset.isPending}
      onReset={(onDone) => reset.mutate(channel.id, { onSuccess: onDone })}
    />
  );
  return (
    <div className="stack">
      {!isSource && (
        <section className="panel pad" aria-label={t('overview.title')}>
          <div className="section-title">
            {t('overview.title')}
            {since}
            <span className="end">{resetButton}</span>
          </div>
          <Parts metrics={metrics} now={now} history={history} />
        </section>
      )}
      <div className={isSource ? 'acts one' : 'acts'}>
        <RateHistoryPanel
          kind={channel.kind}
          id={channel.id}
          now={now}
          last5m={metrics.rate_last5m}
          max={metrics.rate_max}
          live={live}
          series={
            isSource
              ? [{ id: 'received', counter: 'received', label: t('column.received'), look: 'delivered' }]
              : [
                  { id: 'matched', counter: 'matched', label: t('part.matched'), look: 'whole' },
                  { id: 'delivered', counter: 'success', label: t('part.delivered'), look: 'delivered' },
                  { id: 'refused', counter: 'failed', label: t('part.refused'), look: 'refused' },
                ]
          }
          before={
            isSource && (
              <>
                <span>{t('overview.receivedTotal', { shown: formatCount(metrics.received) })}</span>
                {since}
              </>
            )
          }
          after={isSource && resetButton}
        />
        {!isSource && <Buffer channel={channel} metrics={metrics} history={history} />}
      </div>
      <Nodes channel={channel} nodes={data.node_metrics} rates={nodeRates} locked={locked} />
      <Dates created={channel.createdAt || undefined} changed={channel.modifiedAt || undefined} />
    </div>
  );
}

const received = (metrics: ActionMetrics) => metrics.received;
const matched = (metrics: ActionMetrics) => metrics.matched;
/** The counters whose growth is drawn. */
const drawn = ({ matched, success, failed, received }: ActionMetrics) => ({ matched, success, failed, received });

function samplesOf(history: History<ActionMetrics>): readonly Sample[] {
  const samples = history.times.map((at, index) => ({ at, metrics: history.values[index] as ActionMetrics }));
  const last = samples[samples.length - 1];
  return last === undefined ? [] : samples.filter((sample) => last.at - sample.at <= 30_000);
}

function Parts({
  metrics,
  now,
  history,
}: {
  readonly metrics: ActionMetrics;
  /** Messages a second. */
  readonly now: number;
  readonly history: History<ActionMetrics>;
}) {
  const { t } = useTranslation('actions');
  const ledger = ledgerOf(metrics);
  const { parts } = ledger;
  const growing = growth(samplesOf(history), 'queuing');
  const total = ledger.matched;
  const reasons = dropReasons(metrics);
  const [mainReason] = reasons;
  return (
    <Ledger
      total={{
        label: t('part.matched'),
        count: ledger.matched,
        detail: t('part.now', { rate: formatRate(now) }),
      }}
      parts={[
        {
          id: 'delivered',
          label: t('part.delivered'),
          count: parts.delivered,
          paint: 'delivered',
          about: t('about.delivered'),
        },
        {
          id: 'waiting',
          label: t('part.waiting'),
          count: parts.waiting,
          paint: 'waiting',
          about: t('about.waiting'),
          ...(parts.waiting > 0 && growing !== undefined && growing > 0.05
            ? { detail: t('part.growing', { share: formatPercent(parts.waiting, total), rate: formatRate(growing) }) }
            : {}),
        },
        {
          id: 'inflight',
          label: t('part.inflight'),
          count: parts.inflight,
          paint: 'inflight',
          about: t('about.inflight'),
        },
        { id: 'refused', label: t('part.refused'), count: parts.refused, paint: 'refused', about: t('about.refused') },
        {
          id: 'dropped',
          label: t('part.dropped'),
          count: parts.dropped,
          paint: 'dropped',
          about: [
            t('about.dropped'),
            ...reasons.map((one) => `${t(`dropReason.${one.reason}`)}: ${formatCount(one.count)}`),
          ].join('\n'),
          ...(mainReason === undefined ? {} : { detail: t(`dropReason.${mainReason.reason}`) }),
        },
        ...(parts.late > 0
          ? [{ id: 'late', label: t('part.late'), count: parts.late, paint: 'spare' as const, about: t('about.late') }]
          : []),
      ]}
    />
  );
}

function Buffer({
  channel,
  metrics,
  history,
}: {
  readonly channel: Channel;
  readonly metrics: ActionMetrics;
  readonly history: History<ActionMetrics>;
}) {
  const { t } = useTranslation('actions');
  const configured = getAt(channel.record, ['resource_opts', 'max_buffer_bytes']);
  const limit =
    typeof configured === 'string' || typeof configured === 'number' ? parseByteSize(configured) : undefined;
  const used = metrics.queuing_bytes ?? 0;
  const growing = growth(samplesOf(history), 'queuing_bytes');
  const seconds = limit === undefined ? undefined : fullIn(used, limit, growing);
  const share = limit === undefined || limit === 0 ? 0 : Math.min(1, used / limit);
  const delivered = growth(samplesOf(history), 'success');
  return (
    <section className="panel" aria-label={t('buffer.title')}>
      <div className="panel-head">
        <h2>{t('buffer.title')}</h2>
      </div>
      <div className="pad num">
        <p className="buffer-headline">
          {seconds !== undefined && seconds < 7 * 86_400
            ? t('buffer.fullIn', { time: formatDuration(seconds * 1000) })
            : metrics.queuing === 0
              ? t('buffer.empty')
              : t('buffer.waiting', { count: metrics.queuing, shown: formatCount(metrics.queuing) })}
        </p>
        <p className="muted small">
          {growing !== undefined && growing > 1
            ? t('buffer.growing', { rate: formatBytes(growing) })
            : metrics.queuing === 0
              ? t('buffer.emptyText')
              : t('buffer.shrinking')}
        </p>
        <div className={share > 0.8 || seconds !== undefined ? 'buffer-bar tight' : 'buffer-bar'} aria-hidden="true">
          <i style={{ width: `${Math.max(share * 100, used > 0 ? 1 : 0)}%` }} />
        </div>
        <div className="row small">
          <span>
            {formatBytes(used)} {limit !== undefined && <span className="muted">{formatPercent(used, limit)}</span>}
          </span>
          <span className="grow" />
          <span className="muted">{formatBytes(limit)}</span>
        </div>
        <dl className="facts small">
          <dt>{t('buffer.whenFull')}</dt>
          <dd>{t('buffer.dropsOldest')}</dd>
          <dt>{t('buffer.retried')}</dt>
          <dd>{formatCount(metrics.retried)}</dd>
          {delivered !== undefined && delivered > 0 && metrics.queuing > 0 && (
            <>
              <dt>{t('buffer.catchUp')}</dt>
              <dd>{t('buffer.about', { time: formatDuration((metrics.queuing / delivered) * 1000) })}</dd>
            </>
          )}
        </dl>
      </div>
    </section>
  );
}

interface NodeRow {
  readonly node: string;
  readonly metrics: ActionMetrics;
}

function Nodes({
  channel,
  nodes,
  rates,
  locked,
}: {
  readonly channel: Channel;
  readonly nodes: readonly NodeRow[];
  /** Messages a second now, by node. */
  readonly rates: Rates;
  readonly locked: string | undefined;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const reconnect = useReconnectChannel(channel.kind);
  const count = (id: string, label: string, read: (metrics: ActionMetrics) => number): NodeColumn<NodeRow> => ({
    id,
    label,
    cell: ({ metrics }) => formatCount(read(metrics)),
  });
  return (
    <NodesTable
      rows={nodes}
      columns={[
        {
          id: 'status',
          label: t('ui:status'),
          isText: true,
          cell: ({ node }) => {
            const status = channel.node_status.find((one) => one.node === node);
            const look = statusLook(status?.status ?? channel.status, channel.kind, channel.enable);
            const isDown = channel.enable && status !== undefined && status.status !== 'connected';
            return (
              <span className="row">
                <StatusText tone={look.tone} shape={look.shape}>
                  {t(`ui:statusOf.${look.word}`)}
                </StatusText>
                {isDown && channel.node_status.length > 1 && (
                  <button
                    type="button"
                    className="link small"
                    disabled={locked !== undefined || reconnect.isPending}
                    title={locked}
                    onClick={() => reconnect.mutate({ id: channel.id, node })}
                  >
                    {t('reconnect.label')}
                  </button>
                )}
              </span>
            );
          },
        },
        {
          id: 'rate',
          label: t('ui:rate.title'),
          cell: ({ node, metrics }) => `${formatRate(rates[node] ?? metrics.rate)}/s`,
        },
        ...(channel.kind === 'source'
          ? [count('received', t('column.received'), (metrics) => metrics.received)]
          : [
              count('matched', t('part.matched'), (metrics) => metrics.matched),
              count('delivered', t('part.delivered'), (metrics) => metrics.success),
              count('waiting', t('part.waiting'), (metrics) => metrics.queuing),
              count('inflight', t('part.inflight'), (metrics) => metrics.inflight),
              count('refused', t('part.refused'), (metrics) => metrics.failed),
              count('dropped', t('part.dropped'), (metrics) => metrics.dropped),
            ]),
        {
          id: 'last5m',
          label: t('ui:rate.last5mTitle'),
          cell: ({ metrics }) => `${formatRate(metrics.rate_last5m)}/s`,
        },
        { id: 'max', label: t('ui:rate.maxTitle'), cell: ({ metrics }) => `${formatRate(metrics.rate_max)}/s` },
      ]}
    />
  );
}
