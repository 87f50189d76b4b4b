import type { ActionMetrics } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { useAllChannelMetrics } from '../api/all-metrics.ts';
import { type Channel, channelMetricsQuery } from '../api/channels.ts';
import { useFeature } from '../api/features.ts';

/** How often a row of a list asks for its counters, in ms: less often than a page about one object. */
const ROW_MS = 3_000;

/** Counters of a row in view: from one call for all where the backend has it, else of the row alone. */
export function useListMetrics(channel: Channel): ActionMetrics | undefined {
  const hasAll = useFeature('all_metrics');
  const all = useAllChannelMetrics().data;
  const own = useQuery({
    ...channelMetricsQuery(channel.kind, channel.id),
    refetchInterval: ROW_MS,
    enabled: hasAll === false,
  });
  if (hasAll !== true) return own.data?.metrics;
  return (channel.kind === 'action' ? all?.actions : all?.sources)?.[channel.id];
}
