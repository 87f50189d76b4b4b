import type { ConnectorRecord, JsonObject } from '@sluice/contract';
import { resourceId } from '@sluice/contract';
import { type MutationMeta, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from './client.ts';
import { LIVE_MS, liveMs } from './live.ts';
import type { ResourceState } from './resource-state.ts';

/** A connector as the console knows it: with its id, and with ids of what depends on it (decision 7). */
export interface Connector extends ResourceState {
  readonly kind: 'connector';
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly actionIds: readonly string[];
  readonly sourceIds: readonly string[];
  /** The record as it came, for forms: fields this build does not know are in it. */
  readonly record: JsonObject;
}

export function toConnector(record: JsonObject): Connector {
  const known = record as unknown as ConnectorRecord;
  const idOf = (name: string) => resourceId(known.type, name);
  return {
    kind: 'connector',
    id: idOf(known.name),
    type: known.type,
    name: known.name,
    description: known.description ?? '',
    enable: known.enable ?? true,
    status: known.status,
    status_reason: known.status_reason,
    status_fault: known.status_fault,
    node_status: known.node_status ?? [],
    actionIds: (known.actions ?? []).map(idOf),
    sourceIds: (known.sources ?? []).map(idOf),
    record,
  };
}

export const connectorsQuery = queryOptions({
  queryKey: ['connectors'],
  queryFn: async ({ signal }) => (await request<JsonObject[]>('/connectors', { signal })).map(toConnector),
  refetchInterval: ({ state }) => liveMs(state.data?.length),
});

function connectorQuery(id: string) {
  return queryOptions({
    queryKey: ['connectors', id],
    queryFn: async ({ signal }) => toConnector(await request<JsonObject>(pathOf('connectors', id), { signal })),
    refetchInterval: LIVE_MS,
  });
}

export function useConnectors() {
  return useQuery(connectorsQuery);
}

export function useConnector(id: string) {
  return useQuery(connectorQuery(id));
}

function useChange<Input, Output>(run: (input: Input) => Promise<Output>, meta: MutationMeta = {}) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: run,
    onSettled: () => client.invalidateQueries({ queryKey: ['connectors'] }),
  });
}

export function useCreateConnector(meta?: MutationMeta) {
  return useChange(
    (config: JsonObject) => request<JsonObject>('/connectors', { method: 'POST', body: config }).then(toConnector),
    meta,
  );
}

export function useUpdateConnector(meta?: MutationMeta) {
  return useChange(
    ({ id, config }: { id: string; config: JsonObject }) =>
      request<JsonObject>(pathOf('connectors', id), { method: 'PUT', body: config }).then(toConnector),
    meta,
  );
}

export function useDeleteConnector(meta?: MutationMeta) {
  return useChange((id: string) => request<void>(pathOf('connectors', id), { method: 'DELETE' }), meta);
}

export function useEnableConnector(meta?: MutationMeta) {
  return useChange(
    ({ id, enable }: { id: string; enable: boolean }) =>
      request<void>(pathOf('connectors', id, 'enable', String(enable)), { method: 'PUT' }),
    meta,
  );
}

/** `node` absent: reconnects on all nodes. */
export function useReconnectConnector() {
  return useChange(({ id, node }: { id: string; node?: string }) =>
    request<void>(
      node === undefined ? pathOf('connectors', id, 'start') : pathOf('nodes', node, 'connectors', id, 'start'),
      { method: 'POST' },
    ),
  );
}
