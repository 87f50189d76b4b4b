import type { ActionMetrics, RuleMetrics } from '@sluice/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChannelKind, type ChannelMetrics, channelsQuery } from './channels.ts';
import { pathOf, request } from './client.ts';
import { hasFeature } from './features.ts';
import { METRICS_MS } from './live.ts';
import { type RuleMetricsAnswer, rulesQuery } from './rules.ts';

/** Counters of everything at once. */
export interface AllMetrics {
  readonly rules: Readonly<Record<string, RuleMetrics>>;
  readonly actions: Readonly<Record<string, ActionMetrics>>;
  readonly sources: Readonly<Record<string, ActionMetrics>>;
  /** Messages a second that clients publish; `undefined` when the backend does not say. */
  readonly receivedRate: number | undefined;
  /** Clients that are connected now. */
  readonly clients: number | undefined;
  /** Unix time in ms of the answer. */
  readonly at: number;
}

interface Current {
  readonly received_msg_rate?: number;
  readonly live_connections?: number;
}

/** A backend without a call for all counters is asked for this many objects of a kind, one by one. */
const ONE_BY_ONE = 40;

async function oneByOne<Answer extends { readonly metrics: unknown }>(
  collection: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, Answer['metrics']>> {
  const answers = await Promise.all(
    ids.slice(0, ONE_BY_ONE).map((id) =>
      request<Answer>(pathOf(collection, id, 'metrics'), { signal }).then(
        ({ metrics }): [string, Answer['metrics']] => [id, metrics],
        () => undefined,
      ),
    ),
  );
  return Object.fromEntries(answers.filter((answer) => answer !== undefined));
}

async function fromEmqx(
  client: QueryClient,
  signal: AbortSignal,
): Promise<Pick<AllMetrics, 'rules' | 'actions' | 'sources'>> {
  const rules = await client.ensureQueryData(rulesQuery);
  const channels = (kind: ChannelKind) => client.ensureQueryData(channelsQuery(kind));
  const [actions, sources] = await Promise.all([channels('action'), channels('source')]);
  const idOf = ({ id }: { readonly id: string }) => id;
  const [ruleMetrics, actionMetrics, sourceMetrics] = await Promise.all([
    oneByOne<RuleMetricsAnswer>('rules', rules.filter((rule) => rule.enable).map(idOf), signal),
    oneByOne<ChannelMetrics>('actions', actions.map(idOf), signal),
    oneByOne<ChannelMetrics>('sources', sources.map(idOf), signal),
  ]);
  return {
    rules: ruleMetrics as Record<string, RuleMetrics>,
    actions: actionMetrics as Record<string, ActionMetrics>,
    sources: sourceMetrics as Record<string, ActionMetrics>,
  };
}

async function fromSluice(signal: AbortSignal): Promise<Pick<AllMetrics, 'rules' | 'actions' | 'sources'>> {
  const [rules, channels] = await Promise.all([
    request<AllMetrics['rules']>('/sluice/rules_metrics', { signal }),
    request<Pick<AllMetrics, 'actions' | 'sources'>>('/sluice/channels_metrics', { signal }),
  ]);
  return { rules, ...channels };
}

/** `live` false: keeps what there is. */
export function useAllMetrics(live: boolean) {
  const client = useQueryClient();
  return useQuery(
    queryOptions({
      queryKey: ['metrics', 'all'],
      queryFn: async ({ signal }): Promise<AllMetrics> => {
        const atOnce = await hasFeature(client, 'all_metrics');
        const [counters, current] = await Promise.all([
          atOnce ? fromSluice(signal) : fromEmqx(client, signal),
          request<Current>('/monitor_current', { signal }).catch((): Current => ({})),
        ]);
        return {
          ...counters,
          receivedRate: current.received_msg_rate,
          clients: current.live_connections,
          at: Date.now(),
        };
      },
      refetchInterval: live ? METRICS_MS : false,
      enabled: live,
    }),
  );
}
