import type { Json } from '@sluice/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from './client.ts';

/** What a rule, saved or not, would do with a made-up event; nothing is sent. */
export type Rehearsal = { readonly loops: readonly { readonly rules: readonly string[] }[] } & (
  | { readonly kind: 'rows'; readonly rows: readonly RehearsedRow[] }
  /** `where` is empty for a statement without WHERE. */
  | { readonly kind: 'no_match'; readonly where: readonly WherePart[] }
  | { readonly kind: 'other_event'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string; readonly where?: readonly WherePart[] }
);

interface RehearsedRow {
  /** JSON text: integers keep all their digits. */
  readonly json: string;
  readonly outputs: readonly RehearsedOutput[];
}

/** `output` is `republish`, `console` or the id of an action; `request` is in the words of its type. */
type RehearsedOutput = { readonly output: string } & (
  | { readonly ok: true; readonly request: Json }
  | { readonly ok: false; readonly message: string }
);

/** One of the conditions that AND (or OR) joins in WHERE. */
export interface WherePart {
  readonly text: string;
  readonly outcome: 'true' | 'false' | 'error';
  readonly message?: string;
  /** What it read; `json` is JSON text, a missing value shows as "undefined". */
  readonly values: readonly { readonly path: string; readonly json: string }[];
}

export interface RehearsedRule {
  readonly id?: string;
  readonly sql: string;
  readonly actions: readonly Json[];
}

/** The same as a question that is asked again whenever the rule changes; a refusal is nobody's news. */
export function rehearsalQuery(rule: RehearsedRule, context: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: ['rehearsal', rule, context],
    queryFn: ({ signal }) =>
      request<Rehearsal>('/sluice/rehearse', { method: 'POST', body: { rule, context }, signal }),
    meta: { quiet: true },
    retry: false,
    staleTime: 10_000,
    gcTime: 60_000,
  });
}

export function useRehearse() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: (body: { rule: RehearsedRule; context: Readonly<Record<string, unknown>> }) =>
      request<Rehearsal>('/sluice/rehearse', { method: 'POST', body }),
  });
}
