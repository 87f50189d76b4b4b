import type { JsonObject, ResourceKind } from '@sluice/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** A circle of rules that messages could go round in. */
export interface Loop {
  readonly rules: readonly string[];
}

/** The circles that a configuration would close, saved or not; asked for again whenever it changes. */
export function loopsQuery(kind: ResourceKind, config: JsonObject) {
  return queryOptions({
    queryKey: ['loops', kind, config],
    queryFn: async ({ signal }) =>
      (
        await request<{ loops: readonly Loop[] }>('/sluice/loops', {
          method: 'POST',
          body: { kind, config },
          signal,
        })
      ).loops,
    retry: false,
    staleTime: 5_000,
    gcTime: 60_000,
  });
}
