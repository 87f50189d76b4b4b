import type { ActionMetrics } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { type Channel, channelMetricsQuery } from '../api/channels.ts';

/** How often a row of a list asks for its counters, in ms: less often than a page about one object. */
const ROW_MS = 3_000;

/** Counters of a row in view. */
export function useListMetrics(channel: Channel): ActionMetrics | undefined {
  return useQuery({ ...channelMetricsQuery(channel.kind, channel.id), refetchInterval: ROW_MS }).data?.metrics;
}
