import type { JsonObject } from '@sluice/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { isNotFound } from './errors.ts';

/** Settings of the zone that every listener belongs to: `mqtt` and others. */
const zoneQuery = queryOptions({
  queryKey: ['zone'],
  queryFn: ({ signal }) => request<JsonObject>('/configs/global_zone', { signal }),
});

export function useZone() {
  return useQuery(zoneQuery);
}

/** Takes the whole zone, so that what the form does not show stays as it is. */
export function useUpdateZone() {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (zone: JsonObject) => request<JsonObject>('/configs/global_zone', { method: 'PUT', body: zone }),
    onSuccess: (zone) => client.setQueryData(zoneQuery.queryKey, zone),
  });
}

interface ClusterInfo {
  readonly name: string;
  readonly self: string;
  readonly nodes: readonly string[];
}

const clusterQuery = queryOptions({
  queryKey: ['cluster'],
  queryFn: ({ signal }) => request<ClusterInfo>('/cluster', { signal }),
  refetchInterval: 5_000,
});

export function useCluster() {
  return useQuery(clusterQuery);
}

/** How nodes find each other; `null` where a backend has nothing to say about it. */
const clusterConfigQuery = queryOptions({
  queryKey: ['cluster', 'config'],
  queryFn: async ({ signal }): Promise<JsonObject | null> => {
    try {
      const answer = await request<JsonObject>('/configs', { query: { key: 'cluster' }, signal });
      const { cluster } = answer;
      return typeof cluster === 'object' && cluster !== null ? (cluster as JsonObject) : null;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export function useClusterConfig(wanted: boolean) {
  return useQuery({ ...clusterConfigQuery, enabled: wanted });
}

function useNodeChange(run: (node: string) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => Promise.all(['cluster', 'nodes'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export function useInviteNode() {
  return useNodeChange((node) => request<void>(pathOf('cluster', node, 'invite'), { method: 'PUT' }));
}

export function useRemoveNode() {
  return useNodeChange((node) => request<void>(pathOf('cluster', node, 'force_leave'), { method: 'DELETE' }));
}
