import type { RuleConfig, RuleMetrics, RuleRecord } from '@sluice/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { LIVE_MS, liveMs, METRICS_MS } from './live.ts';

interface RulePage {
  readonly data: readonly RuleRecord[];
  readonly meta: { readonly page: number; readonly limit: number; readonly count: number; readonly hasnext: boolean };
}

export interface RuleMetricsAnswer {
  readonly id: string;
  readonly metrics: RuleMetrics;
  readonly node_metrics: readonly { readonly node: string; readonly metrics: RuleMetrics }[];
}

/** What a rule is created from or changed to; a change may be partial. */
export type RuleInput = Pick<RuleConfig, 'sql'> &
  Partial<Pick<RuleConfig, 'id' | 'enable' | 'description' | 'actions'>>;

const PAGE_LIMIT = 1000;

/** All rules, page by page. */
export async function allRules(signal: AbortSignal): Promise<readonly RuleRecord[]> {
  const rules: RuleRecord[] = [];
  for (let page = 1; ; page++) {
    const answer = await request<RulePage>('/rules', { query: { page, limit: PAGE_LIMIT }, signal });
    rules.push(...answer.data);
    if (!answer.meta.hasnext) return rules;
  }
}

export const rulesQuery = queryOptions({
  queryKey: ['rules', 'all'],
  queryFn: ({ signal }) => allRules(signal),
  refetchInterval: ({ state }) => liveMs(state.data?.length),
});

/** How many rules there are, without reading them. */
export const ruleCountQuery = queryOptions({
  queryKey: ['rules', 'count'],
  queryFn: async ({ signal }) =>
    (await request<RulePage>('/rules', { query: { page: 1, limit: 1 }, signal })).meta.count,
});

export function ruleQuery(id: string) {
  return queryOptions({
    queryKey: ['rules', 'one', id],
    queryFn: ({ signal }) => request<RuleRecord>(pathOf('rules', id), { signal }),
    refetchInterval: LIVE_MS,
  });
}

function ruleMetricsQuery(id: string) {
  return queryOptions({
    queryKey: ['rules', 'one', id, 'metrics'],
    queryFn: ({ signal }) => request<RuleMetricsAnswer>(pathOf('rules', id, 'metrics'), { signal }),
    refetchInterval: METRICS_MS,
  });
}

export function useRules() {
  return useQuery(rulesQuery);
}

export function useRule(id: string) {
  return useQuery(ruleQuery(id));
}

export function useRuleMetrics(id: string) {
  return useQuery(ruleMetricsQuery(id));
}

function useChange<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all(['rules', 'actions', 'sources'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export function useCreateRule() {
  return useChange((rule: RuleInput) => request<RuleRecord>('/rules', { method: 'POST', body: rule }));
}

export function useUpdateRule() {
  return useChange(({ id, change }: { id: string; change: Partial<RuleInput> }) =>
    request<RuleRecord>(pathOf('rules', id), { method: 'PUT', body: change }),
  );
}

export function useDeleteRule() {
  return useChange((id: string) => request<void>(pathOf('rules', id), { method: 'DELETE' }));
}

export function useResetRuleMetrics() {
  return useChange((id: string) => request<void>(pathOf('rules', id, 'metrics', 'reset'), { method: 'PUT' }));
}
