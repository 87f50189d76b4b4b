import type { ActionMetrics, RuleMetrics } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from './client.ts';
import { useFeature } from './features.ts';

/** Counters of everything at once, where the backend offers that; lists ask for them every so often, in ms. */
const ALL_MS = 2_000;
/** A list of thousands changes faster than anyone reads it, and its answer is large. */
const MANY_MS = 8_000;
const MANY = 2_000;

export function useAllRuleMetrics(count: number) {
  const isOffered = useFeature('all_metrics') === true;
  return useQuery({
    queryKey: ['rules', 'all-metrics'],
    queryFn: ({ signal }) => request<Readonly<Record<string, RuleMetrics>>>('/sluice/rules_metrics', { signal }),
    enabled: isOffered,
    refetchInterval: count > MANY ? MANY_MS : ALL_MS,
  });
}

interface ChannelsMetrics {
  readonly actions: Readonly<Record<string, ActionMetrics>>;
  readonly sources: Readonly<Record<string, ActionMetrics>>;
}

export function useAllChannelMetrics() {
  const isOffered = useFeature('all_metrics') === true;
  return useQuery({
    queryKey: ['channels', 'all-metrics'],
    queryFn: ({ signal }) => request<ChannelsMetrics>('/sluice/channels_metrics', { signal }),
    enabled: isOffered,
    refetchInterval: ALL_MS,
  });
}
