import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './client.ts';
import { isNotFound } from './errors.ts';

interface BackendNode {
  readonly node: string;
  readonly node_status: string;
  readonly version?: string;
  readonly edition?: string;
}

/** What a backend has beyond EMQX (decision 22); `undefined` on a plain EMQX. */
export type Capabilities = Readonly<Record<string, unknown>> | null;

interface Health {
  readonly nodes: readonly BackendNode[];
  /** How long the answer took, in ms. */
  readonly latencyMs: number;
}

const healthQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }): Promise<Health> => {
    const start = performance.now();
    const nodes = await request<BackendNode[]>('/nodes', { signal });
    return { nodes, latencyMs: Math.round(performance.now() - start) };
  },
  refetchInterval: 5_000,
  retry: false,
});

export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async ({ signal }): Promise<Capabilities> => {
    try {
      return await request<Readonly<Record<string, unknown>>>('/sluice/capabilities', { signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export function useHealth() {
  return useQuery(healthQuery);
}

export function useCapabilities() {
  return useQuery(capabilitiesQuery);
}
