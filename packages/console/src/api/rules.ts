import type { RuleConfig, RuleMetrics, RuleRecord } from '@sluice/contract';
import { type MutationMeta, queryOptions, useQuery } from '@tanstack/react-query';
import { pathOf, request, requestVersion } from './client.ts';
import { LIVE_MS, liveMs, METRICS_MS } from './live.ts';
import { useChange } from './use-change.ts';

interface RulePage {
  readonly data: readonly RuleRecord[];
  readonly meta: { readonly page: number; readonly limit: number; readonly count: number; readonly hasnext: boolean };
}

/** A rule that was read by itself, with its version; EMQX does not say it. */
export interface StoredRule extends RuleRecord {
  readonly etag?: string | undefined;
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
export async function allRules(signal?: AbortSignal): Promise<readonly RuleRecord[]> {
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

export async function readRule(id: string, signal?: AbortSignal): Promise<StoredRule> {
  const { value, etag } = await requestVersion<RuleRecord>(pathOf('rules', id), { signal });
  return { ...value, etag };
}

export function ruleQuery(id: string) {
  return queryOptions({
    queryKey: ['rules', 'one', id],
    queryFn: ({ signal }) => readRule(id, signal),
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

/** What a change may have changed. */
const TOUCHED = ['rules', 'actions', 'sources'];

export function useCreateRule() {
  return useChange(TOUCHED, (rule: RuleInput) => request<RuleRecord>('/rules', { method: 'POST', body: rule }));
}

export function useUpdateRule(meta?: MutationMeta) {
  return useChange(
    TOUCHED,
    async ({ id, change, etag }: { id: string; change: Partial<RuleInput>; etag?: string | undefined }) => {
      const made = await requestVersion<RuleRecord>(pathOf('rules', id), {
        method: 'PUT',
        body: change,
        ifMatch: etag,
      });
      return { ...made.value, etag: made.etag } satisfies StoredRule;
    },
    meta,
  );
}

export function useDeleteRule() {
  return useChange(TOUCHED, (id: string) => request<void>(pathOf('rules', id), { method: 'DELETE' }));
}

export function useResetRuleMetrics() {
  return useChange(TOUCHED, (id: string) => request<void>(pathOf('rules', id, 'metrics', 'reset'), { method: 'PUT' }));
}
